import ClientModels

extension Rule {
    static let wildcardDomain = Rule("NSC-016", .high, "`*.x.com` as a domain: it equals no host")
    static let urlDomain = Rule(
        "NSC-017",
        .high,
        "a scheme, port or path in a domain: it equals no host"
    )
    static let subdomainLeftOut = Rule(
        "NSC-018",
        .medium,
        "a host below a pinned domain that does not include its subdomains"
    )
    static let unpinnedSibling = Rule(
        "NSC-019",
        .medium,
        "an entry of its own without pins for a host below a pinned domain"
    )
    static let emptyPinSet = Rule("NSC-020", .medium, "a `<pin-set>` without pins")
    static let androidUnpinned = Rule("NSC-035", .medium, "a host asked for that nothing pins")
    static let androidRest = Rule("NSC-036", .note, "hosts of a pinned domain without pins")
    static let androidDomains = [
        wildcardDomain, urlDomain, subdomainLeftOut, unpinnedSibling, emptyPinSet,
        androidUnpinned, androidRest,
    ]
}

// The hosts that entries are for.
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
                "the entry for \(text) is for no host",
                label: isWildcard
                    ? "a wildcard is a letter like any other here" : "not a host name",
                impact: isInForce(entry)
                    ? "\(host) has no pins: any certificate of a trusted authority passes"
                    : "the entry has no effect",
                fix: file.fix(
                    isWildcard
                        ? "write the domain with includeSubdomains" : "write the host name alone",
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
                "\(listed(entry.hosts)) has a pin set without pins",
                label: inherits ? "replaces the pins that it would inherit" : "pins nothing",
                impact: "any certificate of a trusted authority passes",
                fix: file.fix(
                    inherits ? "delete it to inherit the pins" : "pins, or no pin set",
                    deleting(pinSet)
                )
            )
        }
    }

    /// A domain of an entry with pins in force that includes its subdomains.
    private struct PinnedParent {
        /// Its number among those of the file.
        let number: Int
        let entry: Entry
        let domain: MarkupNode
    }

    /// Entries that stand beside a pinned domain that would include their hosts.
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

    /// By their hosts; of several with one host the first.
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

    /// The way to fix an entry without pins: with an edit where one parent includes all its hosts.
    private func fix(moving entry: Entry, into parents: [PinnedParent?]) -> Fix? {
        guard let parent = parents.lazy.compactMap(\.self).first else { return nil }
        let words =
            "move the entry into that of \(AndroidTexts.host(parent.domain.text)), from which it "
            + "then inherits pins, authorities and cleartext"
        let target = parent.entry.node
        guard parents.allSatisfy({ $0?.entry.node.range == target.range }) else {
            return Fix(words + "; first give the hosts of other domains an entry of their own")
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
            "\(host) has an entry of its own and no pins",
            label: "only this entry counts for it",
            impact:
                "the pins of \(AndroidTexts.host(parent.domain.text)) do not count for \(host): any "
                + "certificate of a trusted authority passes",
            fix: fix,
            related: [
                Finding.Related(
                    place: file.span(textRange(parent.domain)),
                    label: "includes its subdomains, save those with an entry"
                )
            ]
        )
    }

    /// Hosts asked for, or those of the file.
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
