import FuzzTargets

extension FuzzTarget {
    /// The targets that validate or evaluate: they link the whole project, and run more slowly.
    public static let judging = [
        evaluatePolicy, hearDialogue, loadScenario, matchIdentity, playScript, readHTTP2,
        serveHandshake, validateChain, validatePath,
    ]
}
