extension PolicyModel {
    /// A `URLSessionDelegate` that pins by hand: the right one, and those with a mistake in them.
    static let urlsession = PolicyModel(
        name: "urlsession",
        about: "A hand-written URLSession delegate that evaluates the trust and pins the leaf, and "
            + "the mistakes that such delegates are written with.",
        source: "Foundation, URLSessionDelegate, over Apple Security-61901.0.87.0.1, SecTrust.c",
        settings: [
            Setting(
                "compare",
                URLSessionPinning.Comparison.allCases.map(\.rawValue),
                fallback: URLSessionPinning.Comparison.leafCertificate.rawValue,
                about: "What of the leaf must equal what of a pinned certificate, or that the pins "
                    + "are the only anchors."
            ),
            Setting(
                "bug",
                ["none"] + URLSessionBug.catalogue.map(\.name),
                fallback: "none",
                about: "The mistake in it; one that is about a comparison brings that along."
            ),
            .text(
                "domain",
                about: "The domain whose hosts are pinned, itself included; every host's unless "
                    + "stated."
            ),
            .text(
                "excluded-domain",
                about: "A domain whose hosts are left to the platform, itself included."
            ),
        ],
        checks: [
            .urlSessionMethod, .urlSessionPinnedHost, .urlSessionAnchorsOnly, .urlSessionEvaluation,
            .urlSessionPinsMissing, .urlSessionComparison,
        ],
        capabilities: { settings in
            switch URLSessionPinning(settings).comparison {
            case .leafCertificate, .leafKey: [.pins, .endEntityPins, .unpinned]
            case .leafKeyHash: [.pins, .endEntityPins, .hashPins, .unpinned]
            case .anchors: [.pins, .unpinned]
            }
        },
        policy: { URLSessionPinning($0) }
    )
}

extension URLSessionPinning {
    fileprivate init(_ settings: PolicyModel.Settings) {
        self.init()
        comparison = Comparison(rawValue: settings["compare"]) ?? .leafCertificate
        if !settings.standsIn {
            domain = settings["domain"]
            excludedDomain = settings["excluded-domain"]
        }
        URLSessionBug.catalogue.first { $0.name == settings["bug"] }?.change(&self)
    }
}

extension ModelCheck {
    static let urlSessionMethod = ModelCheck(
        "urlsession/authentication-method",
        about: "A challenge that is not for a server trust is left to the platform.",
        source: "Foundation, URLProtectionSpace.authenticationMethod"
    )
    static let urlSessionPinnedHost = ModelCheck(
        "urlsession/pinned-host",
        about: "A host that the application pins nothing for is left to the platform.",
        source: "Foundation, URLSession.AuthChallengeDisposition.performDefaultHandling"
    )
    static let urlSessionAnchorsOnly = ModelCheck(
        "urlsession/anchors-only",
        about: "Where the pins are the anchors, the store's are none.",
        source: "Apple Security-61901.0.87.0.1, SecTrust.c, SecTrustSetAnchorCertificatesOnly"
    )
    static let urlSessionEvaluation = ModelCheck(
        "urlsession/evaluation",
        about: "A trust that does not evaluate is refused, whatever its leaf.",
        source: "Apple Security-61901.0.87.0.1, SecTrust.c, SecTrustEvaluateWithError"
    )
    static let urlSessionPinsMissing = ModelCheck(
        "urlsession/pins-missing",
        about: "A set of pins with nothing in it is refused.",
        source: "Foundation, Bundle.url(forResource:withExtension:), which may be nil"
    )
    static let urlSessionComparison = ModelCheck(
        "urlsession/comparison",
        about: "A leaf that is not pinned is refused.",
        source: "Apple Security-61901.0.87.0.1, SecCertificate.h, SecCertificateCopyData, "
            + "SecCertificateCopyKey"
    )
}
