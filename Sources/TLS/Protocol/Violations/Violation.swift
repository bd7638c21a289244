import Crypto

/// Why a violation cannot be done: the client's offer or the server's key leaves no place for it.
package enum NoOccasion: Error, Hashable, Sendable {
    /// The script does not say this message.
    case noMessage(HandshakeType)
    /// The script is of another version of the protocol.
    case otherVersion
    /// The server's key is of another kind.
    case otherKey
    /// The server's certificate does not allow it, or allows it where the fault is that it does not.
    case otherCertificate
    /// The client offers all that the violation could choose.
    case allOffered
    /// The script has no step to change.
    case noStep
    /// The application protocol is another one.
    case otherProtocol
    /// The client resumes no session.
    case noSession
    /// The client does not negotiate again.
    case noRenegotiation
    /// The suite is of another kind.
    case otherSuite
    /// The key exchange is on no curve.
    case noCurve
    /// The key exchange is in no finite field.
    case noField
    /// The client sends no early data that an honest server would take.
    case noEarlyData
    /// The client does not send this extension, which it would answer.
    case notAsked(UInt16)
    /// The client's extension of this type has nothing that the violation could use, or all of it.
    case noneInCommon(UInt16)
}

/// A way of a server to misbehave, or to do what is unusual: one change to the honest script.
///
/// Violations compose: each is applied to what the ones before have left.
package struct Violation: Sendable {
    /// Such as `wrong-transcript`.
    package let name: String
    /// The server's fault or habit, as a sentence.
    package let about: String
    /// The gain of an attacker from a client that accepts exactly this.
    package let gain: Gain
    /// The rule that it breaks, such as `RFC 8446 §4.4.3`.
    package let rule: String
    package let versions: Set<TLSVersion>
    /// The number of the alert that the rule demands of the client, if it sends one; nil for any.
    package let alert: UInt8?
    /// Further alerts that are as right: another rule is broken too, in this version or for some
    /// clients.
    package let otherAlerts: Set<UInt8>
    /// Whether it is within the rules, or against one that binds servers alone, so that a client goes
    /// on.
    package let isAllowed: Bool
    /// The attacks of the catalogue that it is, such as `HS-016`.
    package let rows: [String]
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
        rows: [String] = [],
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
        self.rows = rows
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
