extension Rejection.Code {
    /// The rank of a rejection among the rejections of several failed paths: the rejection with the
    /// highest rank is reported.
    ///
    /// "No issuer found" ranks lowest, because every dead end has this rejection. The single defect
    /// of an otherwise good path ranks highest. Between these two, defects of form have the lowest
    /// ranks, then defects of authority, then defects of names and dates.
    var rank: Int {
        switch self {
        case .unknownIssuer: 0
        case .nameChaining: 1
        case .badSignature: 2
        case .selfSigned: 3
        case .chainTooLong: 4
        case .malformed: 5
        case .duplicateExtension: 6
        case .badExtension: 7
        case .unsupportedAlgorithm: 8
        case .badKey: 9
        case .signatureAlgorithmMismatch: 10
        case .unhandledCriticalExtension: 11
        case .nonconforming: 12
        case .issuerNotCA: 13
        case .keyUsage: 14
        case .extendedKeyUsage: 15
        case .weakKey: 16
        case .weakSignature: 17
        case .pathLength: 18
        case .badNameConstraint: 19
        case .nameNotPermitted: 20
        case .nameExcluded: 21
        case .badValidity: 22
        case .notYetValid: 23
        case .expired: 24
        // Rejections by rules on the end entity or on a whole path, and rejections outside path
        // validation.
        case .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .badNameSyntax,
            .distrusted, .policy, .revoked, .revocationUnknown, .revocationStale,
            .revocationNotYetValid, .revocationInvalid, .certificateTransparency, .pinMismatch,
            .pinExpired, .pinsMissing, .associationMismatch, .nameLookup,
            .mailHostMismatch,
            .policyGuard, .protocolVersion, .cipherPolicy, .noALPN, .handshakeSignature,
            .brokenHandshake, .cleartext, .missingCertificate, .clientCertificateRequired,
            .resumedWithoutCheck,
            .proxyTLS,
            .budgetExceeded, .unknown:
            25
        }
    }
}
