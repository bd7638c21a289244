// The decisions of Alamofire's policies, in its order.

extension ModelCheck {
    private static let source4 = "Alamofire 4.9.1, Source/ServerTrustPolicy.swift"
    private static let source5 =
        "Alamofire 5.12.0, Source/Features/ServerTrustEvaluation.swift"

    private static func alamofire(_ name: String, _ about: String) -> ModelCheck {
        ModelCheck("alamofire/\(name)", about: about, source: source4)
    }

    private static func alamofire5(_ name: String, _ about: String) -> ModelCheck {
        ModelCheck("alamofire5/\(name)", about: about, source: source5)
    }

    // MARK: Alamofire 4

    static let alamofireHostEntry = alamofire(
        "host-entry",
        "A policy counts for the host that the dictionary names, as it is spelled there."
    )
    static let alamofireBundle = alamofire(
        "certificates-in-bundle",
        "What is pinned are certificates: DER, in a file that is named like one."
    )
    static let alamofireDefaultEvaluation = alamofire(
        "default-evaluation",
        "performDefaultEvaluation: the platform trusts the chain."
    )
    static let alamofireRevokedEvaluation = alamofire(
        "revoked-evaluation",
        "performRevokedEvaluation: the platform trusts the chain under both policies."
    )
    static let alamofirePinnedAnchors = alamofire(
        "pinned-anchors",
        "pinCertificates with the chain: the pins are the only anchors."
    )
    static let alamofirePinnedChain = alamofire(
        "pinned-chain",
        "pinCertificates with the chain: the platform trusts the chain under those anchors."
    )
    static let alamofirePinnedCertificate = alamofire(
        "pinned-certificate",
        "pinCertificates without the chain: a pinned certificate stands in it."
    )
    static let alamofirePinnedKeyChain = alamofire(
        "pinned-key-chain",
        "pinPublicKeys with the chain: the platform trusts the chain."
    )
    static let alamofirePinnedKey = alamofire(
        "pinned-key",
        "pinPublicKeys: a pinned key stands in the chain."
    )
    static let alamofireValidateHost = alamofire(
        "validate-host",
        "validateHost: the policy that the chain is evaluated under names the host."
    )
    static let alamofireCustomEvaluation = alamofire(
        "custom-evaluation",
        "customEvaluation: the closure says true."
    )

    // MARK: Alamofire 5

    static let alamofire5HostEntry = alamofire5(
        "host-entry",
        "An evaluator counts for the host that the dictionary names, as it is spelled there."
    )
    static let alamofire5AllHosts = alamofire5(
        "all-hosts-must-be-evaluated",
        "allHostsMustBeEvaluated: a host without an evaluator is refused."
    )
    static let alamofire5Bundle = alamofire5(
        "certificates-in-bundle",
        "What is pinned are certificates: DER, in a file that is named like one."
    )
    static let alamofire5DefaultValidation = alamofire5(
        "default-validation",
        "performDefaultValidation: the platform trusts the chain, whatever its host."
    )
    static let alamofire5HostValidation = alamofire5(
        "host-validation",
        "performValidation: the platform trusts the chain for the host."
    )
    static let alamofire5RevocationPolicy = alamofire5(
        "revocation-policy",
        "RevocationTrustEvaluator: a policy on revocation can be made of the options."
    )
    static let alamofire5Revocation = alamofire5(
        "revocation",
        "RevocationTrustEvaluator: the platform trusts the chain under that policy alone."
    )
    static let alamofire5CertificatesFound = alamofire5(
        "certificates-found",
        "PinnedCertificatesTrustEvaluator: there are certificates to pin."
    )
    static let alamofire5SelfSigned = alamofire5(
        "accept-self-signed-certificates",
        "PinnedCertificatesTrustEvaluator: the pins become the only anchors, where that is on."
    )
    static let alamofire5PinnedCertificate = alamofire5(
        "pinned-certificate",
        "PinnedCertificatesTrustEvaluator: a pinned certificate stands in the chain."
    )
    static let alamofire5KeysFound = alamofire5(
        "keys-found",
        "PublicKeysTrustEvaluator: there are keys to pin."
    )
    static let alamofire5PinnedKey = alamofire5(
        "pinned-key",
        "PublicKeysTrustEvaluator: a pinned key stands in the chain."
    )
    static let alamofire5Custom = alamofire5(
        "custom-evaluator",
        "An evaluator of the application's own throws nothing."
    )
}
