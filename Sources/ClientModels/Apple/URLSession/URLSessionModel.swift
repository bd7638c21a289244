extension PolicyModel {
    /// A `URLSessionDelegate` that pins by hand: the correct delegate, or a delegate with one
    /// mistake.
    package static let urlsession = PolicyModel(
        name: "urlsession",
        about: "A hand-written URLSession delegate that evaluates the trust and pins the leaf, and "
            + "common mistakes in such delegates.",
        source: "Foundation, URLSessionDelegate, over Apple Security-61901.0.87.0.1, SecTrust.c",
        scope: .urlSession,
        platform: .apple,
        settings: URLSessionSetting.all,
        checks: ModelCheck.urlSession,
        audit: AuditTerms(
            strongest: { URLSessionSetting.compare.stating($0[URLSessionSetting.compare]) },
            unpinned: URLSessionSetting.bug.stating(.delegateNeverCalled)
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

/// The settings of the model `urlsession`.
enum URLSessionSetting {
    static let compare = SettingKey(
        "compare",
        fallback: URLSessionPinning.Comparison.leafCertificate,
        about: "The part of the leaf that must equal the same part of a pinned certificate; "
            + "with the value anchors, the pins are the only anchors."
    )
    /// The mistake; nil for the correct delegate.
    static let bug = SettingKey<URLSessionBug?>(
        "bug",
        [nil] + URLSessionBug.catalogue,
        word: { $0?.name ?? "none" },
        fallback: nil,
        about: "The mistake; a mistake in a comparison also sets `compare`."
    )
    static let domain = SettingKey.text(
        "domain",
        about: "The domain whose hosts are pinned, including the domain itself; by default, "
            + "every host is pinned. The setting counts only if a scenario sets the party."
    )
    static let excludedDomain = SettingKey.text(
        "excluded-domain",
        about: "A domain for whose hosts, including the domain itself, the platform decides. "
            + "The setting counts only if a scenario sets the party."
    )

    static let all: [any AnySettingKey] = [compare, bug, domain, excludedDomain]
}

extension URLSessionPinning {
    fileprivate init(_ settings: PolicyModel.Settings, checks: CheckSet = .all) {
        self.init(checks: checks)
        comparison = settings[URLSessionSetting.compare]
        if !settings.standsIn {
            domain = settings[URLSessionSetting.domain]
            excludedDomain = settings[URLSessionSetting.excludedDomain]
        }
        settings[URLSessionSetting.bug]?.change(&self)
    }
}
