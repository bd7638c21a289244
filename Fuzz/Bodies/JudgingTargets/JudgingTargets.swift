import FuzzTargets

extension FuzzTarget {
    /// The targets that validate or evaluate: they link the whole project and are slower.
    public static let judging = [
        askServer, checkRevocation, countSCTs, evaluateModel, evaluatePolicy, fixFile, inspectFile,
        loadClient, loadScenario, matchIdentity, playScript, readDefaults, readResults, reviewFile,
        serveHandshake, validateChain, validatePath,
    ]
}
