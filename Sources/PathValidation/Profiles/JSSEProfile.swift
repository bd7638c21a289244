import X509

extension PathProfile {
    /// OpenJDK's verification of a TLS server by JSSE's default trust manager, which OkHttp uses on
    /// a JVM.
    ///
    /// A chain in order is checked unchanged; for any other chain, every path is tried. Revocation
    /// is not checked, and the caller compares the host name. Of an anchor, OpenJDK uses only the
    /// name, the key, the CA flag and the key usage. If the end entity is an anchor, only its key
    /// usage and its purposes are checked (`PKIXValidator.engineValidate`).
    ///
    /// The profile was read from OpenJDK 17.0.15 and 25.0.3, which make the same decisions. The
    /// profile is in `libraries`, because it describes a library and not an authority's rules.
    package static let jsse = PathProfile(
        name: "jsse",
        about: "OpenJDK's verification of TLS servers; a chain in order is checked as it is.",
        source: "OpenJDK 17 and 25, sun/security/validator, sun/security/provider/certpath, "
            + "sun/security/x509, sun/security/ssl/X509TrustManagerImpl.java",
        decoding: .java,
        building: .servedPath,
        omissions: [
            "OpenJDK rejects SHA-1 only below the roots that it ships, not below any anchor.",
            "Updates of 2026 after 17.0.15 also compare a wildcard with excluded names.",
            "The policies of an anchor count here (RFC 5937 §3.2).",
        ]
    ) { purposes in
        PathCheck.catalogue
            .leavingOut(.serialNumber, .timeTypes, .signingAuthority, .identity)
            .replacing(.javaExtensionBodies)
            .replacing(.validity.exceptAnchors)
            .replacing(.criticalExtensions.exceptAnchors)
            .replacing(.policyQualifiers.exceptAnchors)
            // As in `PKIXValidator.verifyTrustAnchor`.
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
