import AppleModels
import Findings
import Notations
import Policies

extension Rule {
    static let trustKitOnePin = Rule(
        "TSK-009",
        .low,
        "fewer than two different pins: TrustKit refuses the configuration"
    )
    static let trustKitDud = Rule(
        "TSK-010",
        .low,
        "a placeholder, or the spare of TrustKit's README"
    )
    static let trustKitBadPin = Rule(
        "TSK-011",
        .low,
        "a pin that is no base64 of 32 bytes: TrustKit refuses the configuration"
    )
    static let trustKitPins = [trustKitOnePin, trustKitDud, trustKitBadPin]
}

// The hashes of an entry.
extension TrustKitReview {
    func pins(of entry: PropertyListNode.Entry) -> [Finding] {
        let stated = entry.value["TSKPublicKeyHashes"]
        let items = stated?.value.items ?? []
        let wrong = items.compactMap { hash($0, entry) }
        let hashes = Set(items.compactMap { $0.value.string.flatMap(TrustKitTexts.pin) })
        let enforces =
            entry.value["TSKEnforcePinning"]
            .flatMap { TrustKitTexts.boolean($0.value.value) } ?? true
        guard hashes.count < (enforces ? 2 : 1), !wrong.contains(where: { $0.rule == "TSK-011" })
        else { return wrong }
        let isRepeated = items.count > hashes.count
        return wrong + [
            finding(
                .trustKitOnePin,
                at: stated ?? entry,
                "\(entry.key) has \(hashes.isEmpty ? "no pin" : "one pin and no spare")",
                isRepeated ? "the same pin again counts once" : "two different pins are required",
                so: Self.refused,
                mend: "add the pin of a spare key that is kept offline, or of a second authority"
            )
        ]
    }

    private func hash(_ item: PropertyListNode, _ entry: PropertyListNode.Entry) -> Finding? {
        guard let text = item.value.string else { return nil }
        let review = HashReview(
            malformed: .trustKitBadPin,
            dud: { _ in .trustKitDud },
            noun: "a pin of \(entry.key)",
            place: list.span(item),
            octets: TrustKitTexts.pin(text)
        )
        let meant = StatedPin.base64(of: text.trimmingBlanks)
        return review.finding(
            so: Self.refused,
            mend: list.file.mend(
                "write the SHA-256 of the key's SubjectPublicKeyInfo in base64: 44 characters",
                meant.map { list.text($0, in: item) } ?? []
            ),
            effect: "; it is no spare"
        )
    }
}
