import ClientModels

extension Rule {
    static let baseCleartext = Rule(
        "NSC-001",
        .high,
        "`cleartextTrafficPermitted=\"true\"` in `base-config`: http to every host without an entry"
    )
    static let domainCleartext = Rule(
        "NSC-004",
        .high,
        "`cleartextTrafficPermitted=\"true\"` in a `domain-config`"
    )
    static let androidCleartext = [baseCleartext, domainCleartext]
}

// Connections without TLS.
extension NetworkSecurityReview {
    func cleartext(_ entries: [Entry]) -> [Finding] {
        let base = root.children(named: "base-config").flatMap { node in
            cleartext(in: node, .baseCleartext, to: "every host without an entry", isLocal: false)
        }
        return base
            + entries.flatMap { entry in
                cleartext(
                    in: entry.node,
                    .domainCleartext,
                    to: listed(entry.hosts),
                    isLocal: entry.isLocal
                )
            }
    }

    private func cleartext(
        in node: MarkupNode,
        _ rule: Rule,
        to hosts: String,
        isLocal: Bool
    ) -> [Finding] {
        guard let stated = node["cleartextTrafficPermitted"],
            AndroidTexts.boolean(stated.value) == true
        else { return [] }
        return [
            Finding(
                rule,
                isLocal ? .note : nil,
                at: file.span(stated.range),
                "http is allowed to \(hosts)",
                label: "allows connections without TLS",
                impact:
                    "an attacker on the path reads and changes every http:// request; no pin and no "
                    + "certificate is asked for",
                fix: file.fix("forbid it", Edit(stated.valueRange, "false"))
            )
        ]
    }
}
