import FuzzTargets

extension FuzzTarget {
    /// The targets that validate or evaluate: they link the whole project, and run more slowly.
    public static let judging = [
        checkRevocation, countTimestamps, evaluateModel, evaluatePolicy, inspectFile,
        loadScenario, matchIdentity, playScript, reviewFile, serveHandshake, validateChain,
        validatePath,
    ]
}
