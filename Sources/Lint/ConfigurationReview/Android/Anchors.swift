import ClientModels
import ScenarioFormat

extension Rule {
    static let baseUserAnchors = Rule(
        "NSC-003",
        .high,
        "`<certificates src=\"user\"/>` in `base-config`: authorities that the user installed"
    )
    static let domainUserAnchors = Rule(
        "NSC-005",
        .medium,
        "`<certificates src=\"user\"/>` in a `domain-config`"
    )
    static let overriddenPins = Rule(
        "NSC-013",
        .high,
        "`overridePins=\"true\"` outside `debug-overrides`"
    )
    static let unknownSource = Rule(
        outage: "NSC-026",
        "a `src` that is neither `system`, `user` nor `@raw/…`: Android refuses the file"
    )
    static let noAnchors = Rule(
        outage: "NSC-027",
        "`<trust-anchors>` without `<certificates>`: no server is trusted"
    )
    static let systemBesideOwn = Rule(
        "NSC-028",
        .medium,
        "`system` beside an authority of one's own, without pins"
    )
    static let androidAnchors = [
        baseUserAnchors, domainUserAnchors, overriddenPins, unknownSource, noAnchors,
        systemBesideOwn,
    ]
}

// The authorities that are trusted.
extension NetworkSecurityReview {
    func anchors(_ entries: [Entry]) -> [Finding] {
        let base = root.children(named: "base-config").flatMap { anchors(in: $0, nil) }
        let debug = root.children(named: "debug-overrides").flatMap { node in
            certificates(in: node).flatMap(source)
        }
        return base + debug + entries.flatMap { anchors(in: $0.node, $0) }
    }

    private func certificates(in node: MarkupNode) -> [MarkupNode] {
        node.children(named: "trust-anchors").flatMap { $0.children(named: "certificates") }
    }

    /// Mistakes of an entry, or of the base, which has no `entry`.
    private func anchors(in node: MarkupNode, _ entry: Entry?) -> [Finding] {
        let certificates = certificates(in: node)
        let perCertificate = certificates.flatMap { source($0) + overriding($0, entry) }
        return userAnchors(certificates, entry) + perCertificate + none(in: node, entry)
            + publicBesideOwn(certificates, entry)
    }

    private func userAnchors(_ certificates: [MarkupNode], _ entry: Entry?) -> [Finding] {
        certificates.filter { $0["src"]?.value == "user" }.map { node in
            let isPinned = entry.map(isInForce) ?? false
            let hosts = entry.map { listed($0.hosts) } ?? "every host without pins"
            return Finding(
                entry == nil ? .baseUserAnchors : .domainUserAnchors,
                entry?.isLocal == true ? .note : isPinned ? .low : nil,
                at: file.span(node.range),
                "authorities that the user or a device manager installed are trusted for \(hosts)",
                label: "in release builds too",
                impact: isPinned
                    ? "the pins in force still refuse their certificates; from the day the pins "
                        + "end, such an authority reads and changes the traffic"
                    : "such an authority, of a proxy or of malware, reads and changes the traffic",
                fix: file.fix(
                    "delete it, and trust the user's authorities in <debug-overrides> alone",
                    deleting(node)
                )
            )
        }
    }

    private func overriding(_ node: MarkupNode, _ entry: Entry?) -> [Finding] {
        guard let stated = node["overridePins"], AndroidTexts.boolean(stated.value) == true else {
            return []
        }
        let source = node["src"]?.value ?? ""
        return [
            Finding(
                .overriddenPins,
                at: file.span(stated.range),
                "pins do not count below authorities of src=\"\(source)\"",
                label: "skips the pins",
                impact: "a certificate by such an authority passes for "
                    + (entry.map { listed($0.hosts) } ?? "every host") + ", pinned or not",
                fix: file.fix("delete the attribute", deleting(stated))
            )
        ]
    }

    private func source(_ node: MarkupNode) -> [Finding] {
        guard let stated = node["src"] else {
            return [
                refused(
                    .unknownSource,
                    node.startTag,
                    "<certificates> has no src",
                    "names no source"
                )
            ]
        }
        guard !["system", "user", "wfa"].contains(stated.value), !stated.value.hasPrefix("@") else {
            return []
        }
        let edit = meantSource(stated.value).map { Edit(stated.valueRange, $0) }
        return [
            Finding(
                .unknownSource,
                at: file.span(stated.range),
                "src=\"\(stated.value)\" is no source of certificates",
                label: "neither system, user nor @raw/…",
                impact: Self.refused,
                fix: file.fix(
                    "system, user, or @raw/NAME for a file res/raw/NAME.pem",
                    edit.map { [$0] } ?? []
                )
            )
        ]
    }

    /// A source that there is on every device; whether there is a resource, the file does not say.
    private func meantSource(_ text: String) -> String? {
        closest(to: text.lowercased(), among: ["system", "user"], limit: 1).first
    }

    func refused(_ rule: Rule, _ range: Range<Int>, _ problem: String, _ label: String) -> Finding {
        Finding(
            rule,
            at: file.span(range),
            problem,
            label: label,
            impact: Self.refused,
            fix: Fix("correct it")
        )
    }

    private func none(in node: MarkupNode, _ entry: Entry?) -> [Finding] {
        node.children(named: "trust-anchors")
            .filter { $0.children(named: "certificates").isEmpty }
            .map { anchors in
                Finding(
                    .noAnchors,
                    entry?.isLocal == true ? .note : nil,
                    at: file.span(anchors.startTag),
                    "no authority is trusted for "
                        + (entry.map { listed($0.hosts) } ?? "hosts without an entry"),
                    label: "has no <certificates>",
                    impact: "every connection fails",
                    fix: file.fix("delete it to trust those of the system", deleting(anchors))
                )
            }
    }

    private func publicBesideOwn(_ certificates: [MarkupNode], _ entry: Entry?) -> [Finding] {
        guard let entry, !isInForce(entry),
            let own = certificates.first(where: { $0["src"]?.value.hasPrefix("@") == true }),
            let system = certificates.first(where: { $0["src"]?.value == "system" })
        else { return [] }
        return [
            Finding(
                .systemBesideOwn,
                entry.isLocal ? .note : nil,
                at: file.span(system.range),
                "public authorities may still sign for \(listed(entry.hosts))",
                label: "trusts every public authority",
                impact:
                    "an authority of one's own restricts nothing: a certificate mis-issued by a "
                    + "public authority passes",
                // Words alone: without it, a server of a public authority is refused.
                fix: Fix("delete it if the server's certificate is by the own authority"),
                related: [Finding.Related(place: file.span(own.range), label: "the own authority")]
            )
        ]
    }
}
