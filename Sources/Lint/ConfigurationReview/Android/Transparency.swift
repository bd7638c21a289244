import ClientModels
import ScenarioFormat

extension Rule {
    static let transparencyOff = Rule(
        "NSC-037",
        .medium,
        "`certificateTransparency` that is off for certificates of the system's authorities"
    )
    static let encryptionOff = Rule(
        "NSC-038",
        .note,
        "`domainEncryption` that is off: the host's name is sent in plaintext"
    )
    static let badEncryption = Rule(
        "NSC-039",
        .low,
        "a `mode` of `domainEncryption` that Android does not know"
    )
    static let androidTransparency = [transparencyOff, encryptionOff, badEncryption]
}

// Certificate Transparency, which Android checks since API level 36, and Encrypted Client Hello, of
// API level 37 (AOSP android-17.0.0_r1, packages/NetworkSecurityConfig, NetworkSecurityConfig.java:
// DEFAULT_ENABLE_CERTIFICATE_TRANSPARENCY, ENABLE_DEFAULT_ENCRYPTED_CLIENT_HELLO). Its XmlConfigSource.java
// was not read: no stored copy of it is newer than Android 16.
extension NetworkSecurityReview {
    func transparency(_ entries: [Entry]) -> [Finding] {
        let bases = root.children(named: "base-config")
        let ofBase = bases.flatMap { node in
            transparency(in: node, inheriting: [], of: "every host without an entry", nil)
                + encryption(in: node, of: "every host without an entry")
        }
        return ofBase
            + entries.filter { !$0.isLocal }.flatMap { entry in
                transparency(
                    in: entry.node,
                    inheriting: Array(entry.parents.reversed()) + bases,
                    of: listed(entry.hosts),
                    isInForce(entry) ? .low : nil
                )
                    + encryption(in: entry.node, of: listed(entry.hosts))
            }
    }

    /// The elements of one entry that turn it off; `severity` is nil for hosts without pins in force.
    private func transparency(
        in node: MarkupNode,
        inheriting parents: [MarkupNode],
        of hosts: String,
        _ severity: Severity?
    ) -> [Finding] {
        guard trustsSystemAlone([node] + parents) else { return [] }
        return node.children(named: "certificateTransparency").compactMap { element in
            let stated = element["enabled"]
            // `parseCertificateTransparency`: false unless stated.
            guard stated.flatMap({ AndroidTexts.boolean($0.value) }) != true else { return nil }
            let end = element.nameRange.upperBound
            return Finding(
                .transparencyOff,
                severity,
                at: file.span(stated?.range ?? element.startTag),
                "certificates for \(hosts) need not be in a public log",
                label: stated == nil ? "off, because enabled is not stated" : "off",
                impact: "a certificate that an authority issues to an attacker passes, and no log "
                    + "shows it" + (severity == nil ? "" : "; only the pins stop it"),
                fix: file.fix(
                    "require it, as apps for API level 37 do by default",
                    stated.map { [Edit($0.valueRange, "true")] }
                        ?? [Edit(end..<end, " enabled=\"true\"")]
                )
            )
        }
    }

    /// Whether every source of anchors is the system; others turn Certificate Transparency off by
    /// themselves (`CertificatesEntryRef.disableCT`), since public logs take no private certificates.
    private func trustsSystemAlone(_ nodes: [MarkupNode]) -> Bool {
        let anchors = nodes.lazy.compactMap { node in
            node.children.first { $0.name == "trust-anchors" }
        }
        guard let stated = anchors.first else { return true }
        return stated.children(named: "certificates").allSatisfy { $0["src"]?.value == "system" }
    }

    private func encryption(in node: MarkupNode, of hosts: String) -> [Finding] {
        node.children(named: "domainEncryption").compactMap { element in
            let stated = element["mode"]
            switch stated?.value {
            // The constant of `required` is public from API level 37.2 on.
            case "enabled", "opportunistic", "required": return nil
            case "disabled":
                return Finding(
                    .encryptionOff,
                    at: file.span(stated?.range ?? element.startTag),
                    "the names of \(hosts) are sent in plaintext",
                    label: "Encrypted Client Hello is off",
                    impact: "everybody on the path reads which host the app connects to",
                    fix: Fix("delete it unless a network refuses encrypted names")
                )
            default: return badEncryption(stated, of: element)
            }
        }
    }

    private func badEncryption(
        _ stated: MarkupNode.Attribute?,
        of element: MarkupNode
    ) -> Finding {
        let known = ["enabled", "disabled", "opportunistic"]
        let meant = stated.flatMap {
            closest(to: $0.value.lowercased(), among: known, limit: 2).first
        }
        return Finding(
            .badEncryption,
            at: file.span(stated?.range ?? element.startTag),
            stated.map { "domainEncryption has no mode \"\($0.value)\"" }
                ?? "domainEncryption states no mode",
            label: meant.map { "did you mean \($0)?" } ?? "enabled, disabled or opportunistic",
            // `Builder.setDomainEncryptionMode(String)`; the parser's answer to a missing mode was not read.
            impact: stated == nil
                ? "Android does not document what such an element does"
                : "Android uses its default in place of it, and not the mode of base-config",
            fix: file.fix(
                "write \(meant ?? "enabled")",
                stated.flatMap { stated in meant.map { [Edit(stated.valueRange, $0)] } } ?? []
            )
        )
    }
}
