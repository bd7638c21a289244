import ClientModels
import ScenarioFormat
import X509

extension Rule {
    static let misplacedPins = Rule(
        "ATS-011",
        .high,
        "`NSPinnedDomains` outside `NSAppTransportSecurity`"
    )
    static let unpinnedEntry = Rule(
        "ATS-012",
        .high,
        "an entry of `NSPinnedDomains` without a list of pins, for example because its key is "
            + "misspelt"
    )
    static let pinnedNoHost = Rule(
        "ATS-013",
        .high,
        "pins for `*.x.com` or a URL, which match no host"
    )
    static let pinnedSubdomains = Rule(
        "ATS-014",
        .medium,
        "`NSIncludesSubdomains` for pins as `1` or `YES`: only `<true/>` has an effect"
    )
    static let pinnedOneLabel = Rule(
        "ATS-015",
        .medium,
        "a subdomain that the pins of its parent domain do not cover"
    )
    static let pinnedToNothing = Rule(
        "ATS-016",
        .low,
        "an identity without a hash, or an empty list; if no pin matches, every connection fails"
    )
    static let leafAndCA = Rule("ATS-017", .low, "pins for both the leaf and a CA: both must match")
    static let oneLeafPin = Rule("ATS-018", .low, "one leaf pin and no backup pin")
    static let badIdentity = Rule(
        "ATS-020",
        .low,
        "a hash that is not 32 bytes in base64; if no pin matches, every connection fails"
    )
    static let unusableIdentity = Rule(
        "ATS-024",
        .low,
        "a placeholder or an example hash; if no pin matches, every connection fails"
    )
    static let appleUnpinned = Rule("ATS-025", .medium, "a host of `--host` without pins")
    static let appleRest = Rule("ATS-026", .note, "a domain with pins for only some of its hosts")
    static let pinnedDomains = [
        misplacedPins, unpinnedEntry, pinnedNoHost, pinnedSubdomains, pinnedOneLabel,
        pinnedToNothing, leafAndCA, oneLeafPin, badIdentity, unusableIdentity, appleUnpinned,
        appleRest,
    ]
}

// Rules for the entries of NSPinnedDomains.
extension InfoPlistReview {
    private static let lists = ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"]
    private static let anyCertificate = "a certificate from any trusted CA is accepted"

    var pinnedEntries: [PropertyListNode.Entry] { security["NSPinnedDomains"]?.value.entries ?? [] }

    var misplacedPins: [Finding] {
        guard isWhole, let entry = list.root["NSPinnedDomains"] else { return [] }
        return [
            finding(
                .misplacedPins,
                at: entry,
                "NSPinnedDomains is at the top level, where the system ignores it",
                "belongs in NSAppTransportSecurity",
                impact:
                    "\(listed(entry.value.entries.map(\.key))) has no pins, so "
                    + "\(Self.anyCertificate)",
                fix: "move it into NSAppTransportSecurity",
                moving(entry)
            )
        ]
    }

    private func moving(_ entry: PropertyListNode.Entry) -> [Edit] {
        guard let range = entry.range, entry.value.content != nil else { return [] }
        let text = list.file.text(range)
        guard let target = list.root["NSAppTransportSecurity"]?.value else {
            return [
                Edit(range, "<key>NSAppTransportSecurity</key>\n<dict>\n\(text)\n</dict>")
            ]
        }
        guard let content = target.content, !target.entries.isEmpty else { return [] }
        let start = content.lowerBound
        return list.deleting(entry) + [Edit(start..<start, "\n" + text)]
    }

    var pinned: [Finding] {
        pinnedEntries.flatMap { entry in
            let isNoHost = misnamedPins(entry)
            return isNoHost + (isNoHost.isEmpty ? subdomains(entry) : []) + identities(entry)
        }
    }

    private func misnamedPins(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let meant = HostText.meant(by: entry.key) else { return [] }
        var edits = list.key(meant, for: entry)
        if entry.key.hasPrefix("*."), entry.value["NSIncludesSubdomains"] == nil {
            edits += list.adding("NSIncludesSubdomains", true, to: entry.value)
        }
        return [
            finding(
                .pinnedNoHost,
                at: entry,
                "the pins for \(entry.key) match no host",
                "compared with the host name as text",
                impact: "\(meant) has no pins, so \(Self.anyCertificate)",
                fix: "write \(meant); for subdomains, set NSIncludesSubdomains",
                edits
            )
        ]
    }

    private func subdomains(_ entry: PropertyListNode.Entry) -> [Finding] {
        guard let stated = entry.value["NSIncludesSubdomains"], stated.value.value.boolean == nil,
            stated.value.value.meantBoolean != false
        else { return [] }
        return [
            finding(
                .pinnedSubdomains,
                at: stated,
                "subdomains of \(entry.key) are not pinned",
                "only <true/> has an effect",
                impact: "\(Self.anyCertificate) for subdomains of \(entry.key)",
                fix: "write <true/>",
                list.writing(true, for: stated.value)
            )
        ]
    }

    // MARK: Identities

