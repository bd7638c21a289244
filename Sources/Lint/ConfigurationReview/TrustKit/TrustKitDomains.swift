import ClientModels
import ScenarioFormat
import X509

extension Rule {
    static let trustKitNoHost = Rule(
        "TSK-005",
        .high,
        "pins for `*.x.com` or `https://x.com`, which match no host"
    )
    static let trustKitBadDomain = Rule(
        outage: "TSK-006",
        "pins for `x.com/` or a public suffix: TrustKit rejects the configuration"
    )
    static let trustKitCapitals = Rule(
        "TSK-007",
        .high,
        "a domain with capital letters, which matches no host"
    )
    static let trustKitSubdomains = Rule(
        "TSK-008",
        .medium,
        "a subdomain of a pinned domain whose entry does not include subdomains"
    )
    static let trustKitUnpinned = Rule("TSK-017", .medium, "a host of `--host` without pins")
    static let trustKitRest = Rule(
        "TSK-022",
        .note,
        "a domain with pins for only some of its "
            + "hosts"
    )
    static let trustKitDomains = [
        trustKitNoHost, trustKitBadDomain, trustKitCapitals, trustKitSubdomains,
        trustKitUnpinned, trustKitRest,
    ]
}

// Rules for the hosts of entries.
extension TrustKitReview {
    func name(of entry: PropertyListNode.Entry) -> [Finding] {
        let registry = TrustKitTexts.registry(entry.key)
        let meant = HostText.meant(by: entry.key)
        if !registry.isBelow || registry.isOne && isTrue("TSKIncludeSubdomains", entry) {
            var refused = finding(
                .trustKitBadDomain,
                at: entry,
                registry.isBelow
                    ? "\(entry.key) is a public suffix"
                    : "TrustKit does not accept \(entry.key) "
                        + "as a domain",
                registry.isBelow
                    ? "its subdomains have unrelated owners"
                    : "not below a known "
                        + "public suffix",
                impact: Self.refused,
                fix: meant.map { "write \($0)" } ?? "write your own domain",
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
                "the pins for \(entry.key) match no host",
                "compared with the host name in lower case",
                impact: "\(Self.anyCertificate) for \(lower)",
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
            "the pins for \(entry.key) match no host",
            "compared with the host name as text",
            impact: "\(Self.anyCertificate) for \(meant)",
            fix: "write \(meant); for subdomains, set TSKIncludeSubdomains",
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
