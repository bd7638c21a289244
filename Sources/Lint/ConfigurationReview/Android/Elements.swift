import ClientModels
import ScenarioFormat

extension Rule {
    static let unknownElement = Rule(
        "NSC-014",
        .low,
        "an element that Android ignores, such as `<pinset>`, or `<pin>` outside `<pin-set>`"
    )
    static let unknownAttribute = Rule(
        "NSC-015",
        .low,
        "an attribute that Android ignores, such as `includeSubDomains`"
    )
    static let androidElements = [unknownElement, unknownAttribute, androidRefused]
}

/// Elements and attributes that Android reads (AOSP, XmlConfigSource.java).
private enum AndroidVocabulary {
    static let children: [String: [String]] = [
        "network-security-config": ["base-config", "domain-config", "debug-overrides"],
        "base-config": ["trust-anchors", "certificateTransparency", "domainEncryption"],
        "domain-config": [
            "domain", "pin-set", "trust-anchors", "domain-config", "certificateTransparency",
            "domainEncryption",
        ],
        // Not verified: whether Android rejects `domainEncryption` in `debug-overrides`.
        "debug-overrides": ["trust-anchors", "domainEncryption"],
        "trust-anchors": ["certificates"],
        "pin-set": ["pin"],
        "domain": [], "pin": [], "certificates": [], "certificateTransparency": [],
        "domainEncryption": [],
    ]

    /// The elements that Android rejects inside each of these elements.
    ///
    /// Android ignores other unknown elements.
    static let refused: [String: Set<String>] = [
        "base-config": ["pin-set", "domain", "domain-config"],
        "debug-overrides": ["pin-set", "domain", "domain-config", "certificateTransparency"],
    ]

    static let attributes: [String: [String]] = [
        "network-security-config": [],
        "base-config": ["cleartextTrafficPermitted", "hstsEnforced"],
        "domain-config": ["cleartextTrafficPermitted", "hstsEnforced"],
        "debug-overrides": ["cleartextTrafficPermitted", "hstsEnforced"],
        "trust-anchors": [],
        "certificates": ["src", "overridePins"],
        "pin-set": ["expiration"],
        "pin": ["digest"],
        "domain": ["includeSubdomains"],
        "certificateTransparency": ["enabled"],
        "domainEncryption": ["mode"],
    ]
}

// Rules for unknown elements, and for known elements in the wrong place.
extension NetworkSecurityReview {
    func elements(below node: MarkupNode) -> [Finding] {
        guard let known = AndroidVocabulary.children[node.name] else { return [] }
        return attributes(of: node)
            + node.children.flatMap { child -> [Finding] in
                if known.contains(child.name)
                    || AndroidVocabulary.refused[node.name]?.contains(child.name) == true
                {
                    return elements(below: child)
                }
                if AndroidVocabulary.children[child.name] != nil {
                    return [misplaced(child, in: node)]
                }
                // An element with a prefix is for other tools, not for Android.
                return child.name.contains(":") ? [] : [unknown(child, in: node, known)]
            }
    }

    /// Returns the finding for an element that Android reads in other places, but ignores inside
    /// `node`.
    private func misplaced(_ child: MarkupNode, in node: MarkupNode) -> Finding {
        let homes = AndroidVocabulary.children.filter { $0.value.contains(child.name) }.keys
            .sorted()
        let home = homes.map { "<\($0)>" }.joined(separator: " or ")
        let isPin = child.holds { $0.name == "pin" || $0.name == "pin-set" }
        return Finding(
            .unknownElement,
            isPin ? .high : restricts(child, in: node) ? .medium : nil,
            at: file.span(child.startTag),
            "Android ignores <\(child.name)> in <\(node.name)>",
            label: "ignored without a warning",
            impact: isPin
                ? "Android ignores its pins, so a certificate from any trusted CA is accepted"
                : restricts(child, in: node)
                    ? "the app trusts every CA of the device instead of only the listed CAs"
                    : "it has no effect",
            fix: Fix("move it to \(home), where Android reads it, or delete it")
        )
    }

    /// Returns whether an element is meant to trust only the app's own CAs.
    private func restricts(_ child: MarkupNode, in node: MarkupNode) -> Bool {
        let all = child.name == "certificates" ? node : child
        let sources = all.children(named: "certificates").compactMap { $0["src"]?.value }
        return !sources.isEmpty && sources.allSatisfy { $0.hasPrefix("@") }
    }

