/// The decisions of AFNetworking, in its order.
extension ModelCheck {
    static let afnetworking: [ModelCheck] = [
        .afBaseURL, .afChallengeHandler, .afDomainGuard, .afSetPolicies, .afServerTrustIsValid,
        .afPinnedFile, .afAnchors, .afPinnedCertificate, .afPinnedKey, .afServedKey,
        .afPinnedPublicKey, .afWholeChain, .afLeaf, .afSubjectSummary,
    ]

    static let afBaseURL = ModelCheck(
        "afnetworking/base-url",
        about: "A session manager with pins has a base URL, and that is https.",
        source: "AFNetworking 3.2.0 AFHTTPSessionManager.m setSecurityPolicy:"
    )

    static let afChallengeHandler = ModelCheck(
        "afnetworking/challenge-handler",
        about: "The application's block or handler answers instead of the policy.",
        source: "AFNetworking 4.0.1 AFURLSessionManager.m URLSession:task:didReceiveChallenge:"
    )

    static let afDomainGuard = ModelCheck(
        "afnetworking/domain-guard",
        about: "Nothing pinned, a domain to validate and invalid certificates allowed is refused.",
        source: "AFNetworking 2.6.0 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afSetPolicies = ModelCheck(
        "afnetworking/set-policies",
        about: "validatesDomainName chooses between SSL with the domain and BasicX509.",
        source: "AFNetworking 2.2.1 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afServerTrustIsValid = ModelCheck(
        "afnetworking/server-trust-is-valid",
        about: "The platform trusts the chain, or need not.",
        source: "AFNetworking 4.0.1 AFSecurityPolicy.m AFServerTrustIsValid"
    )

    static let afPinnedFile = ModelCheck(
        "afnetworking/pinned-file",
        about: "Each pinned file becomes an anchor; nil is put into the array for one in PEM.",
        source: "AFNetworking 4.0.1 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afAnchors = ModelCheck(
        "afnetworking/anchors",
        about: "The chain is valid with the pins as its only anchors.",
        source: "AFNetworking 2.2.1 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afPinnedCertificate = ModelCheck(
        "afnetworking/pinned-certificate",
        about: "A certificate of the chain is pinned.",
        source: "AFNetworking 2.6.0 AFSecurityPolicy.m AFSSLPinningModeCertificate"
    )

    static let afPinnedKey = ModelCheck(
        "afnetworking/pinned-key",
        about: "Each pin has a key; up to 2.2.0 one that has none ends the process.",
        source: "AFNetworking 2.1.0 AFSecurityPolicy.m AFPublicKeyForCertificate"
    )

    static let afServedKey = ModelCheck(
        "afnetworking/served-key",
        about: "Each certificate of the chain has a key; nil stands in the array for one without.",
        source: "AFNetworking 4.0.1 AFSecurityPolicy.m AFPublicKeyTrustChainForServerTrust"
    )

    static let afPinnedPublicKey = ModelCheck(
        "afnetworking/pinned-public-key",
        about: "A key of the chain is the key of a pin.",
        source: "AFNetworking 4.0.1 AFSecurityPolicy.m AFSSLPinningModePublicKey"
    )

    static let afWholeChain = ModelCheck(
        "afnetworking/whole-chain",
        about: "With validatesCertificateChain all of the chain is pinned.",
        source: "AFNetworking 2.5.3 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afLeaf = ModelCheck(
        "afnetworking/leaf",
        about: "Without validatesCertificateChain the leaf's key is the one that is pinned.",
        source: "AFNetworking 2.5.3 AFSecurityPolicy.m evaluateServerTrust:forDomain:"
    )

    static let afSubjectSummary = ModelCheck(
        "afnetworking/subject-summary",
        about: "The leaf's subject summary matches the domain, label by label.",
        source: "AFNetworking 2.2.0 AFSecurityPolicy.m AFCertificateHostMatchesDomain"
    )
}
