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
        "an entry of `NSPinnedDomains` without a list, such as the misspelt `NSPinnedCAIdentity`"
    )
    static let pinnedNoHost = Rule(
        "ATS-013",
        .high,
        "pins of `*.x.com` or a URL: it equals no host"
    )
    static let pinnedSubdomains = Rule(
        "ATS-014",
        .medium,
        "`NSIncludesSubdomains` of pins as `1` or `YES`: only `<true/>` counts"
    )
    static let pinnedOneLabel = Rule(
        "ATS-015",
        .medium,
        "a host that pins of a domain above it do not reach"
    )
    static let pinnedToNothing = Rule(
        "ATS-016",
        .low,
        "an identity that is not read, or a list without any; an outage where no pin is of a key"
    )
    static let leafAndCA = Rule("ATS-017", .low, "pins of leaf and authority: both must hold")
    static let oneLeafPin = Rule("ATS-018", .low, "one pin of a leaf and no spare")
    static let badIdentity = Rule(
        "ATS-020",
        .low,
        "a hash that is no base64 of 32 bytes; an outage where no pin is of a key"
    )
    static let dudIdentity = Rule(
        "ATS-024",
        .low,
        "a placeholder, or a hash of documentation; an outage where no pin is of a key"
    )
    static let appleUnpinned = Rule("ATS-025", .medium, "a host asked for that nothing pins")
    static let appleRest = Rule("ATS-026", .note, "hosts of a pinned domain without pins")
    static let pinnedDomains = [
        misplacedPins, unpinnedEntry, pinnedNoHost, pinnedSubdomains, pinnedOneLabel,
        pinnedToNothing, leafAndCA, oneLeafPin, badIdentity, dudIdentity, appleUnpinned, appleRest,
    ]
}

// Entries of NSPinnedDomains.
extension InfoPlistReview {
    private static let lists = ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"]
    private static let anyCertificate = "any certificate of a trusted authority passes"

    var pinnedEntries: [PropertyListNode.Entry] { security["NSPinnedDomains"]?.value.entries ?? [] }

    var misplacedPins: [Finding] {
        guard isWhole, let entry = list.root["NSPinnedDomains"] else { return [] }
        return [
            finding(
                .misplacedPins,
                at: entry,
                "NSPinnedDomains stands at the root, where it is not read",
                "belongs in NSAppTransportSecurity",
                impact:
                    "\(listed(entry.value.entries.map(\.key))) has no pins: \(Self.anyCertificate)",
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
                "the pins of \(entry.key) are for no host",
                "compared letter by letter",
                impact: "\(meant) has no pins: \(Self.anyCertificate)",
                fix: "write \(meant); subdomains by NSIncludesSubdomains",
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
                "only <true/> counts",
                impact: "for hosts below \(entry.key) \(Self.anyCertificate)",
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
                "\(entry.key) has one pin, of the server's own key, and no spare",
                "one identity",
                impact: "a renewal with a new key refuses the server to every app with this file",
                fix: "add the pin of a spare key, or pin the authority"
            )
        ]
    }

    private func withoutList(_ entry: PropertyListNode.Entry) -> Finding {
        let misspelt = entry.value.entries.first { $0.key.hasPrefix("NSPinned") }
        let meant = misspelt.flatMap { closest(to: $0.key, among: Self.lists, limit: 8).first }
        return finding(
            .unpinnedEntry,
            at: misspelt ?? entry,
            "\(entry.key) is not pinned: its entry has no list that is read",
            meant.map { "did you mean \($0)?" }
                ?? "no NSPinnedLeafIdentities, no NSPinnedCAIdentities",
            impact: "for \(entry.key) \(Self.anyCertificate)",
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
            "\(entry.key) must match a pin of its own key and one of an authority",
            "both lists must hold",
            impact: "a change of either key refuses the server",
            fix: "keep one list, unless both is meant"
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
                "\(entry.key) is pinned to nothing",
                "no identity",
                impact: "every server is refused for \(entry.key)",
                fix: "hashes of keys, or no entry",
                list.deleting(stated)
            )
        ]
    }

    /// The key under which an identity has its hash.
    private static let hashKey = "SPKI-SHA256-BASE64"

    /// Whether an identity is read, and can be that of a key.
    private func isOfKey(_ item: PropertyListNode) -> Bool {
        guard let text = item[Self.hashKey]?.value.value.string,
            let bytes = InfoPlistTexts.pin(text)
        else { return false }
        return bytes.count == 32 && StatedPin.dud(bytes) == nil
    }

    /// The mistake of an identity; `refusesAll` says whether no identity of its list is that of a key.
    private func hash(
        of item: PropertyListNode,
        _ entry: PropertyListNode.Entry,
        refusesAll: Bool
    ) -> Finding? {
        let key = Self.hashKey
        let effect = refusesAll ? "; no identity of the list does: every server is refused" : ""
        guard let stated = item[key], let text = stated.value.value.string else {
            let misspelt = item.entries.first
            return Finding(
                refusesAll ? .pinnedToNothing.outage : .pinnedToNothing,
                at: list.span(item),
                "an identity of \(entry.key) has no \(key)",
                label: "not read",
                impact: "it matches no key" + effect,
                fix: list.file.fix("write \(key)", misspelt.map { list.key(key, for: $0) } ?? [])
            )
        }
        let review = HashReview(
            malformed: refusesAll ? .badIdentity.outage : .badIdentity,
            dud: { _ in refusesAll ? .dudIdentity.outage : .dudIdentity },
            isLocal: HostText.isLocal(entry.key),
            noun: "a pin of \(entry.key)",
            place: list.span(stated.value),
            bytes: InfoPlistTexts.pin(text)
        )
        let meant = StatedPin.base64(of: text.trimmingBlanks)
        return review.finding(
            impact: "it matches no key" + effect,
            fix: list.file.fix(
                "the SHA-256 of the key's SubjectPublicKeyInfo in base64: 44 characters",
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
