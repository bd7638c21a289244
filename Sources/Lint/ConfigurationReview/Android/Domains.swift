import ClientModels
import ScenarioFormat

extension Rule {
    static let wildcardDomain = Rule("NSC-016", .high, "`*.x.com` as a domain: it matches no host")
    static let urlDomain = Rule(
        "NSC-017",
        .high,
        "a scheme, port or path in a domain: it matches no host"
    )
    static let subdomainLeftOut = Rule(
        "NSC-018",
        .medium,
        "a subdomain of a pinned domain whose entry does not include subdomains"
    )
    static let unpinnedSibling = Rule(
        "NSC-019",
        .medium,
        "a subdomain of a pinned domain that has its own entry without pins"
    )
    static let emptyPinSet = Rule("NSC-020", .medium, "a `<pin-set>` without pins")
    static let androidUnpinned = Rule("NSC-035", .medium, "a host of `--host` without pins")
    static let androidRest = Rule("NSC-036", .note, "a domain with pins for only some of its hosts")
    static let androidDomains = [
        wildcardDomain, urlDomain, subdomainLeftOut, unpinnedSibling, emptyPinSet,
        androidUnpinned, androidRest,
    ]
}

// Rules for the hosts of entries.
extension NetworkSecurityReview {
    func names(in entry: Entry) -> [Finding] {
        entry.node.children(named: "domain").flatMap { name(of: $0, entry) }
            + emptyPinSet(in: entry)
    }

    private func name(of domain: MarkupNode, _ entry: Entry) -> [Finding] {
        let text = AndroidTexts.host(domain.text)
        guard let host = HostText.meant(by: text) else { return [] }
        let isWildcard = text.hasPrefix("*.")
        var edits = [Edit(textRange(domain), host)]
        if isWildcard { edits.append(includingSubdomains(domain)) }
        return [
            Finding(
                isWildcard ? .wildcardDomain : .urlDomain,
                isInForce(entry) ? nil : .low,
                at: file.span(textRange(domain)),
                "the entry for \(text) matches no host",
                label: isWildcard
                    ? "wildcards have no meaning here" : "not a host name",
                impact: isInForce(entry)
                    ? "\(host) has no pins, so a certificate from any trusted CA is accepted"
                    : "the entry has no effect",
                fix: file.fix(
                    isWildcard
                        ? "write the domain, and set includeSubdomains"
                        : "write only the host "
                            + "name",
                    edits
                )
            )
        ]
    }

    private func includingSubdomains(_ domain: MarkupNode) -> Edit {
        if let stated = domain["includeSubdomains"] { return Edit(stated.valueRange, "true") }
        let end = domain.nameRange.upperBound
        return Edit(end..<end, " includeSubdomains=\"true\"")
    }

    private func emptyPinSet(in entry: Entry) -> [Finding] {
        entry.node.children(named: "pin-set").filter(\.children.isEmpty).map { pinSet in
            let inherits = entry.parents.contains { !$0.children(named: "pin-set").isEmpty }
            return Finding(
                .emptyPinSet,
                entry.isLocal ? .note : nil,
                at: file.span(pinSet.startTag),
                "the pin set for \(listed(entry.hosts)) has no pins",
                label: inherits ? "replaces the inherited pins" : "has no pins",
                impact: "a certificate from any trusted CA is accepted",
                fix: file.fix(
                    inherits ? "delete it to inherit the pins" : "add pins or delete the pin set",
                    deleting(pinSet)
                )
            )
        }
    }

    /// A domain with effective pins that includes its subdomains.
    private struct PinnedParent {
        /// The position of the domain among the pinned parents of the file.
        let number: Int
        let entry: Entry
        let domain: MarkupNode
    }

