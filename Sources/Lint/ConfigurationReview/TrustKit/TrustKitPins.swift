import ClientModels
import ScenarioFormat

extension Rule {
    static let trustKitOnePin = Rule(
        outage: "TSK-009",
        "fewer than two different pins: TrustKit rejects the configuration"
    )
    static let trustKitUnusable = Rule(
        "TSK-010",
        .low,
        "a placeholder or TrustKit's example pin; if no pin matches, every connection fails"
    )
    static let trustKitBadPin = Rule(
        outage: "TSK-011",
        "a pin that is not 32 bytes in base64: TrustKit rejects the configuration"
    )
    static let trustKitPins = [trustKitOnePin, trustKitUnusable, trustKitBadPin]
}

// Rules for the hashes of an entry.
extension TrustKitReview {
    func pins(of entry: PropertyListNode.Entry) -> [Finding] {
        let stated = entry.value["TSKPublicKeyHashes"]
        let items = stated?.value.items ?? []
        let refusesAll = refusesAll(items, entry)
        let wrong = items.compactMap { hash($0, entry, refusesAll: refusesAll) }
        let hashes = Set(items.compactMap { $0.value.string.flatMap(TrustKitTexts.pin) })
        guard hashes.count < (enforces(entry) ? 2 : 1),
            !wrong.contains(where: { $0.rule == "TSK-011" })
        else { return wrong }
        let isRepeated = items.count > hashes.count
        return wrong + [
            finding(
                .trustKitOnePin,
                at: stated ?? entry,
                "\(entry.key) has \(hashes.isEmpty ? "no pin" : "one pin and no backup pin")",
                isRepeated ? "a repeated pin counts only once" : "two different pins are required",
                impact: Self.refused,
                fix: "add the pin of a backup key that you keep offline, or of a second CA"
            )
        ]
    }

    /// Returns whether an entry rejects every server because its pins are enforced and none matches
    /// a key.
    private func refusesAll(_ items: [PropertyListNode], _ entry: PropertyListNode.Entry) -> Bool {
        let isOver = entry.value["TSKExpirationDate"]
            .flatMap { TrustKitTexts.expiration($0.value.value) }.map { $0 <= context.now }
        return enforces(entry) && isOver != true && HostText.meant(by: entry.key) == nil
            && items.allSatisfy { item in
                item.value.string.flatMap(TrustKitTexts.pin).flatMap(StatedPin.unusableReason)
                    != nil
            }
    }

    private func enforces(_ entry: PropertyListNode.Entry) -> Bool {
        entry.value["TSKEnforcePinning"].flatMap { TrustKitTexts.boolean($0.value.value) } ?? true
    }

    private func hash(
        _ item: PropertyListNode,
        _ entry: PropertyListNode.Entry,
        refusesAll: Bool
    ) -> Finding? {
        guard let text = item.value.string else { return nil }
        let review = HashReview(
            malformed: .trustKitBadPin,
            unusable: { _ in refusesAll ? .trustKitUnusable.outage : .trustKitUnusable },
            isLocal: HostText.isLocal(entry.key),
            noun: "a pin for \(entry.key)",
            place: list.span(item),
            bytes: TrustKitTexts.pin(text)
        )
        let meant = StatedPin.base64(of: text.trimmingBlanks)
        return review.finding(
            impact: Self.refused,
            fix: list.file.fix(
                "write the SHA-256 hash of the key's SubjectPublicKeyInfo in base64 (44 "
                    + "characters)",
                meant.map { list.text($0, in: item) } ?? []
            ),
            effect: refusesAll
                ? "; no pin of the entry matches a key, so every connection fails"
                : "; it is "
                    + "not a backup pin"
        )
    }
}
