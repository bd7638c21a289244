import FuzzTargets

extension FuzzTarget {
    /// The targets that link our servers alone, and run fast.
    public static let serving = [hearDialogue, readHTTP2]
}
