import X509

extension PathCheck {
    package static let revocation = PathCheck(
        "revocation",
        about: "No certificate below the trust anchor was revoked, as far as CRLs at hand and "
            + "OCSP responses that came with it say; what did come holds.",
        source: "RFC 5280 §6.3; RFC 6960 §3.2; RFC 7633 §4"
    ) { reached throws(Rejection) in
        guard var search = StatusSearch(reached) else { return }
        defer { (reached.budget, reached.unusedLists) = (search.budget, search.unusedLists) }
        try search.judge(reached.certificates)
    }
}

extension StatusSearch {
    /// A search for the status of the certificates of `reached`; nil if revocation is not checked.
    init?(_ reached: ReachedAnchor) {
        guard reached.revocation.mode != .off, let anchor = reached.certificates.last else {
            return nil
        }
        // A statement about a certificate may be signed by any algorithm that may sign certificates.
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
