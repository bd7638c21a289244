import Crypto
import PathValidation
import ScenarioFormat

/// The harm of accepting a faulty certificate, chain or handshake.
package struct Exposure: Hashable, Comparable, Sendable {
    /// The severity of the harm.
    package let severity: Severity
    /// The order among exposures of equal severity: the higher, the less the attacker needs.
    private let rank: Int
    /// The means that an attacker needs to exploit the weakness, besides access to the network.
    package let attackerNeeds: String
    /// The advice on how a client can refuse the attack.
    package let advice: String

    package static func < (left: Exposure, right: Exposure) -> Bool {
        (left.severity, left.rank) < (right.severity, right.rank)
    }
}

extension Exposure {
    /// The reason for an acceptance, as far as the harm depends on it.
    package enum Basis: Hashable, Sendable {
        /// A verified path with this number of certificates.
        case path(certificates: Int)
        case pin
        /// No check was made, or it is unknown why the client accepted.
        case other

        package init(_ grounds: Grounds) {
            switch grounds {
            case .path(let path): self = .path(certificates: path.certificates.count)
            case .pin: self = .pin
            case .unchecked, .observed, .plaintext: self = .other
            }
        }
    }

    /// Rates the harm of accepting what must be refused.
    ///
    /// - Parameters:
    ///   - rejection: why a correct client rejects.
    ///   - gain: the attacker's gain that the scenario states; nil for none.
    ///   - basis: why the client accepted.
    package init(_ rejection: Rejection, gaining gain: Gain?, on basis: Basis) {
        if case .path(let certificates) = basis, certificates > 1,
            rejection.depth == certificates - 1
        {
            self = .oddAnchor
        } else {
            let isOfEndEntity = if case .keyUsage(_, depth: 0) = rejection { true } else { false }
            self.init(rejection.code, gaining: gain, isOfEndEntity: isOfEndEntity, on: basis)
        }
    }

    /// Rates the harm where only the code of the reason is known.
    ///
    /// - Parameters:
    ///   - reason: why a correct client rejects.
    ///   - gain: the attacker's gain that the scenario states; nil for none.
    ///   - isOfEndEntity: whether the fault is known to be in the end-entity certificate.
    ///   - basis: why the client accepted.
    package init(
        _ reason: Rejection.Code,
        gaining gain: Gain?,
        isOfEndEntity: Bool = false,
        on basis: Basis
    ) {
        // An unknown gain counts as the greatest, so that no harm is rated too low.
        switch gain ?? reason.gain ?? .authentication {
        case .nothing: self = .badForm
        case .secrecy: self = .noSecrecy
        case .authentication:
            let exposure = reason.imposture(isOfEndEntity: isOfEndEntity)
            // A matching pin still protects against attackers without the pinned key.
            self = basis == .pin && exposure.severity == .critical ? .pinAlone : exposure
        }
    }
}

extension Exposure {
    /// Whether the attacker presents a certificate other than the server's.
    var isImposture: Bool {
        [.noAuthority, .noProof, .authorityForAnyone, .authorityBeyondItsUse, .otherName]
            .contains(self)
    }
}

extension Rejection.Code {
    /// Returns the harm of an attacker who impersonates the server, by what the attacker needs in
    /// addition.
    fileprivate func imposture(isOfEndEntity: Bool) -> Exposure {
        switch self {
        case .cleartext: .noTLS
        case .brokenHandshake, .handshakeSignature, .cipherPolicy, .protocolVersion, .noALPN:
            .noProof
        case .keyUsage where isOfEndEntity: .otherUse
        case .issuerNotCA: .authorityForAnyone
        case .pathLength, .keyUsage: .authorityBeyondItsUse
        case .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .badNameSyntax: .otherName
        case .mailHostMismatch: .otherName
        case .pinMismatch, .pinsMissing, .pinExpired: .noPin
        case .nameNotPermitted, .nameExcluded, .badNameConstraint, .distrusted, .policy,
            .extendedKeyUsage, .certificateTransparency, .badExtension, .duplicateExtension,
            .unhandledCriticalExtension, .nonconforming:
            .otherPurpose
        case .weakKey, .weakSignature: .weakCryptography
        case .expired, .notYetValid, .badValidity: .outOfDate
        case .revoked, .revocationUnknown, .revocationStale, .revocationNotYetValid,
            .revocationInvalid:
            .revocation
        case .selfSigned, .unknownIssuer, .nameChaining, .badSignature,
            .signatureAlgorithmMismatch, .unsupportedAlgorithm, .badKey, .missingCertificate,
            .resumedWithoutCheck, .proxyTLS, .malformed, .chainTooLong, .budgetExceeded,
            .policyGuard, .clientCertificateRequired, .associationMismatch, .nameLookup, .unknown:
            .noAuthority
        }
    }
}

