import ClientModels
import ScenarioFormat
import X509

extension Rule {
    static let notEnforced = Rule(
        "TSK-001",
        .high,
        "`TSKEnforcePinning` is false: connections continue after a pin mismatch"
    )
    static let policyExpired = Rule("TSK-002", .high, "an expired `TSKExpirationDate`")
    static let excludedSubdomain = Rule(
        "TSK-012",
        .note,
        "a subdomain without the pins of its parent"
    )
    static let trustKitUserAnchors = Rule(
        "TSK-013",
        .medium,
        "macOS: CAs that the user installed bypass the pins"
    )
    static let reportsToItself = Rule("TSK-014", .low, "reports that are sent to a pinned host")
    static let formerAlgorithms = Rule(
        "TSK-015",
        .note,
        "`TSKPublicKeyAlgorithms`, which TrustKit ignores since 1.6"
    )
    static let policyEndsSoon = Rule("TSK-018", .low, "a `TSKExpirationDate` in less than 90 days")
    static let noDate = Rule("TSK-019", .low, "a `TSKExpirationDate` that is not YYYY-MM-DD")
    static let trustKitUnknownKey = Rule("TSK-020", .low, "a key that TrustKit does not know")
    static let trustKitRefused = Rule(
        outage: "TSK-021",
        "a configuration that TrustKit rejects for another reason"
    )
    static let trustKitPolicy = [
        notEnforced, policyExpired, excludedSubdomain, trustKitUserAnchors, reportsToItself,
        formerAlgorithms,
        policyEndsSoon, noDate, trustKitUnknownKey, trustKitRefused,
    ]
}

// Rules for the keys of an entry other than its pins.
extension TrustKitReview {
    func policy(of entry: PropertyListNode.Entry) -> [Finding] {
        enforcement(entry) + date(entry) + reports(entry) + algorithms(entry)
    }

    /// Findings about TrustKit's default on macOS, unless the key overrides it.
    var userAnchors: [Finding] {
        let key = "TSKIgnorePinningForUserDefinedTrustAnchors"
        let stated = configuration[key]
        let isIgnored = stated.map { TrustKitTexts.boolean($0.value.value) != false } ?? true
        guard isForMac, isIgnored, let entry = stated ?? configuration["TSKPinnedDomains"] else {
            return []
        }
        return [
            finding(
                .trustKitUserAnchors,
                at: entry,
                "on macOS, CAs that the user installed bypass the pins",
                stated == nil ? "\(key) is missing" : "turns off pins for these CAs",
                impact:
                    "a proxy or attacker with an installed CA bypasses the pins, and TrustKit "
                    + "sends no report",
                fix: "set \(key) to false, unless you must allow a corporate proxy",
                stated.map { list.writing(false, for: $0.value) }
                    ?? list.adding(key, false, to: configuration)
            )
        ]
    }

    private func enforcement(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let stated = entry.value["TSKEnforcePinning"],
            TrustKitTexts.boolean(stated.value.value) == false
        else { return [] }
        let isReported = entry.value["TSKReportUris"] != nil
        return [
            finding(
                .notEnforced,
                HostText.isLocal(entry.key) ? .note : nil,
                at: stated,
                "TrustKit does not enforce the pins for \(entry.key)",
                "connections continue after a mismatch",
                impact: "\(Self.anyCertificate) for \(entry.key)"
                    + (isReported
                        ? "; TrustKit only sends a report"
                        : ", and TrustKit sends no "
                            + "report"),
                fix: "set it to true"
                    + (isReported ? " once the reports name none of your own servers" : ""),
                list.writing(true, for: stated.value)
            )
        ]
    }

    private func date(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let stated = entry.value["TSKExpirationDate"], stated.value.value.string != nil else {
            return []
        }
        let nextYear = (context.now + 365 * 86_400).date
        // The fix has no edit: pins that no longer match would reject every server once they are in
        // force again.
        let fix =
            "set TSKExpirationDate to a date after \(nextYear) once you have checked that the pins "
            + "match the server's keys"
        guard let end = TrustKitTexts.expiration(stated.value.value) else {
            return [
                finding(
                    .noDate,
                    at: stated,
                    "the TSKExpirationDate for \(entry.key) is not a date",
                    "expected YYYY-MM-DD",
                    impact: "it has no effect, so the pins never expire",
                    fix: "delete it, or " + fix
                )
            ]
        }
        if end <= context.now {
            return [
                finding(
                    .policyExpired,
                    HostText.isLocal(entry.key) ? .note : nil,
                    at: stated,
                    "the pins for \(entry.key) expired \(days(end.days(to: context.now))) ago",
                    "in the past",
                    impact: "since \(end.date), TrustKit ignores them; \(Self.anyCertificate)",
                    fix: fix
                )
            ]
        }
        let left = context.now.days(to: end)
        guard left < 90 else { return [] }
        return [
            finding(
                .policyEndsSoon,
                at: stated,
                "the pins for \(entry.key) expire in \(days(left))",
                "soon",
                impact:
                    "from \(end.date) on, TrustKit ignores them in every app that is not updated",
                fix: fix
            )
        ]
    }

    private func reports(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let stated = entry.value["TSKReportUris"] else { return [] }
        let hasPolicy = TrustKitTexts.policies(of: configuration.value)
        return stated.value.items.compactMap { item in
            guard let text = item.value.string, let host = HostText.meant(by: text),
                hasPolicy(host)
            else { return nil }
            return Finding(
                .reportsToItself,
                at: list.span(item),
                "reports about \(entry.key) are sent to \(host), which is also pinned",
                label: "a pinned host",
                impact: "an attack on both hosts also stops the report",
                fix: Fix("send reports to a host without pins")
            )
        }
    }

    private func algorithms(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let stated = entry.value["TSKPublicKeyAlgorithms"] else { return [] }
        return [
            finding(
                .formerAlgorithms,
                at: stated,
                "TrustKit ignores TSKPublicKeyAlgorithms since version 1.6",
                "ignored",
                impact: "it has no effect",
                fix: "delete it",
                list.deleting(stated)
            )
        ]
    }

    func excluded(_ entry: PropertyListNode.Entry) -> [Finding] {
        let others = entry.value.entries.filter { $0.key != "TSKExcludeSubdomainFromParentPolicy" }
        guard let other = others.first else {
            return [
                finding(
                    .excludedSubdomain,
                    at: entry,
                    "\(entry.key) is not pinned",
                    "excluded from its parent's pins",
                    impact: "\(Self.anyCertificate) for \(entry.key)",
                    fix: "no fix is needed if this is intended"
                )
            ]
        }
        return [
            finding(
                .excludedSubdomain.outage,
                at: other,
                "\(entry.key) is excluded, but has other keys",
                "not allowed together with TSKExcludeSubdomainFromParentPolicy",
                impact: Self.refused,
                fix: "delete the other keys",
                others.flatMap { list.deleting($0) }
            )
        ]
    }
}
