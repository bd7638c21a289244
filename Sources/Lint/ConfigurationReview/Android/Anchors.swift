import ClientModels
import ScenarioFormat

extension Rule {
    static let baseUserAnchors = Rule(
        "NSC-003",
        .high,
        "`<certificates src=\"user\"/>` in `base-config`, which trusts CAs that the user installed"
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
        "a `src` other than `system`, `user` or `@raw/…`: Android rejects the file"
    )
    static let noAnchors = Rule(
        outage: "NSC-027",
        "`<trust-anchors>` without `<certificates>`: every connection fails"
    )
    static let systemWithOwn = Rule(
        "NSC-028",
        .medium,
        "`system` together with a private CA, without pins"
    )
    static let androidAnchors = [
        baseUserAnchors, domainUserAnchors, overriddenPins, unknownSource, noAnchors,
        systemWithOwn,
    ]
}

// Rules for the CAs that an entry trusts.
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

    /// Returns the findings for an entry; `entry` is nil for the base configuration.
    private func anchors(in node: MarkupNode, _ entry: Entry?) -> [Finding] {
        let certificates = certificates(in: node)
        let perCertificate = certificates.flatMap { source($0) + overriding($0, entry) }
        return userAnchors(certificates, entry) + perCertificate + none(in: node, entry)
            + publicWithOwn(certificates, entry)
    }

    private func userAnchors(_ certificates: [MarkupNode], _ entry: Entry?) -> [Finding] {
        certificates.filter { $0["src"]?.value == "user" }.map { node in
            let isPinned = entry.map(isInForce) ?? false
            let hosts = entry.map { listed($0.hosts) } ?? "every host without pins"
            return Finding(
                entry == nil ? .baseUserAnchors : .domainUserAnchors,
                entry?.isLocal == true ? .note : isPinned ? .low : nil,
                at: file.span(node.range),
                "for \(hosts), the app trusts CAs that the user or a device manager installed",
                label: "in release builds too",
                impact: isPinned
                    ? "until the pins expire, they reject certificates of these CAs; after "
                        + "that, such a CA can read and change the traffic"
                    : "such a CA, for example of a proxy or malware, can read and change the "
                        + "traffic",
                fix: file.fix(
                    "delete it; to debug, trust user CAs in <debug-overrides> only",
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
                "certificates from CAs of src=\"\(source)\" bypass the pins",
                label: "turns off pins for these CAs",
                impact: "a certificate from such a CA is accepted for "
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
                    "src is missing"
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
                "src=\"\(stated.value)\" is not a source of certificates",
                label: "expected system, user or @raw/…",
                impact: Self.refused,
                fix: file.fix(
                    "write system, user or @raw/NAME for a file res/raw/NAME.pem",
                    edit.map { [$0] } ?? []
                )
            )
        ]
    }

    /// Returns the source that was probably meant, among the sources that every device has, because
    /// the file does not show which resources exist.
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
            fix: Fix("correct this element")
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
                    "no CA is trusted for "
                        + (entry.map { listed($0.hosts) } ?? "hosts without an entry"),
                    label: "has no <certificates>",
                    impact: "every connection fails",
                    fix: file.fix("delete it to trust the system's CAs", deleting(anchors))
                )
            }
    }

    private func publicWithOwn(_ certificates: [MarkupNode], _ entry: Entry?) -> [Finding] {
        guard let entry, !isInForce(entry),
            let own = certificates.first(where: { $0["src"]?.value.hasPrefix("@") == true }),
            let system = certificates.first(where: { $0["src"]?.value == "system" })
        else { return [] }
        return [
            Finding(
                .systemWithOwn,
                entry.isLocal ? .note : nil,
                at: file.span(system.range),
                "public CAs are still trusted for \(listed(entry.hosts))",
                label: "trusts every public CA",
                impact:
                    "adding your own CA restricts nothing; a certificate mis-issued by a public "
                    + "CA is accepted",
                // The fix has no edit: without these anchors, the app would reject a server whose
                // certificate a public CA issued.
                fix: Fix("delete it if your own CA issues the server's certificate"),
                related: [Finding.Related(place: file.span(own.range), label: "your own CA")]
            )
        ]
    }
}
