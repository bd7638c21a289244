import FuzzTargets

extension FuzzTarget {
    /// The targets that link our servers only, and run fast.
    public static let serving = [hearDialogue, readHTTP2, readQuestion]
}
