import ClientModels
import ScenarioFormat

extension Rule {
    static let transparencyOff = Rule(
        "NSC-037",
        .medium,
        "`certificateTransparency` turned off for certificates from the system's CAs"
    )
    static let encryptionOff = Rule(
        "NSC-038",
        .note,
        "`domainEncryption` turned off: host names are sent in plaintext"
    )
    static let badEncryption = Rule(
        "NSC-039",
        .low,
        "an unknown `mode` of `domainEncryption`"
    )
    static let androidTransparency = [transparencyOff, encryptionOff, badEncryption]
}

// Rules for Certificate Transparency, which Android checks since API level 36, and for Encrypted
// Client Hello, since API level 37 (AOSP android-17.0.0_r1, packages/NetworkSecurityConfig,
// NetworkSecurityConfig.java: DEFAULT_ENABLE_CERTIFICATE_TRANSPARENCY,
// ENABLE_DEFAULT_ENCRYPTED_CLIENT_HELLO). Not verified: XmlConfigSource.java of that release, since
// the newest available copy is from Android 16.
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

    /// Returns findings for the elements of one entry that turn Certificate Transparency off;
    /// `severity` is nil for hosts without effective pins.
    private func transparency(
        in node: MarkupNode,
        inheriting parents: [MarkupNode],
        of hosts: String,
        _ severity: Severity?
    ) -> [Finding] {
        guard trustsSystemAlone([node] + parents) else { return [] }
        return node.children(named: "certificateTransparency").compactMap { element in
            let stated = element["enabled"]
            // Android uses false if the attribute is missing (`parseCertificateTransparency`).
            guard stated.flatMap({ AndroidTexts.boolean($0.value) }) != true else { return nil }
            let end = element.nameRange.upperBound
            return Finding(
                .transparencyOff,
                severity,
                at: file.span(stated?.range ?? element.startTag),
                "Certificate Transparency is off for \(hosts)",
                label: stated == nil ? "off, because enabled is missing" : "off",
                impact:
                    "a certificate that a CA mis-issues to an attacker is accepted without "
                    + "appearing in a public log"
                    + (severity == nil
                        ? ""
                        : ", unless the pins "
                            + "reject it"),
                fix: file.fix(
                    "set enabled to true, the default for apps that target API level 37",
                    stated.map { [Edit($0.valueRange, "true")] }
                        ?? [Edit(end..<end, " enabled=\"true\"")]
                )
            )
        }
    }

    /// Returns whether the system is the only source of anchors.
    ///
    /// Other sources turn Certificate Transparency off by themselves
    /// (`CertificatesEntryRef.disableCT`), because public logs accept no private certificates.
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
            // `required` is public API since level 37.2.
            case "enabled", "opportunistic", "required": return nil
            case "disabled":
                return Finding(
                    .encryptionOff,
                    at: file.span(stated?.range ?? element.startTag),
                    "for \(hosts), the app sends the host name in plaintext",
                    label: "Encrypted Client Hello is off",
                    impact: "anyone on the network path can read which host the app connects to",
                    fix: Fix("delete it unless a network blocks Encrypted Client Hello")
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
            stated.map { "\"\($0.value)\" is not a mode of domainEncryption" }
                ?? "domainEncryption has no mode",
            label: meant.map { "did you mean \($0)?" } ?? "expected enabled, disabled or "
                + "opportunistic",
            // The mode is the argument of `Builder.setDomainEncryptionMode(String)`. Not verified:
            // how the parser treats a missing mode.
            impact: stated == nil
                ? "Android does not document the effect"
                : "Android uses its default instead of the mode of base-config",
            fix: file.fix(
                "write \(meant ?? "enabled")",
                stated.flatMap { stated in meant.map { [Edit(stated.valueRange, $0)] } } ?? []
            )
        )
    }
}
