// KnownDifferences explains where another implementation decides otherwise than ours, and counts the
// cases that each explanation covers. It imports nothing, so that lean fuzz targets can link it.

/// The side on which another implementation differs from ours.
package enum DifferenceDirection: String, Hashable, Sendable {
    /// It accepts what we refuse.
    case laxer
    /// It refuses what we accept.
    case stricter
    /// Both accept, and read something otherwise.
    case otherwise
}

/// A case that another implementation decides otherwise than we do.
package protocol Difference: Sendable {
    /// How the other one differs; nil if it gave no verdict, which nothing explains.
    var direction: DifferenceDirection? { get }
}
