extension ModelScope {
    /// The scope of `alamofire`.
    static let alamofire = ModelScope(
        modelled: [
            "A host without an entry is left to the platform (`performDefaultHandling`), and an "
                + "entry counts for no other spelling of its host.",
            "`validateHost` decides nothing where `validateCertificateChain` is off: no policy is "
                + "set and nothing is evaluated, so that an expired certificate for another host "
                + "passes with its pin.",
            "`pinCertificates` with the chain makes the pins the only anchors. The platform's own "
                + "anchors do not count, so that any chain to a pinned authority passes, and a "
                + "pinned self-signed certificate works.",
            "`pinPublicKeys` with the chain requires the platform's trust and a key, so that a "
                + "private authority cannot be used.",
            "`performDefaultEvaluation` accepts a proxy whose root the user installed.",
            "Files that are not certificates, and certificates whose key cannot be extracted, are "
                + "skipped.",
        ],
        notModelled: [
            "Revocation flags that Security does not define: the original then puts `NSNull` among "
                + "the policies, and how the platform reacts was not read.",
            "Subclasses of `ServerTrustPolicyManager`.",
        ]
    )

    /// The scope of `alamofire5`.
    static let alamofire5 = ModelScope(
        modelled: [
            "A host without an evaluator is refused (`noRequiredEvaluator`) unless "
                + "`allHostsMustBeEvaluated` is off; then the platform decides. An evaluator counts "
                + "for no other spelling of its host.",
            "`validateHost` evaluates the whole chain again, dates and anchor included, and so does "
                + "more than its name says where `performDefaultValidation` is off.",
            "Pins are required in addition to the platform's trust. A private authority and a "
                + "self-signed certificate, which Alamofire 4's `pinCertificates` accepts, pass "
                + "only with `acceptSelfSignedCertificates`.",
            "`RevocationTrustEvaluator` applies the policy on revocation alone, after the others; "
                + "without those two, neither dates nor the host are checked.",
            "The evaluators of a `CompositeTrustEvaluator` share one trust: anchors that one has "
                + "set remain for the next, so that their order decides.",
            "Files that are not certificates, and certificates whose key cannot be extracted, are "
                + "skipped. If none is left, that is an error (`noCertificatesFound`, "
                + "`noPublicKeysFound`).",
            "Errors are those of iOS 12, macOS 10.14 and later. Older platforms report "
                + "`defaultEvaluationFailed`, `hostValidationFailed` and `revocationCheckFailed` in "
                + "place of `trustEvaluationFailed`.",
        ],
        notModelled: ["Subclasses of `ServerTrustManager`."]
    )
}
