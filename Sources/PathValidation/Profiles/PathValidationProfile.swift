import X509

extension PathProfile {
    /// RFC 5280's path validation and nothing else, which NIST's Public Key Interoperability Test
    /// Suite (PKITS 1.0.1) tests.
    ///
    /// The suite's end entities are not servers. Some of its keys are DSA of 1,024 bits with SHA-1,
    /// and some of its serial numbers are negative.
    package static let pathValidation = PathProfile(
        name: "path-validation",
        about: "Only RFC 5280's path validation, with algorithms of any strength; no rules of TLS "
            + "on servers or of RFC 5280 on CAs.",
        source: "RFC 5280 §6"
    ) { purposes in
        PathCheck.catalogue
            .leavingOut(
                // §6 does not require a strong digest; §6.1.3 (a)(1) only requires a valid
                // signature.
                .signatureStrength,
                .keyStrength,
                // The key usage for a handshake is a requirement of RFC 8446 §4.4.2.2, not of RFC
                // 5280.
                .handshakeKeyUsage,
                // "Certificate users SHOULD be prepared to gracefully handle" a serial number that
                // is negative or zero (§4.1.2.2).
                .serialNumber,
                // §4.1.2.4 and §4.1.2.6 require that CAs have non-empty names; §6.1.3 compares any
                // names.
                .emptyNames,
                // "Conforming applications MUST be able to process validity dates that are encoded
                // in either UTCTime or GeneralizedTime" (§4.1.2.5).
                .timeTypes
            )
            .replacing(.extendedKeyUsage(for: purposes, acceptingAny: true))
    }
}
