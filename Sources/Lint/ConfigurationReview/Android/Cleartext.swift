import ClientModels
import ScenarioFormat

extension Rule {
    static let baseCleartext = Rule(
        "NSC-001",
        .high,
        "`cleartextTrafficPermitted=\"true\"` in `base-config`: allows http to every host "
            + "without an entry"
    )
    static let domainCleartext = Rule(
        "NSC-004",
        .high,
        "`cleartextTrafficPermitted=\"true\"` in a `domain-config`"
    )
    static let androidCleartext = [baseCleartext, domainCleartext]
}

// Rules for connections without TLS.
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
                "the app allows http to \(hosts)",
                label: "allows connections without TLS",
                impact:
                    "an attacker on the network path can read and change every http:// request; "
                    + "neither certificates nor pins are checked",
                fix: file.fix("set it to false", Edit(stated.valueRange, "false"))
            )
        ]
    }
}
