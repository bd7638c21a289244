import ClientModels
import X509

extension Rule {
    static let onePin = Rule("NSC-008", .low, "one pin and no spare")
    static let equalPins = Rule("NSC-009", .low, "the same pin twice")
    static let sampleHash = Rule(
        "NSC-010",
        .low,
        "a placeholder, or a pin of documentation; an outage where no pin is of a key"
    )
    static let emptyHash = Rule(
        "NSC-011",
        .low,
        "the SHA-256 of nothing; an outage where no pin is of a key"
    )
    static let badDigest = Rule(
        outage: "NSC-023",
        "a `digest` other than `SHA-256`: Android refuses the file"
    )
    static let badHash = Rule(
        outage: "NSC-024",
        "a pin that is no base64 of 32 bytes: Android refuses the file"
    )
    static let androidPins = [onePin, equalPins, sampleHash, emptyHash, badDigest, badHash]
}

// The hashes of keys.
extension NetworkSecurityReview {
    func hashes(_ pins: [MarkupNode], _ entry: Entry) -> [Finding] {
        let refusesAll = refusesAll(pins, entry)
        return pins.flatMap { pin in
            digest(of: pin) + hash(of: pin, refusesAll: refusesAll, entry)
        }
    }

    /// Whether an entry refuses every server, because none of its pins is of a key.
    private func refusesAll(_ pins: [MarkupNode], _ entry: Entry) -> Bool {
        isInForce(entry) && entry.hosts.contains { HostText.meant(by: $0) == nil }
            && pins.allSatisfy { AndroidTexts.pin($0.text).flatMap(StatedPin.dud) != nil }
    }

    private func digest(of pin: MarkupNode) -> [Finding] {
        guard let stated = pin["digest"] else {
            return [
                Finding(
                    .badDigest,
                    at: file.span(pin.startTag),
                    "a pin has no digest",
                    label: "digest=\"SHA-256\" is missing",
                    impact: Self.refused,
                    fix: file.fix(
                        "say SHA-256",
                        Edit(
                            pin.nameRange.upperBound..<pin.nameRange.upperBound,
                            " digest=\"SHA-256\""
                        )
                    )
                )
            ]
        }
        guard stated.value.lowercased() != "sha-256" else { return [] }
        // Another algorithm's hash stays another's under the right name.
        let isSHA256 = AndroidTexts.pin(pin.text)?.count == 32
        return [
            Finding(
                .badDigest,
                at: file.span(stated.range),
                "digest=\"\(stated.value)\" is none that Android knows",
                label: "only SHA-256 is known",
                impact: Self.refused,
                fix: file.fix(
                    isSHA256 ? "write SHA-256" : "the SHA-256 of the key's SubjectPublicKeyInfo",
                    isSHA256 ? [Edit(stated.valueRange, "SHA-256")] : []
                )
            )
        ]
    }

    private func hash(of pin: MarkupNode, refusesAll: Bool, _ entry: Entry) -> [Finding] {
        let text = AndroidTexts.host(pin.text).isEmpty ? "" : file.text(textRange(pin))
        let place = file.span(text.isEmpty ? pin.range : textRange(pin))
        let review = HashReview(
            malformed: .badHash,
            dud: { dud in
                let rule: Rule = dud == .emptyInput ? .emptyHash : .sampleHash
                return refusesAll ? rule.outage : rule
            },
            isLocal: entry.isLocal,
            noun: "a pin of \(listed(entry.hosts))",
            place: place,
            bytes: AndroidTexts.pin(text)
        )
        let meant = StatedPin.base64(of: text)
        let finding = review.finding(
            impact: Self.refused,
            fix: file.fix(
                "the SHA-256 of the key's SubjectPublicKeyInfo in base64: 44 characters",
                meant.map { [Edit(textRange(pin), $0)] } ?? []
            ),
            effect: refusesAll
                ? "; no pin of the set does: every server is refused" : "; it is no spare"
        )
        return [finding].compactMap(\.self)
    }

    func numbers(of pins: [MarkupNode], _ pinSet: MarkupNode, _ entry: Entry) -> [Finding] {
        guard let first = pins.first else { return [] }
        let hashes = pins.map { AndroidTexts.pin($0.text) ?? [] }
        var seen: Set<[UInt8]> = []
        if let second = hashes.firstIndex(where: { !seen.insert($0).inserted }),
            let original = hashes.firstIndex(of: hashes[second])
        {
            return [
                Finding(
                    .equalPins,
                    at: file.span(textRange(pins[second])),
                    "a pin of \(listed(entry.hosts)) stands twice",
                    label: "the same again",
                    impact:
                        "it is no spare: when the key is replaced, apps with this file lose the server",
                    fix: file.fix("delete it, and pin a spare key", deleting(pins[second])),
                    related: [
                        Finding.Related(
                            place: file.span(textRange(pins[original])),
                            label: "the pin"
                        )
                    ]
                )
            ]
        }
        guard pins.count == 1, StatedPin.dud(hashes[0]) == nil else { return [] }
        return [
            Finding(
                .onePin,
                entry.isLocal ? .note : nil,
                at: file.span(textRange(first)),
                "\(listed(entry.hosts)) has one pin and no spare",
                label: "the only pin",
                impact:
                    "when that key is replaced or lost, apps with this file lose the server until "
                    + "they are updated",
                fix: Fix(
                    "add the pin of a spare key that is kept offline, or of a second authority"
                )
            )
        ]
    }
}
