extension ModelCheck {
    /// The decisions of the platform below every model of an Apple client.
    ///
    /// `hatpin mutants` omits each of these decisions in turn. The rules on certificates are not
    /// listed here: they are `PathCheck`s, which have mutants of their own.
    package static let platform: [ModelCheck] = [
        .anchorsOnly, .emptyAnchors, .leafAsAnchor, .storeParents, .userAnchorProceeds,
        .cutAtBadSignature, .rejectedPaths,
        .scoreAnchored, .scoreSelfSigned, .scoreDates, .scoreDigests, .scoreKeys,
        .acceptedPathWins, .strongerDigests,
        .policyHost, .stapledRevocation, .positiveResponse, .fatalWeakness, .invalidation,
    ]

    private static let secTrust = Origin(
        "platform",
        "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecTrust.c"
    )
    private static let trustServer = Origin(
        "platform",
        "Apple Security-61901.0.87.0.1, trust/trustd/SecTrustServer.c"
    )
    private static let certificateServer = Origin(
        "platform",
        "Apple Security-61901.0.87.0.1, trust/trustd/SecCertificateServer.c"
    )
    private static let policyServer = Origin(
        "platform",
        "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    )
    private static let revocationServer = Origin(
        "platform",
        "Apple Security-61901.0.87.0.1, trust/trustd/SecRevocationServer.c"
    )
    private static let policyChecks = Origin(
        "platform",
        "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicyChecks.list"
    )

    // MARK: Anchors

    static let anchorsOnly = trustServer(
        "anchors-only",
        about: "Anchors that an application sets are the only anchors, unless the application "
            + "adds those of the store."
    )
    static let emptyAnchors = secTrust(
        "empty-anchors",
        about: "An empty list of anchors trusts nothing; only nil restores the store."
    )
    static let leafAsAnchor = trustServer(
        "leaf-as-anchor",
        about: "A leaf that is an anchor is a complete path, whichever issuer it names."
    )
    static let storeParents = trustServer(
        "parents-from-store",
        about: "If the store's anchors are not trusted, they may still issue."
    )
    static let userAnchorProceeds = policyServer(
        "user-anchor-proceeds",
        about: "A path through a certificate that the user installed results in proceed, not "
            + "unspecified."
    )

    // MARK: Paths

    static let cutAtBadSignature = trustServer(
        "cut-at-bad-signature",
        about: "No path continues through an issuer whose key did not make the signature."
    )
    static let rejectedPaths = trustServer(
        "rejected-paths",
        about: "If no path is valid, paths through issuers that may not issue are returned too."
    )
    static let scoreAnchored = certificateServer(
        "score-anchored",
        about: "A path to an anchor is better than a path without an anchor."
    )
    static let scoreSelfSigned = certificateServer(
        "score-self-signed",
        about: "A path that ends in a self-signed certificate is better than a path that does "
            + "not; a shorter path is better."
    )
    static let scoreDates = certificateServer(
        "score-dates",
        about: "A path is better if every certificate is valid on the verify date."
    )
    static let scoreDigests = certificateServer(
        "score-digests",
        about: "A path is better if no digest below its anchor is SHA-1 or weaker."
    )
    static let scoreKeys = certificateServer(
        "score-keys",
        about: "A path is better if no key is weaker than RSA of 2048 bits or P-224."
    )
    static let acceptedPathWins = trustServer(
        "accepted-path-wins",
        about: "A path that the policies accept is better than every path that the policies reject."
    )
    static let strongerDigests = trustServer(
        "stronger-digests",
        about: "After an accepted path with SHA-1, the search continues for a better path."
    )

    // MARK: Policies and results

    static let policyHost = policyServer(
        "policy-host",
        about: "An SSL policy with a host checks the leaf's names."
    )
    static let stapledRevocation = revocationServer(
        "stapled-revocation",
        about: "Staples are evaluated even if no policy checks revocation."
    )
    static let positiveResponse = policyServer(
        "positive-response",
        about: "If a revocation policy requires a response, a leaf without one is rejected."
    )
    static let fatalWeakness = policyChecks(
        "fatal-weakness",
        about: "A revocation, a digest of the MD family or a very short key is fatal, whatever "
            + "else is wrong."
    )
    static let invalidation = secTrust(
        "invalidation",
        about: "Every setter of a trust discards its evaluation."
    )
}
