// KnownDifferences explains where another implementation decides differently from ours, and counts
// the cases that each explanation covers. It imports nothing, so that small fuzz targets can link
// it.

/// The direction in which another implementation differs from ours.
package enum DifferenceDirection: String, Hashable, Sendable {
    /// The other implementation accepts an input that ours rejects.
    case laxer
    /// The other implementation rejects an input that ours accepts.
    case stricter
    /// Both accept the input but read it differently.
    case otherwise
}

/// A case that another implementation decides differently from ours.
package protocol Difference: Sendable {
    /// The direction of the difference; nil if the other implementation gave no verdict, which no
    /// explanation covers.
    var direction: DifferenceDirection? { get }
}
