// The decisions of a delegate, in the order of the delegate's lines.
extension ModelCheck {
    static let urlSession: [ModelCheck] = [
        .urlSessionMethod, .urlSessionPinnedHost, .urlSessionAnchorsOnly, .urlSessionEvaluation,
        .urlSessionPinsMissing, .urlSessionComparison,
    ]

    private static let foundation = Origin("urlsession", "Foundation")
    private static let security = Origin("urlsession", "Apple Security-61901.0.87.0.1")

    static let urlSessionMethod = foundation(
        "authentication-method",
        about: "The platform handles a challenge that is not for a server trust.",
        at: "URLProtectionSpace.authenticationMethod"
    )
    static let urlSessionPinnedHost = foundation(
        "pinned-host",
        about: "The platform decides on a host without pins.",
        at: "URLSession.AuthChallengeDisposition.performDefaultHandling"
    )
    static let urlSessionAnchorsOnly = security(
        "anchors-only",
        about: "If the pins are the anchors, the store's are not.",
        at: "SecTrust.c SecTrustSetAnchorCertificatesOnly"
    )
    static let urlSessionEvaluation = security(
        "evaluation",
        about: "A trust whose evaluation fails is rejected, whatever its leaf.",
        at: "SecTrust.c SecTrustEvaluateWithError"
    )
    static let urlSessionPinsMissing = foundation(
        "pins-missing",
        about: "An empty set of pins is rejected.",
        at: "Bundle.url(forResource:withExtension:), which may be nil"
    )
    static let urlSessionComparison = security(
        "comparison",
        about: "A leaf that is not pinned is rejected.",
        at: "SecCertificate.h SecCertificateCopyData, SecCertificateCopyKey"
    )
}
