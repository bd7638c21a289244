import ClientModels

extension Rule {
    static let arbitraryLoads = Rule(
        "ATS-001",
        .high,
        "`NSAllowsArbitraryLoads` is true: http and old TLS to every host without an entry"
    )
    static let voidArbitraryLoads = Rule(
        "ATS-002",
        .note,
        "`NSAllowsArbitraryLoads` beside a key that voids it since iOS 10"
    )
    static let notBoolean = Rule(
        "ATS-009",
        .low,
        "a string or a number for `<true/>`: it counts as unstated"
    )
    static let transportSecurity = [arbitraryLoads, voidArbitraryLoads, notBoolean]
}

// Keys for every host.
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
                    .voidArbitraryLoads,
                    at: entry,
                    "NSAllowsArbitraryLoads does not count beside \(other.key)",
                    "not read since iOS 10",
                    impact: "the mere presence of \(other.key) voids it",
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
                "http is allowed to every host without an exception entry",
                "App Transport Security is off",
                impact:
                    "an attacker on the path reads and changes http:// requests; TLS 1.0 and weak "
                    + "suites are offered"
                    + (pinned.isEmpty
                        ? ""
                        : "; certificates are checked, and pins of \(listed(pinned)) hold on https"),
                fix: "delete it; a host without https gets an entry of its own under "
                    + "NSExceptionDomains",
                list.deleting(entry)
            )
        ]
    }

    /// A finding for a value that is no Boolean where one belongs.
    func notBoolean(_ entry: PropertyListNode.Entry) -> Finding? {
        guard entry.value.value.boolean == nil else { return nil }
        // The platform compares with @YES, which the number 1 equals.
        if case .integer(let number) = entry.value.value, (0...1).contains(number) { return nil }
        let meant = entry.value.value.meantBoolean
        return finding(
            .notBoolean,
            at: entry,
            "\(entry.key) is neither <true/> nor <false/>",
            "counts as unstated",
            impact: "the key has no effect",
            fix: meant == false ? "write <false/>" : "write <true/>",
            meant.map { list.writing($0, for: entry.value) } ?? []
        )
    }
}
