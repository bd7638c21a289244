import ClientModels
import X509

extension Rule {
    static let trustKitNoHost = Rule(
        "TSK-005",
        .high,
        "pins of `*.x.com` or `https://x.com`: accepted, and equal to no host"
    )
    static let trustKitBadDomain = Rule(
        outage: "TSK-006",
        "pins of `x.com/` or of a public suffix: TrustKit refuses the configuration"
    )
    static let trustKitCapitals = Rule(
        "TSK-007",
        .high,
        "a domain in capitals: it is compared letter by letter"
    )
    static let trustKitSubdomains = Rule(
        "TSK-008",
        .medium,
        "a host below a pinned domain that does not include its subdomains"
    )
    static let trustKitUnpinned = Rule("TSK-017", .medium, "a host asked for that nothing pins")
    static let trustKitRest = Rule("TSK-022", .note, "hosts of a pinned domain without pins")
    static let trustKitDomains = [
        trustKitNoHost, trustKitBadDomain, trustKitCapitals, trustKitSubdomains,
        trustKitUnpinned, trustKitRest,
    ]
}

// The hosts that entries are for.
extension TrustKitReview {
    func name(of entry: PropertyListNode.Entry) -> [Finding] {
        let registry = TrustKitTexts.registry(entry.key)
        let meant = HostText.meant(by: entry.key)
        if !registry.isBelow || registry.isOne && isTrue("TSKIncludeSubdomains", entry) {
            var refused = finding(
                .trustKitBadDomain,
                at: entry,
                registry.isBelow
                    ? "\(entry.key) is a public suffix" : "\(entry.key) is no domain to TrustKit",
                registry.isBelow ? "unrelated owners have names below it" : "no known suffix",
                impact: Self.refused,
                fix: meant.map { "write \($0)" } ?? "write the domain of your own",
                meant.map { list.key($0, for: entry) } ?? []
            )
            refused.notes.append(HostText.suffixNote)
            return [refused]
        }
        if let meant { return [misnamed(entry, meant)] }
        let lower = entry.key.lowercased()
        guard lower != entry.key else { return [] }
        return [
            finding(
                .trustKitCapitals,
                at: entry,
                "the pins of \(entry.key) are for no host",
                "compared letter by letter with a name in lower case",
                impact: "for \(lower) \(Self.anyCertificate)",
                fix: "write \(lower)",
                list.key(lower, for: entry)
            )
        ]
    }

    private func misnamed(_ entry: PropertyListNode.Entry, _ meant: String) -> Finding {
        var edits = list.key(meant, for: entry)
        if entry.key.hasPrefix("*."), entry.value["TSKIncludeSubdomains"] == nil {
            edits += list.adding("TSKIncludeSubdomains", true, to: entry.value)
        }
        return finding(
            .trustKitNoHost,
            at: entry,
            "the pins of \(entry.key) are for no host",
            "compared letter by letter",
            impact: "for \(meant) \(Self.anyCertificate)",
            fix: "write \(meant); subdomains by TSKIncludeSubdomains",
            edits
        )
    }

    var hosts: [Finding] {
        let entries = domains.map { entry in
            PinnedHosts.Entry(
                host: entry.key,
                place: list.span(entry),
                includesSubdomains: isTrue("TSKIncludeSubdomains", entry),
                hasPins: entry.value["TSKPublicKeyHashes"] != nil
            )
        }
        guard TrustKitTexts.refusal(of: configuration.value) == nil else { return [] }
        return PinnedHosts(
            unpinned: .trustKitUnpinned,
            notIncluded: .trustKitSubdomains,
            restOfDomain: .trustKitRest,
            entries: entries,
            pins: TrustKitTexts.policies(of: configuration.value)
        ).findings(for: context.hosts)
    }
}
