import FileFormat
import Findings
import Models
import Notations

extension Rule {
    static let unknownElement = Rule(
        "NSC-014",
        .low,
        "an element that Android skips silently, such as `<pinset>`"
    )
    static let unknownAttribute = Rule(
        "NSC-015",
        .low,
        "an attribute that Android skips silently, such as `includeSubDomains`"
    )
    static let androidElements = [unknownElement, unknownAttribute, androidRefused]
}

/// Elements and attributes that Android reads (AOSP, XmlConfigSource.java).
private enum Vocabulary {
    static let children: [String: [String]] = [
        "network-security-config": ["base-config", "domain-config", "debug-overrides"],
        "base-config": ["trust-anchors", "certificateTransparency"],
        "domain-config": [
            "domain", "pin-set", "trust-anchors", "domain-config", "certificateTransparency",
        ],
        "debug-overrides": ["trust-anchors"],
        "trust-anchors": ["certificates"],
        "pin-set": ["pin"],
        "domain": [], "pin": [], "certificates": [],
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
    ]
}

// Elements that are unknown, and those that are known and in a wrong place.
extension NetworkSecurityReview {
    func elements(below node: MarkupNode) -> [Finding] {
        guard let known = Vocabulary.children[node.name] else { return [] }
        return attributes(of: node)
            + node.children.flatMap { child -> [Finding] in
                if known.contains(child.name) || Vocabulary.children[child.name] != nil {
                    return elements(below: child)
                }
                // The schema of a later Android may know more.
                return child.name.contains(":") || child.name == "domainEncryption"
                    ? [] : [unknown(child, in: node, known)]
            }
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
            label: meant.map { "did you mean <\($0)>?" } ?? "skipped silently",
            so: isPinSet
                ? "its pins do not count: any certificate of a trusted authority passes"
                : "it has no effect",
            mend: file.mend(
                meant.map { "write <\($0)>" } ?? "delete it, or put it where Android reads it",
                edits
            )
        )
    }

    private func attributes(of node: MarkupNode) -> [Finding] {
        guard let known = Vocabulary.attributes[node.name] else { return [] }
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
            "Android does not know \(attribute.name) of <\(node.name)>",
            label: meant.map { "did you mean \($0)?" } ?? "skipped silently",
            so: subdomains
                ? "subdomains of \(AndroidTexts.host(node.text)) have no pins and no entry"
                : "it has no effect",
            mend: file.mend(
                meant.map { "write \($0)" } ?? "delete it",
                meant.map { [Edit(attribute.nameRange, $0)] } ?? [deleting(attribute)]
            )
        )
    }

    // MARK: Places

    /// Elements where Android refuses them.
    func structure(_ entries: [Entry]) -> [Finding] {
        let misplaced = ["base-config", "debug-overrides"].flatMap { name in
            root.children(named: name).flatMap { node in
                ["pin-set", "domain", "domain-config"].flatMap(node.children(named:)).map {
                    refused(
                        .androidRefused,
                        $0.nameRange,
                        "<\($0.name)> may not stand in <\(name)>",
                        "belongs in a <domain-config>"
                    )
                }
            }
        }
        let nameless = entries.filter(\.hosts.isEmpty).map { entry in
            refused(
                .androidRefused,
                entry.node.nameRange,
                "a <domain-config> is for no domain",
                "has no <domain>"
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
                    "\(host) stands twice",
                    label: "again",
                    so: Self.refused,
                    mend: file.mend("merge the entries; one domain stands once", deleting(domain)),
                    related: [
                        Finding.Related(place: file.span(textRange(earlier)), label: "here first")
                    ]
                )
            )
        }
        return findings
    }
}
