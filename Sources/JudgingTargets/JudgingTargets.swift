import FuzzTargets

extension FuzzTarget {
    /// The targets that validate or evaluate: they link the whole project, and run more slowly.
    public static let judging = [
        checkRevocation, countTimestamps, evaluateModel, evaluatePolicy, hearDialogue, inspectFile,
        loadScenario, matchIdentity, playScript, readHTTP2, reviewFile, serveHandshake,
        validateChain, validatePath,
    ]
}