    /// Returns findings for entries that have no pins although their hosts are below a pinned
    /// domain.
    func unpinnedSiblings(_ entries: [Entry]) -> [Finding] {
        let parents = pinnedParents(entries)
        guard !parents.isEmpty else { return [] }
        return entries.flatMap { entry -> [Finding] in
            guard entry.pinSet == nil, entry.parents.isEmpty, !entry.isLocal else { return [] }
            let domains = entry.node.children(named: "domain")
            let including = domains.map { domain in
                AndroidTexts.host(domain.text).parentDomains.compactMap { parents[$0] }
                    .min { $0.number < $1.number }
            }
            let fix = fix(moving: entry, into: including)
            return zip(domains, including).compactMap { domain, parent in
                parent.map { sibling(domain, below: $0, fix) }
            }
        }
    }

    /// Returns the pinned parents by host; only the first parent if several have the same host.
    private func pinnedParents(_ entries: [Entry]) -> [String: PinnedParent] {
        var parents: [String: PinnedParent] = [:]
        for entry in entries where isInForce(entry) {
            for domain in entry.node.children(named: "domain")
            where domain["includeSubdomains"].flatMap({ AndroidTexts.boolean($0.value) }) == true {
                let host = AndroidTexts.host(domain.text)
                guard parents[host] == nil else { continue }
                parents[host] = PinnedParent(number: parents.count, entry: entry, domain: domain)
            }
        }
        return parents
    }

    /// Returns the fix for an entry without pins, with an edit if one parent includes all its
    /// hosts.
    private func fix(moving entry: Entry, into parents: [PinnedParent?]) -> Fix? {
        guard let parent = parents.lazy.compactMap(\.self).first else { return nil }
        let words =
            "move the entry into that of \(AndroidTexts.host(parent.domain.text)), so that it "
            + "inherits the pins, CAs and cleartext setting"
        let target = parent.entry.node
        guard parents.allSatisfy({ $0?.entry.node.range == target.range }) else {
            return Fix(words + "; first move hosts of other domains to a separate entry")
        }
        let end = target.content.upperBound
        let line = file.lineRange(file.lineNumber(at: end)).lowerBound
        let isOnOwnLine = file.bytes[line..<end].allSatisfy { $0 <= 0x20 }
        let place = isOnOwnLine ? line : end
        let moved = file.text(file.wholeLines(entry.node.range))
        return file.fix(words, deleting(entry.node), Edit(place..<place, moved))
    }

    private func sibling(
        _ domain: MarkupNode,
        below parent: PinnedParent,
        _ fix: Fix?
    ) -> Finding {
        let host = AndroidTexts.host(domain.text)
        return Finding(
            .unpinnedSibling,
            at: file.span(textRange(domain)),
            "\(host) has its own entry without pins",
            label: "only this entry applies to it",
            impact:
                "the pins for \(AndroidTexts.host(parent.domain.text)) do not apply to \(host), "
                + "so a certificate from any trusted CA is accepted",
            fix: fix,
            related: [
                Finding.Related(
                    place: file.span(textRange(parent.domain)),
                    label: "includes all subdomains except those with their own entry"
                )
            ]
        )
    }

    /// Returns findings for the hosts of `--host`; without that option, for the hosts in the file.
    func hosts(_ entries: [Entry]) -> [Finding] {
        let stated = entries.flatMap { entry in
            let hasPins = isInForce(entry)
            return entry.node.children(named: "domain").map { domain in
                PinnedHosts.Entry(
                    host: AndroidTexts.host(domain.text),
                    place: file.span(textRange(domain)),
                    includesSubdomains: domain["includeSubdomains"]
                        .flatMap { AndroidTexts.boolean($0.value) } ?? false,
                    hasPins: hasPins
                )
            }
        }
        return PinnedHosts(
            unpinned: .androidUnpinned,
            notIncluded: .subdomainLeftOut,
            restOfDomain: .androidRest,
            entries: stated,
            pins: AndroidTexts.pins(by: outline.element, at: context.now)
        ).findings(for: context.hosts)
    }
}
