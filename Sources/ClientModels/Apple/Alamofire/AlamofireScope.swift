extension ModelScope {
    /// The scope of the model `alamofire`.
    static let alamofire = ModelScope(
        modelled: [
            "The platform decides on a host without an entry (`performDefaultHandling`), and an "
                + "entry applies to no other spelling of its host.",
            "`validateHost` has no effect if `validateCertificateChain` is off: no policy is set "
                + "and nothing is evaluated, so an expired certificate for another host passes "
                + "with its pin.",
            "`pinCertificates` with the chain makes the pins the only anchors. The platform's own "
                + "anchors do not count, so any chain to a pinned CA passes, and a pinned "
                + "self-signed certificate works.",
            "`pinPublicKeys` with the chain requires the platform's trust and a key, so a private "
                + "CA cannot be used.",
            "`performDefaultEvaluation` accepts a proxy whose root the user installed.",
            "Files that are not certificates, and certificates whose key cannot be extracted, are "
                + "skipped.",
        ],
        notModelled: [
            "Revocation flags that Security does not define: the original then inserts `NSNull` "
                + "into the policies, and the platform's reaction was not read.",
            "Subclasses of `ServerTrustPolicyManager`.",
        ]
    )

    /// The scope of the model `alamofire5`.
    static let alamofire5 = ModelScope(
        modelled: [
            "A host without an evaluator is rejected (`noRequiredEvaluator`) unless "
                + "`allHostsMustBeEvaluated` is off; then the platform decides. An evaluator "
                + "applies to no other spelling of its host.",
            "`validateHost` evaluates the whole chain again, including dates and anchor, so it "
                + "checks more than its name says if `performDefaultValidation` is off.",
            "Pins are required in addition to the platform's trust. A private CA and a self-signed "
                + "certificate, which Alamofire 4's `pinCertificates` accepts, pass only with "
                + "`acceptSelfSignedCertificates`.",
            "`RevocationTrustEvaluator` applies only the revocation policy, after the other two "
                + "checks; without those, neither dates nor the host are checked.",
            "The evaluators of a `CompositeTrustEvaluator` share one trust: anchors that one "
                + "evaluator sets remain for the next evaluator, so the order matters.",
            "Files that are not certificates, and certificates whose key cannot be extracted, are "
                + "skipped. If none is left, that is an error (`noCertificatesFound`, "
                + "`noPublicKeysFound`).",
            "Errors are those of iOS 12, macOS 10.14 and later. Older platforms report "
                + "`defaultEvaluationFailed`, `hostValidationFailed` and `revocationCheckFailed` "
                + "instead of `trustEvaluationFailed`.",
        ],
        notModelled: ["Subclasses of `ServerTrustManager`."]
    )
}
