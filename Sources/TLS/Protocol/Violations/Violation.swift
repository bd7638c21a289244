import Crypto

/// The reason why a violation is not possible on a connection, such as the client's offer or the
/// server's key.
package enum NoOccasion: Error, Hashable, Sendable {
    /// The script does not send this message.
    case noMessage(HandshakeType)
    /// The script has another version of the protocol.
    case otherVersion
    /// The server's key is of another kind.
    case otherKey
    /// The violation needs a certificate that has, or lacks, a certain extension.
    case otherCertificate
    /// The client offers everything that the violation could choose.
    case allOffered
    /// The script has no step to change.
    case noStep
    /// Client and server agreed on another application protocol.
    case otherProtocol
    /// The client does not resume a session.
    case noSession
    /// The client does not renegotiate.
    case noRenegotiation
    /// The suite is of another kind.
    case otherSuite
    /// The key exchange does not use a curve.
    case noCurve
    /// The key exchange does not use a finite field.
    case noField
    /// The client does not send early data that an honest server would accept.
    case noEarlyData
    /// The client does not send this extension, so the server cannot answer it.
    case notAsked(UInt16)
    /// The client's extension of this type contains no value that the violation could use.
    case noneInCommon(UInt16)
}

/// A server's violation of a rule, or unusual but correct behaviour: one change to the honest
/// script.
///
/// Violations can be combined: each one changes the result of those before it.
package struct Violation: Sendable {
    /// The name, such as `wrong-transcript`.
    package let name: String
    /// A sentence that says what the server does.
    package let about: String
    /// What an attacker gains from a client that accepts exactly this violation.
    package let gain: Gain
    /// The rule that the violation breaks, such as `RFC 8446 §4.4.3`.
    package let rule: String
    package let versions: Set<TLSVersion>
    /// The number of the alert that a rejecting client must use, if it sends one; nil for any
    /// alert.
    package let alert: UInt8?
    /// The numbers of other correct alerts, for cases in which the violation also breaks another
    /// rule.
    package let otherAlerts: Set<UInt8>
    /// Whether a client must continue: the server follows the rules, or breaks one that binds only
    /// servers.
    package let isAllowed: Bool
    /// The ids of the attacks in the catalogue that include this violation, such as `HS-016`.
    package let attacks: [String]
    package let apply: @Sendable (inout Script, Facts) throws(NoOccasion) -> Void

    package init(
        _ name: String,
        about: String,
        gain: Gain,
        rule: String,
        versions: Set<TLSVersion>,
        alert: UInt8?,
        or otherAlerts: Set<UInt8> = [],
        isAllowed: Bool = false,
        attacks: [String] = [],
        apply: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) {
        self.name = name
        self.about = about
        self.gain = gain
        self.rule = rule
        self.versions = versions
        self.alert = alert
        self.otherAlerts = otherAlerts
        self.isAllowed = isAllowed
        self.attacks = attacks
        self.apply = { (script, facts) throws(NoOccasion) in
            guard versions.contains(script.version) else { throw .otherVersion }
            try apply(&script, facts)
        }
    }

    package static let catalogue: [Violation] =
        proofs + ellipticForms + keyExchanges + fields + messages + strays + orders + finished
        + hellos + names
        + choices + weakSuites + retries + extensions + unaskedExtensions + misplacedExtensions
        + contents
        + records
        + alerts + late + resumptions + earlyData + tickets + fragments + blocks + habits
        + sessionHabits + transports + renegotiations + weakKeys + compressions + rawKeys
        + credentials + staples + requests + lateRequests + floods + giants
}
