import X509

extension PathCheck {
    package static let revocation = PathCheck(
        "revocation",
        about: "No available CRL or stapled OCSP response revokes a certificate below the trust "
            + "anchor; a stapled response must be valid.",
        source: "RFC 5280 §6.3; RFC 6960 §3.2; RFC 7633 §4"
    ) { reached throws(Rejection) in
        guard var search = StatusSearch(reached) else { return }
        defer { (reached.budget, reached.unusedLists) = (search.budget, search.unusedLists) }
        try search.judge(reached.certificates)
    }
}

extension StatusSearch {
    /// Creates a search for the status of the certificates of `reached`; nil if the client does not
    /// check revocation.
    init?(_ reached: ReachedAnchor) {
        guard reached.revocation.mode != .off, let anchor = reached.certificates.last else {
            return nil
        }
        // A revocation statement may be signed with any algorithm allowed for certificates.
        let judgesStrength = reached.checks.contains {
            [PathCheck.signatureStrength.name, PathCheck.appleSignatureHashAlgorithms.name]
                .contains($0.name)
        }
        let checks = reached.revocation.checks
        self.init(
            revocation: reached.revocation,
            checks: judgesStrength
                ? checks
                : checks.leavingOut(.listSignatureStrength, .responseSignatureStrength),
            pool: reached.pool,
            anchor: anchor,
            decoding: reached.decoding,
            cache: reached.cache,
            authorities: reached.authorities,
            verifyDate: reached.verifyDate,
            budget: reached.budget
        )
    }
}
