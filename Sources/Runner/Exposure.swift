import Crypto
import PathValidation
import ScenarioFormat

/// The harm of accepting a defect.
package struct Exposure: Hashable, Comparable, Sendable {
    /// The severity of the harm.
    package let severity: Scenario.Importance
    /// The order among exposures of equal severity: the higher, the less the attacker needs.
    private let rank: Int
    /// The means that an attacker needs to profit from it, besides a place on the network.
    package let attackerNeeds: String
    /// The advice for a client that is to refuse it.
    package let advice: String

    package static func < (left: Exposure, right: Exposure) -> Bool {
        (left.severity, left.rank) < (right.severity, right.rank)
    }
}

extension Exposure {
    /// The grounds of an acceptance, as far as its harm depends on them.
    package enum Basis: Hashable, Sendable {
        /// A verified path of so many certificates.
        case path(certificates: Int)
        case pin
        /// None, or they are unknown.
        case other

        package init(_ grounds: Grounds) {
            switch grounds {
            case .path(let path): self = .path(certificates: path.certificates.count)
            case .pin: self = .pin
            case .unchecked, .observed: self = .other
            }
        }
    }

    /// The harm of accepting what must be refused.
    ///
    /// - Parameters:
    ///   - rejection: why a correct client refuses it.
    ///   - gain: of an attacker, as its scenario has it; nil for one that states none.
    ///   - basis: of the acceptance.
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

    /// The same where only the word for the reason is known.
    ///
    /// - Parameters:
    ///   - reason: why a correct client refuses it.
    ///   - gain: of an attacker, as its scenario has it; nil for one that states none.
    ///   - isOfEndEntity: whether what is wrong is known to be the end entity's.
    ///   - basis: of the acceptance.
    package init(
        _ reason: Rejection.Code,
        gaining gain: Gain?,
        isOfEndEntity: Bool = false,
        on basis: Basis
    ) {
        // An unknown gain is the greatest, so that no harm passes for a small one.
        switch gain ?? reason.gain ?? .authentication {
        case .nothing: self = .badForm
        case .secrecy: self = .noSecrecy
        case .authentication:
            let exposure = reason.imposture(isOfEndEntity: isOfEndEntity)
            // A matching pin stands at least between the client and the attacker.
            self = basis == .pin && exposure.severity == .critical ? .pinAlone : exposure
        }
    }
}

extension Exposure {
    /// Whether the attacker shows a certificate that is not the server's.
    var isImposture: Bool {
        [.noAuthority, .noProof, .authorityForAnyone, .authorityBeyondItsUse, .otherName]
            .contains(self)
    }
}

extension Rejection.Code {
    /// The harm where an attacker passes for the server, by what he needs for it besides.
    fileprivate func imposture(isOfEndEntity: Bool) -> Exposure {
        switch self {
        case .cleartext: .noTLS
        case .brokenHandshake, .handshakeSignature, .cipherPolicy, .protocolVersion, .noALPN:
            .noProof
        case .keyUsage where isOfEndEntity: .otherUse
        case .issuerNotCA: .authorityForAnyone
        case .pathLength, .keyUsage: .authorityBeyondItsUse
        case .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .badNameSyntax: .otherName
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
            .policyGuard, .clientCertificateRequired, .unknown:
            .noAuthority
        }
    }
}

extension Exposure {
    fileprivate static let noAuthority = Exposure(
        severity: .critical,
        rank: 3,
        attackerNeeds: "nothing",
        advice: "evaluate the chain against trust anchors, whatever else is compared"
    )

    fileprivate static let noProof = Exposure(
        severity: .critical,
        rank: 2,
        attackerNeeds: "nothing but a handshake that TLS forbids",
        advice: "use a TLS library that has servers prove their key over the whole handshake"
    )

    fileprivate static let noTLS = Exposure(
        severity: .critical,
        rank: 4,
        attackerNeeds: "nothing",
        advice: "demand TLS, forget what came before it, and say no secret until it has begun"
    )

    fileprivate static let authorityForAnyone = Exposure(
        severity: .critical,
        rank: 1,
        attackerNeeds: "any server's certificate of a trusted authority, to issue with",
        advice: "validate the path of RFC 5280 §6, and pin in that path alone"
    )

    fileprivate static let noSecrecy = Exposure(
        severity: .high,
        rank: 4,
        attackerNeeds: "a place where it can read or change the connection",
        advice: "offer, and take, what encrypts and authenticates today, and nothing else"
    )

    fileprivate static let authorityBeyondItsUse = Exposure(
        severity: .high,
        rank: 3,
        attackerNeeds: "an authority of which a certificate says that it may not issue this",
        advice: "validate the path of RFC 5280 §6, and pin in that path alone"
    )

    fileprivate static let otherName = Exposure(
        severity: .critical,
        rank: 0,
        attackerNeeds: "any server's certificate of an authority that is trusted or pinned",
        advice: "evaluate the chain for the host that is connected to"
    )

    static let noPin = Exposure(
        severity: .high,
        rank: 0,
        attackerNeeds: "a certificate for the host from any trusted authority, such as one that "
            + "the device's user was talked into installing",
        advice: "pin a key of the validated path, and fail where no pin is left"
    )

    fileprivate static let pinAlone = Exposure(
        severity: .high,
        rank: 2,
        attackerNeeds: "a certificate that leads to the pinned key, for anything",
        advice: "evaluate the chain for the host before pins are compared"
    )

    fileprivate static let otherPurpose = Exposure(
        severity: .high,
        rank: 1,
        attackerNeeds: "a certificate, or an authority, that was meant for something else",
        advice: "validate the path with all of its constraints"
    )

    /// The owner of the key is the host's, and no authority checks less for one use than for another.
    fileprivate static let otherUse = Exposure(
        severity: .medium,
        rank: 3,
        attackerNeeds: "a server that can be made to use its key for what it was not issued for",
        advice: "check the key usage of the server's certificate against the key exchange"
    )

    fileprivate static let weakCryptography = Exposure(
        severity: .medium,
        rank: 2,
        attackerNeeds: "the means to break what is weak",
        advice: "ask for keys and digests that carry trust today"
    )

    fileprivate static let outOfDate = Exposure(
        severity: .medium,
        rank: 1,
        attackerNeeds: "the key of a certificate that is out of date",
        advice: "judge the dates of the whole path"
    )

    fileprivate static let revocation = Exposure(
        severity: .medium,
        rank: 0,
        attackerNeeds: "the stolen key of a certificate that was revoked",
        advice: "ask for revocation, and honour must-staple"
    )

    fileprivate static let oddAnchor = Exposure(
        severity: .low,
        rank: 0,
        attackerNeeds: "the key of a trust anchor that should not be one",
        advice: "keep such anchors out of the store"
    )

    fileprivate static let badForm = Exposure(
        severity: .low,
        rank: 1,
        attackerNeeds: "an authority or a server that breaks its own rules",
        advice: "refuse what is not of the form that its standard gives it"
    )
}
