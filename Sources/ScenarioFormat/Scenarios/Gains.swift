import ClientModels
import Crypto
import Forge
import PathValidation
import TLS

extension Setup {
    /// An attacker's greatest gain from the named defects of this setup and of the steps before it:
    /// mutations, violations and server faults; nil if there are no such defects.
    ///
    /// A fault that every client may accept is not a defect.
    package var gain: Gain? {
        (earlier + [self]).flatMap { setup -> [Gain] in
            let mutations = setup.pki.entities.values.flatMap(\.mutate)
                .compactMap(Mutation.named)
            let violations = setup.handshake.compactMap(Violation.named)
            return mutations.filter { !$0.isHarmless }.map(\.gain)
                + violations.filter { !$0.isAllowed }.map(\.gain)
                + NamedServerFault.catalogue.filter { setup.serverFaults.contains($0.name) }
                .compactMap(\.gain)
        }
        .max()
    }
}

extension [Rejection.Code] {
    /// The greatest gain of an attacker from a client that accepts in spite of one of these
    /// reasons; nil if the gain is unknown for one reason.
    var gain: Gain? {
        let gains = map(\.gain)
        return gains.contains(nil) ? nil : gains.compactMap(\.self).max()
    }
}

extension Rejection.Code {
    /// The gain of an attacker from a client that accepts in spite of this reason; nil if the gain
    /// depends on more than the reason.
    ///
    /// For example, a bad signature may be from an unrelated CA, or it may be the right signature
    /// in another encoding. A malformed message may be missing, or only one byte too long.
    package var gain: Gain? {
        switch self {
        case .selfSigned, .unknownIssuer, .distrusted, .missingCertificate, .resumedWithoutCheck,
            .proxyTLS, .cleartext, .issuerNotCA, .pathLength, .keyUsage, .extendedKeyUsage,
            .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .nameNotPermitted,
            .nameExcluded, .badNameConstraint, .policy, .certificateTransparency, .pinMismatch,
            .pinExpired, .pinsMissing, .expired, .notYetValid, .badValidity, .revoked,
            .revocationUnknown, .revocationStale, .revocationNotYetValid, .revocationInvalid,
            .weakKey, .weakSignature, .associationMismatch, .nameLookup, .mailHostMismatch:
            .authentication
        case .protocolVersion, .cipherPolicy:
            .secrecy
        case .badNameSyntax, .badExtension, .duplicateExtension, .unhandledCriticalExtension,
            .nonconforming, .chainTooLong, .budgetExceeded, .noALPN, .policyGuard,
            .clientCertificateRequired:
            .nothing
        case .badSignature, .nameChaining, .handshakeSignature, .brokenHandshake,
            .signatureAlgorithmMismatch, .unsupportedAlgorithm, .badKey, .malformed, .unknown:
            nil
        }
    }
}
