/// The decisions of AFNetworking, in AFNetworking's order.
extension ModelCheck {
    static let afnetworking: [ModelCheck] = [
        .afBaseURL, .afChallengeHandler, .afDomainGuard, .afSetPolicies, .afPinnedLeaf,
        .afServerTrustIsValid, .afPinnedFile, .afAnchors, .afPinnedCertificate, .afPinnedKey,
        .afServedKey, .afPinnedPublicKey, .afWholeChain, .afLeaf, .afSubjectSummary,
    ]

    private static let release = Origin("afnetworking", "AFNetworking")

    static let afBaseURL = release(
        "base-url",
        about: "A session manager with pins has a base URL with https.",
        at: "3.2.0 AFHTTPSessionManager.m setSecurityPolicy:"
    )

    static let afChallengeHandler = release(
        "challenge-handler",
        about: "The application's block or handler answers instead of the policy.",
        at: "4.0.1 AFURLSessionManager.m URLSession:task:didReceiveChallenge:"
    )

    static let afDomainGuard = release(
        "domain-guard",
        about: "A configuration without pins, with a domain to validate and with invalid "
            + "certificates allowed, is rejected.",
        at: "2.6.0 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afSetPolicies = release(
        "set-policies",
        about: "validatesDomainName chooses between SSL with the domain and BasicX509.",
        at: "2.2.1 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afPinnedLeaf = release(
        "pinned-leaf",
        about: "In 1.2.0, a pinned leaf is accepted in every mode, before any other check.",
        at: "1.2.0 AFURLConnectionOperation.m, from line 540"
    )

    static let afServerTrustIsValid = release(
        "server-trust-is-valid",
        about: "The platform trusts the chain, if required.",
        at: "4.0.1 AFSecurityPolicy.m AFServerTrustIsValid"
    )

    static let afPinnedFile = release(
        "pinned-file",
        about: "Each pinned file becomes an anchor; a PEM file inserts nil into the array.",
        at: "4.0.1 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afAnchors = release(
        "anchors",
        about: "The chain is valid with the pins as its only anchors.",
        at: "2.2.1 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afPinnedCertificate = release(
        "pinned-certificate",
        about: "A certificate of the chain is pinned.",
        at: "2.6.0 AFSecurityPolicy.m AFSSLPinningModeCertificate"
    )

    static let afPinnedKey = release(
        "pinned-key",
        about: "Each pin has a key; up to 2.2.0, a pin without one ends the process.",
        at: "2.1.0 AFSecurityPolicy.m AFPublicKeyForCertificate"
    )

    static let afServedKey = release(
        "served-key",
        about: "Each certificate of the chain has a key; one without inserts nil into the array.",
        at: "4.0.1 AFSecurityPolicy.m AFPublicKeyTrustChainForServerTrust"
    )

    static let afPinnedPublicKey = release(
        "pinned-public-key",
        about: "A key of the chain is the key of a pin.",
        at: "4.0.1 AFSecurityPolicy.m AFSSLPinningModePublicKey"
    )

    static let afWholeChain = release(
        "whole-chain",
        about: "With validatesCertificateChain, the whole chain is pinned.",
        at: "2.5.3 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afLeaf = release(
        "leaf",
        about: "Without validatesCertificateChain, the leaf's key is a pinned key.",
        at: "2.5.3 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afSubjectSummary = release(
        "subject-summary",
        about: "With pins, the leaf's subject summary matches the domain, label by label.",
        at: "2.2.0 AFSecurityPolicy.m AFCertificateHostMatchesDomain"
    )
}
