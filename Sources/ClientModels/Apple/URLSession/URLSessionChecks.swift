// The decisions of a delegate, in the order that it takes them.
extension ModelCheck {
    static let urlSession: [ModelCheck] = [
        .urlSessionMethod, .urlSessionPinnedHost, .urlSessionAnchorsOnly, .urlSessionEvaluation,
        .urlSessionPinsMissing, .urlSessionComparison,
    ]

    private static let foundation = Origin("urlsession", "Foundation")
    private static let security = Origin("urlsession", "Apple Security-61901.0.87.0.1")

    static let urlSessionMethod = foundation(
        "authentication-method",
        about: "A challenge that is not for a server trust is left to the platform.",
        at: "URLProtectionSpace.authenticationMethod"
    )
    static let urlSessionPinnedHost = foundation(
        "pinned-host",
        about: "A host that the application pins nothing for is left to the platform.",
        at: "URLSession.AuthChallengeDisposition.performDefaultHandling"
    )
    static let urlSessionAnchorsOnly = security(
        "anchors-only",
        about: "Where the pins are the anchors, the store's are none.",
        at: "SecTrust.c SecTrustSetAnchorCertificatesOnly"
    )
    static let urlSessionEvaluation = security(
        "evaluation",
        about: "A trust that does not evaluate is refused, whatever its leaf.",
        at: "SecTrust.c SecTrustEvaluateWithError"
    )
    static let urlSessionPinsMissing = foundation(
        "pins-missing",
        about: "A set of pins with nothing in it is refused.",
        at: "Bundle.url(forResource:withExtension:), which may be nil"
    )
    static let urlSessionComparison = security(
        "comparison",
        about: "A leaf that is not pinned is refused.",
        at: "SecCertificate.h SecCertificateCopyData, SecCertificateCopyKey"
    )
}
