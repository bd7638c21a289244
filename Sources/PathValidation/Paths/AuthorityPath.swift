import X509

extension PathValidator: AuthorityPaths {
    /// The names of the rules that apply to any certificate, whatever its purpose.
    private static let generalChecks: Set<String> = Set(
        [
            PathCheck.uniqueExtensions, .extensionBodies, .serialNumber, .emptyNames,
            .signatureAlgorithms, .validity, .criticalExtensions, .basicConstraints, .pathLength,
            .keyUsage, .signingAuthority, .signatureStrength, .nameConstraints, .keyStrength,
            .signature,
            .appleWeakSignature, .appleSignatureHashAlgorithms, .appleWeakKeySize, .appleKeySize,
        ].map(\.name)
    )

    func path(
        of signer: Certificate,
        in pool: CertificatePool,
        at verifyDate: Instant,
        budget: inout Budget
    ) throws(Rejection) -> [Certificate] {
        var validator = self
        validator.checks.removeAll { !Self.generalChecks.contains($0.name) }
        validator.budget = budget
        var search = PathSearch(
            validator: validator,
            pool: pool,
            identity: nil,
            verifyDate: verifyDate,
            asksRevocation: true,
            isTraced: false
        )
        defer { budget = search.budget }
        return try search.path(from: signer)
    }
}