extension Exposure {
    fileprivate static let noAuthority = Exposure(
        severity: .critical,
        rank: 3,
        attackerNeeds: "nothing",
        advice: "validate the chain up to a trust anchor, whatever else the client compares"
    )

    fileprivate static let noProof = Exposure(
        severity: .critical,
        rank: 2,
        attackerNeeds: "only a handshake that TLS forbids",
        advice: "use a TLS library that makes servers prove their key over the whole handshake"
    )

    fileprivate static let noTLS = Exposure(
        severity: .critical,
        rank: 4,
        attackerNeeds: "nothing",
        advice: "require TLS, discard what came before it, and send no secret until it starts"
    )

    fileprivate static let authorityForAnyone = Exposure(
        severity: .critical,
        rank: 1,
        attackerNeeds: "any server certificate from a trusted CA, used as if it were a CA",
        advice: "validate the path as RFC 5280 §6 says, and compare pins only with that path"
    )

    fileprivate static let noSecrecy = Exposure(
        severity: .high,
        rank: 4,
        attackerNeeds: "a position from which it can read or change the connection",
        advice: "offer and accept only versions and cipher suites that are considered secure"
    )

    fileprivate static let authorityBeyondItsUse = Exposure(
        severity: .high,
        rank: 3,
        attackerNeeds: "a CA whose certificate forbids it to issue this certificate",
        advice: "validate the path as RFC 5280 §6 says, and compare pins only with that path"
    )

    fileprivate static let otherName = Exposure(
        severity: .critical,
        rank: 0,
        attackerNeeds: "any server certificate from a CA that is trusted or pinned",
        advice: "validate the chain for the host that the client connects to"
    )

    static let noPin = Exposure(
        severity: .high,
        rank: 0,
        attackerNeeds: "a certificate for the host from any trusted authority, such as one that "
            + "the device's user was talked into installing",
        advice: "pin a key of the validated path, and fail if no valid pin matches"
    )

    fileprivate static let pinAlone = Exposure(
        severity: .high,
        rank: 2,
        attackerNeeds: "a certificate for any host that chains to the pinned key",
        advice: "validate the chain for the host before comparing pins"
    )

    fileprivate static let otherPurpose = Exposure(
        severity: .high,
        rank: 1,
        attackerNeeds: "a certificate or a CA that was issued for another purpose",
        advice: "check all constraints when validating the path"
    )

    /// The harm if the key usage of the end entity is wrong.
    ///
    /// The harm is limited: the key belongs to the host's owner, and a CA makes the same checks
    /// whatever the key usage.
    fileprivate static let otherUse = Exposure(
        severity: .medium,
        rank: 3,
        attackerNeeds: "a server that can be made to use its key in a way that its "
            + "certificate forbids",
        advice: "check the key usage of the server's certificate against the key exchange"
    )

    fileprivate static let weakCryptography = Exposure(
        severity: .medium,
        rank: 2,
        attackerNeeds: "the ability to break a weak key or algorithm",
        advice: "require keys and digest algorithms that are considered strong"
    )

    fileprivate static let outOfDate = Exposure(
        severity: .medium,
        rank: 1,
        attackerNeeds: "the key of a certificate that is expired or not yet valid",
        advice: "check the validity dates of the whole path"
    )

    fileprivate static let revocation = Exposure(
        severity: .medium,
        rank: 0,
        attackerNeeds: "the stolen key of a certificate that was revoked",
        advice: "check revocation, and honour must-staple"
    )

    fileprivate static let oddAnchor = Exposure(
        severity: .low,
        rank: 0,
        attackerNeeds: "the key of a trust anchor that should not be one",
        advice: "remove such anchors from the trust store"
    )

    fileprivate static let badForm = Exposure(
        severity: .low,
        rank: 1,
        attackerNeeds: "a CA or a server that violates the standards",
        advice: "refuse certificates and messages that violate their standard"
    )
}
