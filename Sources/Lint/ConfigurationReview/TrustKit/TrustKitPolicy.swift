import ClientModels
import X509

extension Rule {
    static let notEnforced = Rule(
        "TSK-001",
        .high,
        "`TSKEnforcePinning` is false: a mismatch is reported, and the connection goes on"
    )
    static let policyExpired = Rule("TSK-002", .high, "`TSKExpirationDate` has passed")
    static let excludedSubdomain = Rule(
        "TSK-012",
        .note,
        "a subdomain without the pins of its parent"
    )
    static let trustKitUserAnchors = Rule(
        "TSK-013",
        .medium,
        "macOS: authorities that the user installed pass by the pins"
    )
    static let reportsToItself = Rule("TSK-014", .low, "reports go to a pinned host")
    static let formerAlgorithms = Rule(
        "TSK-015",
        .note,
        "`TSKPublicKeyAlgorithms`, which is not read since 1.6"
    )
    static let policyEndsSoon = Rule("TSK-018", .low, "`TSKExpirationDate` in less than 90 days")
    static let noDate = Rule("TSK-019", .low, "a `TSKExpirationDate` that is not YYYY-MM-DD")
    static let trustKitUnknownKey = Rule("TSK-020", .low, "a key that TrustKit does not know")
    static let trustKitRefused = Rule(
        outage: "TSK-021",
        "a configuration that TrustKit refuses for another reason"
    )
    static let trustKitPolicy = [
        notEnforced, policyExpired, excludedSubdomain, trustKitUserAnchors, reportsToItself,
        formerAlgorithms,
        policyEndsSoon, noDate, trustKitUnknownKey, trustKitRefused,
    ]
}

// Keys of an entry beside its pins.
extension TrustKitReview {
    func policy(of entry: PropertyListNode.Entry) -> [Finding] {
        enforcement(entry) + date(entry) + reports(entry) + algorithms(entry)
    }

    /// TrustKit's own default on macOS, where the key says nothing else.
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
                "on macOS the pins do not hold against authorities that the user installed",
                stated == nil ? "\(key) is not stated" : "the pins are not compared for them",
                impact: "a proxy or an attacker whose authority was installed passes by the pins, "
                    + "and no report is sent",
                fix: "state \(key) as false, unless a corporate proxy has to pass",
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
                "the pins of \(entry.key) stop no connection",
                "mismatches are reported only",
                impact: "for \(entry.key) \(Self.anyCertificate)"
                    + (isReported ? "; a report is sent afterwards" : ", and no report is sent"),
                fix: "enforce them"
                    + (isReported ? " once the reports show no genuine server" : ""),
                list.writing(true, for: stated.value)
            )
        ]
    }

    private func date(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let stated = entry.value["TSKExpirationDate"], stated.value.value.string != nil else {
            return []
        }
        let nextYear = (context.now + 365 * 86_400).date
        // Words alone: pins that match no more refuse every server once they are in force again.
        let fix =
            "set TSKExpirationDate to a date after \(nextYear) once you have checked that the pins "
            + "match the server's keys"
        guard let end = TrustKitTexts.expiration(stated.value.value) else {
            return [
                finding(
                    .noDate,
                    at: stated,
                    "the TSKExpirationDate of \(entry.key) is no date",
                    "a date is YYYY-MM-DD",
                    impact: "it has no effect: the pins have no end",
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
                    "the pins of \(entry.key) ended \(days(end.days(to: context.now))) ago",
                    "in the past",
                    impact: "since \(end.date) TrustKit compares no pin; \(Self.anyCertificate)",
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
                "the pins of \(entry.key) end in \(days(left))",
                "soon",
                impact:
                    "from \(end.date) on TrustKit compares no pin in apps that are not updated by "
                    + "then",
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
                "reports about \(entry.key) go to \(host), which is pinned too",
                label: "a pinned host",
                impact: "under an attack on both the report fails as well",
                fix: Fix("report to a host without pins")
            )
        }
    }

    private func algorithms(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let stated = entry.value["TSKPublicKeyAlgorithms"] else { return [] }
        return [
            finding(
                .formerAlgorithms,
                at: stated,
                "TSKPublicKeyAlgorithms is not read since TrustKit 1.6",
                "skipped",
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
                    impact: "for \(entry.key) \(Self.anyCertificate)",
                    fix: "none is needed if that is meant"
                )
            ]
        }
        return [
            finding(
                .excludedSubdomain.outage,
                at: other,
                "\(entry.key) is excluded and has other keys",
                "may not stand beside TSKExcludeSubdomainFromParentPolicy",
                impact: Self.refused,
                fix: "delete the other keys",
                others.flatMap { list.deleting($0) }
            )
        ]
    }
}
