import X509

extension PathProfile {
    /// OpenJDK's verification of a TLS server by JSSE's own trust manager, as OkHttp asks for it on a JVM.
    ///
    /// A chain in order is judged as it is; of another every path is tried. There is no revocation, and the
    /// caller compares the host. Of an anchor its name and key count, and whether it is a CA: the end entity
    /// may be one, and is asked its key usage and its purposes alone (`PKIXValidator.engineValidate`).
    ///
    /// Read from 17.0.15 and 25.0.3, which decide alike. It is a library's behaviour and no authority's
    /// rules, so `libraries` has it.
    package static let jsse = PathProfile(
        name: "jsse",
        about: "OpenJDK's verification of TLS servers: a chain in order is judged as it is.",
        source: "OpenJDK 17 and 25, sun/security/validator, sun/security/provider/certpath, "
            + "sun/security/x509, sun/security/ssl/X509TrustManagerImpl.java",
        decoding: .java,
        building: .servedPath,
        omissions: [
            "OpenJDK refuses SHA-1 below the roots that came with it alone, not below any anchor.",
            "Updates of 2026 after 17.0.15 also hold a wildcard against names that are excluded.",
            "The policies that an anchor states count here (RFC 5937 §3.2).",
        ]
    ) { purposes in
        PathCheck.catalogue
            .leavingOut(.serialNumber, .timeTypes, .signingAuthority, .identity)
            .replacing(.javaExtensionBodies)
            .replacing(.validity.exceptAnchors)
            .replacing(.criticalExtensions.exceptAnchors)
            .replacing(.policyQualifiers.exceptAnchors)
            // `PKIXValidator.verifyTrustAnchor`
            .replacing(.legacyBasicConstraints)
            .replacing(.pathLength.exceptAnchors)
            .replacing(
                .looseExtendedKeyUsage(
                    for: purposes,
                    source: "OpenJDK 17, validator/EndEntityChecker.java checkTLSServer"
                )
            )
            .replacing(.javaSignatureStrength)
            .replacing(.javaNameConstraints)
            .replacing(.javaKeyStrength)
            .replacing(.javaSignature)
            .inserting([.javaCommonNameConstraints], before: .keyStrength)
    }
}
