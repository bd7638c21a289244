// Forge and TLSProtocol, which state it of their defects, have no lower module in common.

/// What an attacker on the network, who has no key of the server, gains from a client that accepts a
/// defect.
///
/// A signature that is not of what it must cover, or not by the key that it must be by, costs the
/// authentication: a client that accepts it verifies none. One that the right key made of the right
/// content, and that is only written or named otherwise, costs nothing.
package enum Gain: String, CaseIterable, Comparable, Hashable, Sendable {
    /// A rule is broken, and no attacker gains from it, unless an authority or the server breaks its
    /// own rules for him.
    case nothing
    /// The attacker reads the connection, or changes what comes over it.
    case secrecy
    /// The attacker passes for the server.
    case authentication

    package static func < (left: Gain, right: Gain) -> Bool { left.rank < right.rank }

    /// The gain in a sentence, for explanations and lists.
    package var about: String {
        switch self {
        case .nothing: "A client that accepts it breaks a rule, and an attacker gains nothing."
        case .secrecy: "An attacker reads or changes the connection of a client that accepts it."
        case .authentication: "An attacker passes for the server to a client that accepts it."
        }
    }

    private var rank: Int {
        switch self {
        case .nothing: 0
        case .secrecy: 1
        case .authentication: 2
        }
    }
}
