import Crypto

/// The reason why a violation is impossible: the client's offer or the server's key does not allow
/// it.
package enum NoOccasion: Error, Hashable, Sendable {
    /// The script does not send this message.
    case noMessage(HandshakeType)
    /// The script has another version of the protocol.
    case otherVersion
    /// The server's key is of another kind.
    case otherKey
    /// The server's certificate does not fit the violation, which needs an extension or its
    /// absence.
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
    /// The client does not send this extension, so it cannot be answered.
    case notAsked(UInt16)
    /// The client's extension of this type contains no value that the violation could use.
    case noneInCommon(UInt16)
}

/// A server fault, or unusual but correct behaviour: one change to the honest script.
///
/// Violations can be combined: each applies to the result of the ones before.
package struct Violation: Sendable {
    /// The name, such as `wrong-transcript`.
    package let name: String
    /// The server's fault or habit, as a sentence.
    package let about: String
    /// What an attacker gains from a client that accepts exactly this.
    package let gain: Gain
    /// The rule that it breaks, such as `RFC 8446 §4.4.3`.
    package let rule: String
    package let versions: Set<TLSVersion>
    /// The number of the alert that the rule requires if the client sends one; nil for any.
    package let alert: UInt8?
    /// Other correct alerts: another rule is also broken, in this version or for some clients.
    package let otherAlerts: Set<UInt8>
    /// Whether it follows the rules, or breaks one that only binds servers, so that a client
    /// continues.
    package let isAllowed: Bool
    /// The ids of the attacks in the catalogue that it is part of, such as `HS-016`.
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
