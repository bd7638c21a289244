import FuzzTargets

extension FuzzTarget {
    /// The targets that judge: they link the whole house, and are slower for it.
    public static let judging = [
        evaluatePolicy, loadScenario, matchIdentity, serveHandshake, validateChain,
        validatePath,
    ]
}
