// Gain is in Crypto because Forge and TLS both use it for their defects, and both import Crypto.

/// What a network attacker without the server's keys gains from a client that accepts a defect.
///
/// Some signatures do not cover what they must cover, or are not made by the required key. A client
/// that accepts them does not authenticate the server. If the right key signed the right content,
/// and only the encoding or the names are wrong, the attacker gains nothing.
package enum Gain: String, CaseIterable, Comparable, Hashable, Sendable {
    /// The client breaks a rule, but an attacker gains nothing unless a CA or the server also
    /// breaks its rules.
    case nothing
    /// The attacker reads or changes the data of the connection.
    case secrecy
    /// The attacker impersonates the server.
    case authentication

    package static func < (left: Gain, right: Gain) -> Bool { left.rank < right.rank }

    /// The gain as a sentence, for explanations and lists.
    package var about: String {
        switch self {
        case .nothing: "A client that accepts it breaks a rule, and an attacker gains nothing."
        case .secrecy: "An attacker reads or changes the data of a client that accepts it."
        case .authentication: "An attacker impersonates the server to a client that accepts it."
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