    private func unknown(_ child: MarkupNode, in node: MarkupNode, _ known: [String]) -> Finding {
        let letters = child.name.lowercased().filter(\.isLetter)
        let meant =
            known.first { $0.filter(\.isLetter) == letters }
            ?? closest(to: child.name, among: known, limit: max(1, child.name.count / 3)).first
            ?? (letters.hasPrefix("pins") && known.contains("pin-set") ? "pin-set" : nil)
        let edits = [child.nameRange, child.endNameRange].compactMap(\.self)
            .compactMap { range in meant.map { Edit(range, $0) } }
        let isPinSet = meant == "pin-set" || meant == "pin"
        return Finding(
            .unknownElement,
            isPinSet ? .high : nil,
            at: file.span(child.nameRange),
            "Android does not know <\(child.name)> in <\(node.name)>",
            label: meant.map { "did you mean <\($0)>?" } ?? "ignored without a warning",
            impact: isPinSet
                ? "Android ignores its pins, so a certificate from any trusted CA is accepted"
                : "it has no effect",
            fix: file.fix(
                meant.map { "write <\($0)>" } ?? "delete it, or move it to where Android reads it",
                edits
            )
        )
    }

    private func attributes(of node: MarkupNode) -> [Finding] {
        guard let known = AndroidVocabulary.attributes[node.name] else { return [] }
        return node.attributes.filter { attribute in
            !known.contains(attribute.name) && !attribute.name.hasPrefix("xmlns")
                && !attribute.name.hasPrefix("tools:")
        }
        .map { unknown($0, of: node, known) }
    }

    private func unknown(
        _ attribute: MarkupNode.Attribute,
        of node: MarkupNode,
        _ known: [String]
    ) -> Finding {
        let bare = attribute.name.split(separator: ":").last.map(String.init) ?? attribute.name
        let meant =
            known.first { $0.lowercased() == bare.lowercased() }
            ?? closest(to: bare, among: known, limit: max(1, bare.count / 3)).first
        let isTrue = AndroidTexts.boolean(attribute.value) == true
        let subdomains = meant == "includeSubdomains" && isTrue
        return Finding(
            .unknownAttribute,
            subdomains ? .medium : nil,
            at: file.span(attribute.nameRange),
            "Android does not know the attribute \(attribute.name) of <\(node.name)>",
            label: meant.map { "did you mean \($0)?" } ?? "ignored without a warning",
            impact: subdomains
                ? "the entry does not apply to subdomains of \(AndroidTexts.host(node.text))"
                : "it has no effect",
            fix: file.fix(
                meant.map { "write \($0)" } ?? "delete it",
                meant.map { [Edit(attribute.nameRange, $0)] } ?? [deleting(attribute)]
            )
        )
    }

    // MARK: Places

    /// Returns findings for elements in places where Android rejects them.
    func structure(_ entries: [Entry]) -> [Finding] {
        let misplaced = AndroidVocabulary.refused.sorted { $0.key < $1.key }.flatMap {
            name,
            elements in
            root.children(named: name).flatMap { node in
                node.children.filter { elements.contains($0.name) }.map {
                    refused(
                        .androidRefused,
                        $0.nameRange,
                        "<\(name)> must not contain <\($0.name)>",
                        "allowed only in <domain-config>"
                    )
                }
            }
        }
        let nameless = entries.filter(\.hosts.isEmpty).map { entry in
            refused(
                .androidRefused,
                entry.node.nameRange,
                "a <domain-config> has no domain",
                "<domain> is missing"
            )
        }
        return misplaced + nameless + repeated(entries)
    }

    private func repeated(_ entries: [Entry]) -> [Finding] {
        var first: [String: MarkupNode] = [:]
        var findings: [Finding] = []
        for domain in entries.flatMap({ $0.node.children(named: "domain") }) {
            let host = AndroidTexts.host(domain.text)
            guard let earlier = first[host] else {
                first[host] = domain
                continue
            }
            findings.append(
                Finding(
                    .androidRefused,
                    at: file.span(textRange(domain)),
                    "\(host) is listed twice",
                    label: "duplicate",
                    impact: Self.refused,
                    fix: file.fix(
                        "merge the entries, so that the domain is listed "
                            + "once",
                        deleting(domain)
                    ),
                    related: [
                        Finding.Related(place: file.span(textRange(earlier)), label: "first entry")
                    ]
                )
            )
        }
        return findings
    }
}

extension MarkupNode {
    /// Returns whether the element or any element inside it satisfies a condition.
    fileprivate func holds(_ isMeant: (MarkupNode) -> Bool) -> Bool {
        isMeant(self) || children.contains { $0.holds(isMeant) }
    }
}
