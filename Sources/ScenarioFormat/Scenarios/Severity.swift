/// The severity of a mistake, or of an attack that a client accepts, in ascending order.
///
/// The severity of an attack is what an attacker gains from a client that accepts it, and what else
/// the attacker needs.
package enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
    /// A remark that is not a mistake; no attack has this severity.
    case note
    /// A future outage, or a departure from good practice.
    case low
    /// Only some hosts are affected, or the attacker needs a certificate for the host.
    case medium
    /// Pins have no effect, cleartext is allowed, or there is an outage: the app crashes at launch
    /// or rejects every server.
    case high
    /// An attacker on the network path needs nothing else, or only a certificate for a domain that
    /// the attacker owns.
    case critical

    /// The severities of attacks and mistakes: all but `note`.
    package static let harmful = allCases.filter { $0 != .note }

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
