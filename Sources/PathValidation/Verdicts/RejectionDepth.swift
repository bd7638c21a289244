extension Rejection {
    /// The depth of the certificate at fault, 0 for the end entity; nil if not exactly one
    /// certificate is at fault.
    package var depth: Int? {
        switch self {
        case .expired(_, _, let depth), .notYetValid(_, _, let depth),
            .badValidity(_, _, let depth), .issuerNotCA(let depth), .pathLength(_, let depth),
            .keyUsage(_, let depth), .extendedKeyUsage(_, let depth),
            .nameNotPermitted(_, let depth), .nameExcluded(_, let depth),
            .badNameConstraint(let depth), .badSignature(let depth),
            .signatureAlgorithmMismatch(let depth), .weakSignature(_, let depth),
            .weakKey(_, let depth), .badKey(let depth), .unsupportedAlgorithm(_, let depth),
            .malformed(_, let depth), .badExtension(_, _, let depth),
            .duplicateExtension(_, let depth), .unhandledCriticalExtension(_, let depth),
            .nonconforming(_, let depth):
            depth
        // The content of the certificate at this depth is not at fault: the path, or the evidence
        // about the certificate, is.
        case .unknownIssuer, .distrusted, .nameChaining, .policy, .revoked, .revocationUnknown,
            .revocationStale, .revocationNotYetValid, .revocationInvalid:
            nil
        case .nameMismatch, .subjectMismatch, .ipMismatch, .mailboxMismatch, .noIdentity,
            .badNameSyntax,
            .selfSigned, .chainTooLong, .certificateTransparency, .pinMismatch, .pinExpired,
            .pinsMissing, .policyGuard, .associationMismatch, .nameLookup,
            .mailHostMismatch, .protocolVersion, .cipherPolicy, .noALPN,
            .handshakeSignature, .brokenHandshake, .cleartext, .missingCertificate,
            .clientCertificateRequired,
            .resumedWithoutCheck, .proxyTLS, .budgetExceeded, .reported:
            nil
        }
    }
}