    private func identities(_ entry: PropertyListNode.Entry) -> [Finding] {
        let stated = Self.lists.compactMap { entry.value[$0] }
        guard !stated.isEmpty else { return [withoutList(entry)] }
        let wrong = stated.flatMap { hashes($0, of: entry) }
        guard wrong.isEmpty else { return wrong }
        if stated.count == 2 { return [bothLists(stated, entry)] }
        guard let leaf = entry.value["NSPinnedLeafIdentities"], leaf.value.items.count == 1 else {
            return []
        }
        return [
            finding(
                .oneLeafPin,
                HostText.isLocal(entry.key) ? .note : nil,
                at: leaf,
                "\(entry.key) has one pin for the leaf and no backup pin",
                "no backup pin",
                impact:
                    "if a renewed certificate has a new key, apps with this file cannot connect",
                fix: "add the pin of a backup key, or pin a CA instead"
            )
        ]
    }

    private func withoutList(_ entry: PropertyListNode.Entry) -> Finding {
        let misspelt = entry.value.entries.first { $0.key.hasPrefix("NSPinned") }
        let meant = misspelt.flatMap { closest(to: $0.key, among: Self.lists, limit: 8).first }
        return finding(
            .unpinnedEntry,
            at: misspelt ?? entry,
            "\(entry.key) is not pinned, because its entry has no list of pins",
            meant.map { "did you mean \($0)?" }
                ?? "neither NSPinnedLeafIdentities nor NSPinnedCAIdentities",
            impact: "\(Self.anyCertificate) for \(entry.key)",
            fix: meant.map { "write \($0)" }
                ?? "add NSPinnedCAIdentities or NSPinnedLeafIdentities",
            misspelt.flatMap { entry in meant.map { list.key($0, for: entry) } } ?? []
        )
    }

    private func bothLists(
        _ stated: [PropertyListNode.Entry],
        _ entry: PropertyListNode.Entry
    ) -> Finding {
        finding(
            .leafAndCA,
            at: stated[1],
            "\(entry.key) must match both a leaf pin and a CA pin",
            "both lists must match",
            impact: "if either key changes, every connection fails",
            fix: "keep one list, unless you want to require both"
        )
    }

    private func hashes(
        _ stated: PropertyListNode.Entry,
        of entry: PropertyListNode.Entry
    ) -> [Finding] {
        let items = stated.value.items
        let refusesAll =
            HostText.meant(by: entry.key) == nil && items.allSatisfy { !isOfKey($0) }
        let wrong = items.compactMap { hash(of: $0, entry, refusesAll: refusesAll) }
        guard items.isEmpty else { return wrong }
        return [
            finding(
                refusesAll ? .pinnedToNothing.outage : .pinnedToNothing,
                at: stated,
                "the list of pins for \(entry.key) is empty",
                "no pins",
                impact: "every connection to \(entry.key) fails",
                fix: "add pins, or delete the list",
                list.deleting(stated)
            )
        ]
    }

    /// The key for the hash of an identity.
    private static let hashKey = "SPKI-SHA256-BASE64"

    /// Returns whether an identity is well-formed and can match a key.
    private func isOfKey(_ item: PropertyListNode) -> Bool {
        guard let text = item[Self.hashKey]?.value.value.string,
            let bytes = InfoPlistTexts.pin(text)
        else { return false }
        return bytes.count == 32 && StatedPin.unusableReason(bytes) == nil
    }

    /// Returns the finding for an identity; `refusesAll` is true if no identity of its list matches
    /// a key.
    private func hash(
        of item: PropertyListNode,
        _ entry: PropertyListNode.Entry,
        refusesAll: Bool
    ) -> Finding? {
        let key = Self.hashKey
        let effect =
            refusesAll
            ? "; no pin of the list matches a key, so every connection "
                + "fails" : ""
        guard let stated = item[key], let text = stated.value.value.string else {
            let misspelt = item.entries.first
            return Finding(
                refusesAll ? .pinnedToNothing.outage : .pinnedToNothing,
                at: list.span(item),
                "an identity of \(entry.key) has no \(key)",
                label: "ignored",
                impact: "it never matches" + effect,
                fix: list.file.fix("write \(key)", misspelt.map { list.key(key, for: $0) } ?? [])
            )
        }
        let review = HashReview(
            malformed: refusesAll ? .badIdentity.outage : .badIdentity,
            unusable: { _ in refusesAll ? .unusableIdentity.outage : .unusableIdentity },
            isLocal: HostText.isLocal(entry.key),
            noun: "a pin for \(entry.key)",
            place: list.span(stated.value),
            bytes: InfoPlistTexts.pin(text)
        )
        let meant = StatedPin.base64(of: text.trimmingBlanks)
        return review.finding(
            impact: "it never matches" + effect,
            fix: list.file.fix(
                "write the SHA-256 hash of the key's SubjectPublicKeyInfo in base64 (44 "
                    + "characters)",
                meant.map { list.text($0, in: stated.value) } ?? []
            ),
            effect: effect
        )
    }

    // MARK: Hosts

    var hosts: [Finding] {
        let entries = pinnedEntries.map { entry in
            PinnedHosts.Entry(
                host: entry.key.lowercased(),
                place: list.span(entry),
                includesSubdomains: entry.value["NSIncludesSubdomains"]?.value.value
                    == .boolean(true),
                hasPins: Self.lists.contains { entry.value[$0] != nil }
            )
        }
        return PinnedHosts(
            unpinned: .appleUnpinned,
            notIncluded: .pinnedOneLabel,
            restOfDomain: .appleRest,
            entries: entries,
            pins: InfoPlistTexts.pins(by: security.value)
        ).findings(for: context.hosts)
    }
}
