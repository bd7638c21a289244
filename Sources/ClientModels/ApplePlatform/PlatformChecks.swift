extension ModelCheck {
    /// The decisions of the platform below every model of an Apple client, each left out in turn by
    /// `hatpin mutants`; the rules on certificates are `PathCheck`s, and left out as such.
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
        about: "Anchors that an application sets are the only ones, until it joins the store."
    )
    static let emptyAnchors = secTrust(
        "empty-anchors",
        about: "An empty list of anchors trusts nothing; only nil goes back to the store."
    )
    static let leafAsAnchor = trustServer(
        "leaf-as-anchor",
        about: "A leaf that is an anchor is a path by itself, whichever issuer it names."
    )
    static let storeParents = trustServer(
        "parents-from-store",
        about: "Where the store's anchors are not trusted they may still issue."
    )
    static let userAnchorProceeds = policyServer(
        "user-anchor-proceeds",
        about: "A path through a certificate that the user installed is proceed, not unspecified."
    )

    // MARK: Paths

    static let cutAtBadSignature = trustServer(
        "cut-at-bad-signature",
        about: "No path goes on through an issuer whose key did not make the signature."
    )
    static let rejectedPaths = trustServer(
        "rejected-paths",
        about: "Where no path is good, those through issuers that may not issue are shown too."
    )
    static let scoreAnchored = certificateServer(
        "score-anchored",
        about: "A path to an anchor is better than one to none."
    )
    static let scoreSelfSigned = certificateServer(
        "score-self-signed",
        about: "A path that ends in a self-signed certificate is better than one that does not, "
            + "the shorter the better."
    )
    static let scoreDates = certificateServer(
        "score-dates",
        about: "A path whose every certificate is valid on the verify date is better."
    )
    static let scoreDigests = certificateServer(
        "score-digests",
        about: "A path without SHA-1 and worse below its anchor is better."
    )
    static let scoreKeys = certificateServer(
        "score-keys",
        about: "A path without keys below RSA of 2048 bits and P-224 is better."
    )
    static let acceptedPathWins = trustServer(
        "accepted-path-wins",
        about: "A path that the policies accept is better than any that they refuse."
    )
    static let strongerDigests = trustServer(
        "stronger-digests",
        about: "After a path with SHA-1 that the policies accept, a better one is looked for."
    )

    // MARK: Policies and results

    static let policyHost = policyServer(
        "policy-host",
        about: "An SSL policy with a host asks the leaf for its name."
    )
    static let stapledRevocation = revocationServer(
        "stapled-revocation",
        about: "What is stapled is looked at, whether or not a policy asks about revocation."
    )
    static let positiveResponse = policyServer(
        "positive-response",
        about: "Where a revocation policy requires a response, a leaf without one is refused."
    )
    static let fatalWeakness = policyChecks(
        "fatal-weakness",
        about: "A revocation, a digest of the MD family or a very short key is fatal, whatever "
            + "else is wrong."
    )
    static let invalidation = secTrust(
        "invalidation",
        about: "Every setter of a trust throws its evaluation away."
    )
}
