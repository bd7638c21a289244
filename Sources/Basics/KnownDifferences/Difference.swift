// KnownDifferences explains where another implementation decides differently from our
// implementation, and counts the cases that each explanation covers. It imports nothing, so that
// small fuzz targets can link it.

/// The direction in which another implementation differs from our implementation.
package enum DifferenceDirection: String, Hashable, Sendable {
    /// The other implementation accepts an input that our implementation rejects.
    case laxer
    /// The other implementation rejects an input that our implementation accepts.
    case stricter
    /// Both accept the input but read it differently.
    case otherwise
}

/// A case that another implementation decides differently from our implementation.
package protocol Difference: Sendable {
    /// The direction of the difference; nil if the other implementation gave no verdict, which no
    /// explanation covers.
    var direction: DifferenceDirection? { get }
}
