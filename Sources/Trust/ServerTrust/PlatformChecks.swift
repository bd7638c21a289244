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

    // MARK: Anchors

    static let anchorsOnly = ModelCheck(
        "platform/anchors-only",
        about: "Anchors that an application sets are the only ones, until it joins the store.",
        source: trustServer
    )
    static let emptyAnchors = ModelCheck(
        "platform/empty-anchors",
        about: "An empty list of anchors trusts nothing; only nil goes back to the store.",
        source: secTrust
    )
    static let leafAsAnchor = ModelCheck(
        "platform/leaf-as-anchor",
        about: "A leaf that is an anchor is a path by itself, whoever issued it.",
        source: trustServer
    )
    static let storeParents = ModelCheck(
        "platform/parents-from-store",
        about: "Where the store's anchors are not trusted they may still issue.",
        source: trustServer
    )
    static let userAnchorProceeds = ModelCheck(
        "platform/user-anchor-proceeds",
        about: "A path through a certificate that the user installed is proceed, not unspecified.",
        source: policyServer
    )

    // MARK: Paths

    static let cutAtBadSignature = ModelCheck(
        "platform/cut-at-bad-signature",
        about: "No path goes on through an issuer whose key did not make the signature.",
        source: trustServer
    )
    static let rejectedPaths = ModelCheck(
        "platform/rejected-paths",
        about: "Where no path is good, those through issuers that may not issue are shown too.",
        source: trustServer
    )
    static let scoreAnchored = ModelCheck(
        "platform/score-anchored",
        about: "A path to an anchor is better than one to none.",
        source: certificateServer
    )
    static let scoreSelfSigned = ModelCheck(
        "platform/score-self-signed",
        about: "A path that ends in a self-signed certificate is better than one that does not, "
            + "the shorter the better.",
        source: certificateServer
    )
    static let scoreDates = ModelCheck(
        "platform/score-dates",
        about: "A path whose every certificate is valid on the verify date is better.",
        source: certificateServer
    )
    static let scoreDigests = ModelCheck(
        "platform/score-digests",
        about: "A path without SHA-1 and worse below its anchor is better.",
        source: certificateServer
    )
    static let scoreKeys = ModelCheck(
        "platform/score-keys",
        about: "A path without keys below RSA of 2048 bits and P-224 is better.",
        source: certificateServer
    )
    static let acceptedPathWins = ModelCheck(
        "platform/accepted-path-wins",
        about: "A path that the policies accept is better than any that they refuse.",
        source: trustServer
    )
    static let strongerDigests = ModelCheck(
        "platform/stronger-digests",
        about: "After a path with SHA-1 that the policies accept, a better one is looked for.",
        source: trustServer
    )

    // MARK: Policies and results

    static let policyHost = ModelCheck(
        "platform/policy-host",
        about: "An SSL policy with a host asks the leaf for its name.",
        source: policyServer
    )
    static let stapledRevocation = ModelCheck(
        "platform/stapled-revocation",
        about: "What is stapled is looked at, whether or not a policy asks about revocation.",
        source: revocationServer
    )
    static let positiveResponse = ModelCheck(
        "platform/positive-response",
        about: "Where a revocation policy requires a response, a leaf without one is refused.",
        source: policyServer
    )
    static let fatalWeakness = ModelCheck(
        "platform/fatal-weakness",
        about: "A revocation, a digest of the MD family or a very short key is fatal, whatever "
            + "else is wrong.",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicyChecks.list"
    )
    static let invalidation = ModelCheck(
        "platform/invalidation",
        about: "Every setter of a trust throws its evaluation away.",
        source: secTrust
    )

    private static let secTrust = "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecTrust.c"
    private static let trustServer =
        "Apple Security-61901.0.87.0.1, trust/trustd/SecTrustServer.c"
    private static let certificateServer =
        "Apple Security-61901.0.87.0.1, trust/trustd/SecCertificateServer.c"
    private static let policyServer =
        "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    private static let revocationServer =
        "Apple Security-61901.0.87.0.1, trust/trustd/SecRevocationServer.c"
}
