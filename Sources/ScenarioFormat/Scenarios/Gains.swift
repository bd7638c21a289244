import ClientModels
import Crypto
import Forge
import PathValidation
import TLS

extension Setup {
    /// The gain of an attacker from the defects that have names: mutations, violations and behaviours, in
    /// this setup and the steps before it; of several the greatest, and nil for none.
    ///
    /// What no client need refuse is no defect.
    package var gain: Gain? {
        (earlier + [self]).flatMap { setup -> [Gain] in
            let mutations = setup.pki.entities.values.flatMap(\.mutate)
                .compactMap(Mutation.named)
            let violations = setup.handshake.compactMap(Violation.named)
            return mutations.filter { !$0.isHarmless }.map(\.gain)
                + violations.filter { !$0.isAllowed }.map(\.gain)
                + NamedServerFault.catalogue.filter { setup.behave.contains($0.name) }.compactMap(
                    \.gain
                )
        }
        .max()
    }
}

extension [Rejection.Code] {
    /// The gain of an attacker from a client that accepts what must be refused for one of these reasons;
    /// nil where one of them leaves it open.
    var gain: Gain? {
        let gains = map(\.gain)
        return gains.contains(nil) ? nil : gains.compactMap(\.self).max()
    }
}

extension Rejection.Code {
    /// The gain of an attacker from a client that accepts what must be refused for this reason; nil for a
    /// reason that leaves it open.
    ///
    /// A signature may be a stranger's, or the right one in another encoding; a message may be missing, or
    /// be a byte too long.
    package var gain: Gain? {
        switch self {
        case .selfSigned, .unknownIssuer, .distrusted, .missingCertificate, .resumedWithoutCheck,
            .proxyTLS, .cleartext, .issuerNotCA, .pathLength, .keyUsage, .extendedKeyUsage,
            .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .nameNotPermitted,
            .nameExcluded, .badNameConstraint, .policy, .certificateTransparency, .pinMismatch,
            .pinExpired, .pinsMissing, .expired, .notYetValid, .badValidity, .revoked,
            .revocationUnknown, .revocationStale, .revocationNotYetValid, .revocationInvalid,
            .weakKey, .weakSignature:
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
