extension PolicyModel {
    /// A `URLSessionDelegate` that pins by hand: the correct one, and those with a mistake.
    package static let urlsession = PolicyModel(
        name: "urlsession",
        about: "A hand-written URLSession delegate that evaluates the trust and pins the leaf, and "
            + "common mistakes in such delegates.",
        source: "Foundation, URLSessionDelegate, over Apple Security-61901.0.87.0.1, SecTrust.c",
        scope: .urlSession,
        platform: .apple,
        settings: [
            Setting(
                "compare",
                URLSessionPinning.Comparison.allCases.map(\.rawValue),
                fallback: URLSessionPinning.Comparison.leafCertificate.rawValue,
                about: "The part of the leaf that must equal that of a pinned certificate; with "
                    + "anchors, the pins are the only anchors."
            ),
            Setting(
                "bug",
                ["none"] + URLSessionBug.catalogue.map(\.name),
                fallback: "none",
                about: "The mistake; one in a comparison also sets `compare`."
            ),
            .text(
                "domain",
                about: "The domain whose hosts are pinned, itself included; by default every host. "
                    + "It counts only if a scenario sets the party."
            ),
            .text(
                "excluded-domain",
                about: "A domain whose hosts the platform decides on, itself included. It counts "
                    + "only if a scenario sets the party."
            ),
        ],
        checks: ModelCheck.urlSession,
        audit: AuditTerms(
            strongest: { ["compare": $0["compare"]] },
            unpinned: ["bug": "delegate-never-called"]
        ),
        capabilities: { settings in
            switch URLSessionPinning(settings).comparison {
            case .leafCertificate, .leafKey: [.pins, .endEntityPins, .unpinned]
            case .leafKeyHash: [.pins, .endEntityPins, .hashPins, .unpinned]
            case .anchors: [.pins, .unpinned]
            }
        },
        policy: { URLSessionPinning($0, checks: $1) }
    )
}

extension URLSessionPinning {
    fileprivate init(_ settings: PolicyModel.Settings, checks: CheckSet = .all) {
        self.init(checks: checks)
        comparison = Comparison(rawValue: settings["compare"]) ?? .leafCertificate
        if !settings.standsIn {
            domain = settings["domain"]
            excludedDomain = settings["excluded-domain"]
        }
        URLSessionBug.catalogue.first { $0.name == settings["bug"] }?.change(&self)
    }
}
