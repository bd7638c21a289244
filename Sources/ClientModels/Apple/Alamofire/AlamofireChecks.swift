// The decisions of Alamofire's policies, in Alamofire's order.

extension ModelCheck {
    private static let policy = Origin(
        "alamofire",
        "Alamofire 4.9.1, Source/ServerTrustPolicy.swift"
    )
    private static let evaluation = Origin(
        "alamofire5",
        "Alamofire 5.12.0, Source/Features/ServerTrustEvaluation.swift"
    )

    // MARK: Alamofire 4

    static let alamofireHostEntry = policy(
        "host-entry",
        about: "A policy applies only to a host that is spelled exactly like the policy's key."
    )
    static let alamofireBundle = policy(
        "certificates-in-bundle",
        about: "Pinned files are DER certificates with the file extension of a certificate."
    )
    static let alamofireDefaultEvaluation = policy(
        "default-evaluation",
        about: "performDefaultEvaluation: the platform trusts the chain."
    )
    static let alamofireRevokedEvaluation = policy(
        "revoked-evaluation",
        about: "performRevokedEvaluation: the platform trusts the chain under both policies."
    )
    static let alamofirePinnedAnchors = policy(
        "pinned-anchors",
        about: "pinCertificates with the chain: the pins are the only anchors."
    )
    static let alamofirePinnedChain = policy(
        "pinned-chain",
        about: "pinCertificates with the chain: the platform trusts the chain with those anchors."
    )
    static let alamofirePinnedCertificate = policy(
        "pinned-certificate",
        about: "pinCertificates without the chain: the chain contains a pinned certificate."
    )
    static let alamofirePinnedKeyChain = policy(
        "pinned-key-chain",
        about: "pinPublicKeys with the chain: the platform trusts the chain."
    )
    static let alamofirePinnedKey = policy(
        "pinned-key",
        about: "pinPublicKeys: the chain contains a pinned key."
    )
    static let alamofireValidateHost = policy(
        "validate-host",
        about: "validateHost: the policy for the evaluation of the chain names the host."
    )
    static let alamofireCustomEvaluation = policy(
        "custom-evaluation",
        about: "customEvaluation: the closure returns true."
    )

    // MARK: Alamofire 5

    static let alamofire5HostEntry = evaluation(
        "host-entry",
        about: "An evaluator applies only to a host that is spelled exactly like its key."
    )
    static let alamofire5AllHosts = evaluation(
        "all-hosts-must-be-evaluated",
        about: "allHostsMustBeEvaluated: a host without an evaluator is rejected."
    )
    static let alamofire5Bundle = evaluation(
        "certificates-in-bundle",
        about: "Pinned files are DER certificates with the file extension of a certificate."
    )
    static let alamofire5DefaultValidation = evaluation(
        "default-validation",
        about: "performDefaultValidation: the platform trusts the chain, for any host."
    )
    static let alamofire5HostValidation = evaluation(
        "host-validation",
        about: "performValidation: the platform trusts the chain for the host."
    )
    static let alamofire5RevocationPolicy = evaluation(
        "revocation-policy",
        about: "RevocationTrustEvaluator: a revocation policy can be created with the options."
    )
    static let alamofire5Revocation = evaluation(
        "revocation",
        about: "RevocationTrustEvaluator: the platform trusts the chain under that policy alone."
    )
    static let alamofire5CertificatesFound = evaluation(
        "certificates-found",
        about: "PinnedCertificatesTrustEvaluator: there are certificates to pin."
    )
    static let alamofire5SelfSigned = evaluation(
        "accept-self-signed-certificates",
        about: "PinnedCertificatesTrustEvaluator: the pins become the only anchors, with "
            + "acceptSelfSignedCertificates."
    )
    static let alamofire5PinnedCertificate = evaluation(
        "pinned-certificate",
        about: "PinnedCertificatesTrustEvaluator: the chain contains a pinned certificate."
    )
    static let alamofire5KeysFound = evaluation(
        "keys-found",
        about: "PublicKeysTrustEvaluator: there are keys to pin."
    )
    static let alamofire5PinnedKey = evaluation(
        "pinned-key",
        about: "PublicKeysTrustEvaluator: the chain contains a pinned key."
    )
    static let alamofire5Custom = evaluation(
        "custom-evaluator",
        about: "The application's own evaluator throws nothing."
    )
}
