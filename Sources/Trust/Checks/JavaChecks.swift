import OpenSSL
import PKIX

// The rules of OpenJDK 17 on paths, below sun/security of java.base, where they are not those of RFC 5280.
extension PathCheck {
    /// The rules of `X509TrustManagerImpl` for a TLS server of which a handshake asks this key usage; the
    /// caller compares the host.
    ///
    /// Of an anchor its name and key count, and whether it is a CA: the end entity may be one, and is
    /// asked its key usage and its purposes alone (`PKIXValidator.engineValidate`).
    package static func java(asking usage: KeyUsageBit) -> [PathCheck] {
        catalogue
            .leavingOut(.serialNumber, .timeTypes, .signingAuthority, .identity)
            .replacing(.javaExtensionBodies)
            .replacing(.validity.exceptAnchors)
            .replacing(.criticalExtensions.exceptAnchors)
            .replacing(.policyQualifiers.exceptAnchors)
            // `PKIXValidator.verifyTrustAnchor`
            .replacing(.legacyBasicConstraints)
            .replacing(.pathLength.exceptAnchors)
            .replacing(.handshakeKeyUsage(usage))
            .replacing(
                .looseExtendedKeyUsage(
                    for: [.serverAuth],
                    source: "OpenJDK 17, validator/EndEntityChecker.java checkTLSServer"
                )
            )
            .replacing(.javaNameConstraints.exceptAnchors)
            .replacing(.javaKeyStrength)
            .inserting([.javaCommonNameConstraints.exceptAnchors], before: .keyStrength)
    }

    private static let javaExtensionBodies = PathCheck(
        extensionBodies.name,
        about: "Every critical extension that is known decodes.",
        source: "OpenJDK 17, x509/CertificateExtensions.java parseExtension"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard let fault = certificate.extensions.faults.first(where: \.extension.isCritical) else {
            return
        }
        let identifier = certificate.identifier(at: fault.extension.identifier)
        throw Rejection.badExtension(identifier, fault.error, depth: joining.depth)
    }

    private static let javaNameConstraints = PathCheck(
        nameConstraints.name,
        about: "The names of every certificate are inside what each issuer above it permits.",
        source:
            "OpenJDK 17, provider/certpath/ConstraintsChecker.java, x509/DNSName.java constrains"
    ) { joining throws(Rejection) in
        guard let constraints = joining.certificate.extensions.nameConstraints else { return }
        try joining.judgeNames(by: constraints, takesLeadingDots: true)
    }

    private static let javaCommonNameConstraints = commonNameConstraints(
        source: "OpenJDK 17, x509/NameConstraintsExtension.java verify",
        takesLeadingDots: true,
        bindsIssuers: true
    ) { certificate in
        guard let name = certificate.commonNameAsHost,
            HostName(HostText.withoutWildcard(name)) != nil
        else {
            return []
        }
        return [name]
    }

    private static let javaKeyStrength = PathCheck(
        keyStrength.name,
        about:
            "Keys are RSA of at least 1,024 bits, Ed25519, Ed448, or on P-256, P-384 or P-521 and not "
            + "compressed.",
        source: "OpenJDK 17, jdk.certpath.disabledAlgorithms, util/CurveDB.java, util/ECUtil.java"
    ) { joining throws(Rejection) in
        try joining.requireKey(rsa: 1_024, curve: 256)
        let certificate = joining.certificate
        guard case .ec(let curve, _)? = joining.cache.key(of: certificate)?.kind else { return }
        let isUncompressed = certificate.der[certificate.publicKey.bits].first == 4
        guard isUncompressed, ["prime256v1", "secp384r1", "secp521r1"].contains(curve) else {
            throw Rejection.badKey(depth: joining.depth)
        }
    }
}

extension DERRules {
    /// Deviations from DER that OpenJDK 17 accepts, as `catalogue` describes.
    package static let java: DERRules = [
        .anyTrue, .encodedDefaults, .paddedIntegers, .trailingZeroBits, .unsortedSets, .highIA5,
        .looseStrings, .timesWithoutSeconds, .timesWithOffsets, .trailingBytes, .keysWithoutNull,
    ]
}
