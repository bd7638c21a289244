import PKIX

extension PathCheck {
    package static let revocation = PathCheck(
        "revocation",
        about: "No certificate below the trust anchor was revoked, as far as CRLs at hand and "
            + "OCSP responses that came with it say; what did come holds.",
        source: "RFC 5280 §6.3; RFC 6960 §3.2; RFC 7633 §4"
    ) { reached throws(Rejection) in
        guard reached.validator.revocation.mode != .off,
            let anchor = reached.certificates.last
        else { return }
        var search = StatusSearch(reached, anchor: anchor)
        defer { reached.budget = search.budget }
        try search.judge(reached.certificates)
    }
}

extension PathValidator {
    /// The rules on any certificate of a path, whatever it is for.
    private static let generalChecks: Set<String> = Set(
        [
            PathCheck.uniqueExtensions, .extensionBodies, .serialNumber, .emptyNames,
            .signatureAlgorithms, .validity, .criticalExtensions, .basicConstraints, .pathLength,
            .keyUsage, .signatureStrength, .nameConstraints, .keyStrength, .signature,
            .appleWeakSignature, .appleSignatureHashAlgorithms, .appleWeakKeySize, .appleKeySize,
        ].map(\.name)
    )

    /// Finds the path of who signs CRLs or OCSP responses, by those of these rules that are about
    /// any certificate; what it spends is gone from the budget.
    ///
    /// - Returns: the path, the signer first and an anchor of `pool` last.
    mutating func authorityPath(
        from signer: Certificate,
        in pool: CertificatePool,
        at verifyDate: Instant
    ) throws(Rejection) -> [Certificate] {
        var validator = self
        validator.checks.removeAll { !Self.generalChecks.contains($0.name) }
        var search = PathSearch(
            validator: validator,
            pool: pool,
            identity: nil,
            verifyDate: verifyDate,
            isTraced: false
        )
        defer { budget = search.budget }
        return try search.path(from: signer)
    }
}
