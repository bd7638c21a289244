import ClientModels
import ScenarioFormat

extension Rule {
    static let arbitraryLoads = Rule(
        "ATS-001",
        .high,
        "`NSAllowsArbitraryLoads` is true: allows http and old TLS for every host without an entry"
    )
    static let overriddenArbitraryLoads = Rule(
        "ATS-002",
        .note,
        "`NSAllowsArbitraryLoads` together with a key that overrides it since iOS 10"
    )
    static let notBoolean = Rule(
        "ATS-009",
        .low,
        "a string or number instead of `<true/>`: it has no effect"
    )
    static let transportSecurity = [arbitraryLoads, overriddenArbitraryLoads, notBoolean]
}

// Rules for the keys that apply to every host.
extension InfoPlistReview {
    private static let globalKeys = [
        "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsInWebContent",
        "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking",
    ]

    var loads: [Finding] {
        Self.globalKeys.compactMap { security[$0] }.compactMap(notBoolean) + arbitraryLoads
    }

    private var arbitraryLoads: [Finding] {
        guard let entry = security["NSAllowsArbitraryLoads"], entry.value.value == .boolean(true)
        else { return [] }
        if let other = Self.globalKeys.dropFirst().compactMap({ security[$0] }).first {
            return [
                finding(
                    .overriddenArbitraryLoads,
                    at: entry,
                    "\(other.key) overrides NSAllowsArbitraryLoads",
                    "ignored since iOS 10",
                    impact: "it has no effect as long as \(other.key) is present",
                    fix: "delete it",
                    list.deleting(entry)
                )
            ]
        }
        let pinned = pinnedEntries.map(\.key)
        return [
            finding(
                .arbitraryLoads,
                at: entry,
                "the app allows http to every host without an exception",
                "turns off App Transport Security",
                impact:
                    "an attacker on the network path can read and change http:// requests; the "
                    + "app offers TLS 1.0 and weak suites"
                    + (pinned.isEmpty
                        ? ""
                        : "; on https, certificates and the pins for \(listed(pinned)) are still "
                            + "checked"),
                fix: "delete it; add a host without https to NSExceptionDomains",
                list.deleting(entry)
            )
        ]
    }

    /// Returns the finding for a value that is not a Boolean but should be.
    func notBoolean(_ entry: PropertyListNode.Entry) -> Finding? {
        guard entry.value.value.boolean == nil else { return nil }
        // The platform compares the value with @YES, which equals the number 1.
        if case .integer(let number) = entry.value.value, (0...1).contains(number) { return nil }
        let meant = entry.value.value.meantBoolean
        return finding(
            .notBoolean,
            at: entry,
            "\(entry.key) is neither <true/> nor <false/>",
            "has no effect",
            impact: "the key has no effect",
            fix: meant == false ? "write <false/>" : "write <true/>",
            meant.map { list.writing($0, for: entry.value) } ?? []
        )
    }
}
