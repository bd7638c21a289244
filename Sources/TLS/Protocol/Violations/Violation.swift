import Crypto

/// The reason why a violation is not possible on a connection, such as the client's offer or the
/// server's key.
package enum NoOccasion: Error, Hashable, Sendable {
    /// The script does not send this message.
    case noMessage(HandshakeType)
    /// The agreed version of TLS is not one of the violation's versions.
    case otherVersion
    /// The server's key is not of the kind that the violation needs.
    case otherKey
    /// The violation needs more certificates, or certificates with or without a certain extension.
    case otherCertificate
    /// The client offers everything that the violation could choose.
    case allOffered
    /// The script does not have the step that the violation changes.
    case noStep
    /// The agreed application protocol is not one that the violation needs.
    case otherProtocol
    /// The client does not resume a session.
    case noSession
    /// The client does not renegotiate.
    case noRenegotiation
    /// The suite is not of the kind that the violation needs.
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
/// Violations can be combined: each violation changes the result of the violations before it.
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
    /// Whether a client must continue: the server follows the rules, or breaks a rule that binds
    /// only servers.
    package let isAllowed: Bool
    /// The ids of the attacks in the catalogue that include this violation, such as `HS-016`.
    package let attacks: [String]
    package let apply: @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    /// What the violation needs of a connection, besides its version, to be possible and the only
    /// defect.
    package private(set) var needs: Set<Need> = []
    /// The reason why the refusal of the violation does not depend on exactly one client check; nil
    /// if it does.
    package private(set) var undecided: Undecided?
    /// The part of the honest script that the violation changes.
    package private(set) var part = Part.place

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

    /// Returns the violation with these needs added; ignores nil.
    func needing(_ needs: Need?...) -> Violation {
        var violation = self
        violation.needs.formUnion(needs.compactMap(\.self))
        return violation
    }

    /// Returns the violation with the reason why its refusal does not depend on exactly one client
    /// check; nil if it does.
    func undecided(because reason: Undecided?) -> Violation {
        var violation = self
        violation.undecided = reason
        return violation
    }

    /// Returns the violation as a change of this part of the script.
    func changing(_ part: Part) -> Violation {
        var violation = self
        violation.part = part
        return violation
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

extension Violation {
    /// Something that a violation needs of a connection.
    package enum Need: Hashable, Sendable {
        /// The server's key is of this kind; without this need, the server has a P-256 key.
        case key(KeyAlgorithm.Family)
        /// The client offers only this group.
        case group(NamedGroup)
        /// The keys are exchanged in a finite field.
        case finiteField
        /// The client encrypts the secret with the server's RSA key.
        case keyTransport
        /// The suite encrypts in CBC mode, and its MAC covers the plaintext.
        case blocks
        /// The client offers TLS 1.2 and 1.3. A client that offers only one version refuses the
        /// server for a reason other than the violation.
        case bothVersions
        /// The honest server sends a HelloRetryRequest.
        case retry
        /// The client sends this extension.
        case offer(of: UInt16)
        /// The server sends tickets.
        case tickets
        /// The client offers a session of an earlier connection.
        case session
        /// The client sends early data.
        case earlyData
        /// The client takes part in a second handshake.
        case renegotiation
    }

    /// The reason why the refusal of a violation does not depend on exactly one check of a client.
    package enum Undecided: Hashable, Sendable {
        /// A client without the check gets nothing that it could use.
        case nothingUsable
        /// The suite is invalid, or Hatpin's client does not support it.
        case unusableSuite
        /// A wrong length field shifts everything after the field.
        case wrongLength
        /// Two checks refuse the violation.
        case twoChecks
        /// The record is not authentic; libcrypto detects this.
        case record
    }

    /// The part of the honest script that a violation changes.
    package enum Part: Hashable, Sendable {
        /// Adjacent steps.
        case place
        /// Steps that other steps separate.
        case places
        /// The whole script, which becomes the script of another honest server.
        case script
        /// Only the shared secret.
        case secret
    }

    /// Whether the client must send early data for the violation to be possible.
    package var needsEarlyData: Bool { needs.contains(.earlyData) }

    /// Whether the client must offer a session for the violation to be possible.
    package var needsSession: Bool { needsEarlyData || needs.contains(.session) }

    /// Whether a server must send tickets for the violation to be possible.
    package var needsTickets: Bool { needsSession || needs.contains(.tickets) }

    /// Whether the violation needs a second handshake, which the client may decline.
    package var renegotiates: Bool { needs.contains(.renegotiation) }
}
