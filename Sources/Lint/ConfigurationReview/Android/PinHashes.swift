import ClientModels
import ScenarioFormat
import X509

extension Rule {
    static let onePin = Rule("NSC-008", .low, "one pin and no backup pin")
    static let equalPins = Rule("NSC-009", .low, "the same pin twice")
    static let sampleHash = Rule(
        "NSC-010",
        .low,
        "a placeholder or an example pin; if no pin matches, every connection fails"
    )
    static let emptyHash = Rule(
        "NSC-011",
        .low,
        "the SHA-256 hash of empty input; if no pin matches, every connection fails"
    )
    static let badDigest = Rule(
        outage: "NSC-023",
        "a `digest` other than `SHA-256`: Android rejects the file"
    )
    static let badHash = Rule(
        outage: "NSC-024",
        "a pin that is not 32 bytes in base64: Android rejects the file"
    )
    static let androidPins = [onePin, equalPins, sampleHash, emptyHash, badDigest, badHash]
}

// Rules for the hashes of keys.
extension NetworkSecurityReview {
    func hashes(_ pins: [MarkupNode], _ entry: Entry) -> [Finding] {
        let refusesAll = refusesAll(pins, entry)
        return pins.flatMap { pin in
            digest(of: pin) + hash(of: pin, refusesAll: refusesAll, entry)
        }
    }

    /// Returns whether an entry rejects every server because none of its pins matches a key.
    private func refusesAll(_ pins: [MarkupNode], _ entry: Entry) -> Bool {
        isInForce(entry) && entry.hosts.contains { HostText.meant(by: $0) == nil }
            && pins.allSatisfy {
                AndroidTexts.pin($0.text).flatMap(StatedPin.unusableReason) != nil
            }
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
                        "add digest=\"SHA-256\"",
                        Edit(
                            pin.nameRange.upperBound..<pin.nameRange.upperBound,
                            " digest=\"SHA-256\""
                        )
                    )
                )
            ]
        }
        guard stated.value.lowercased() != "sha-256" else { return [] }
        // A hash of another algorithm stays wrong after the name is corrected.
        let isSHA256 = AndroidTexts.pin(pin.text)?.count == 32
        return [
            Finding(
                .badDigest,
                at: file.span(stated.range),
                "Android does not support digest=\"\(stated.value)\"",
                label: "only SHA-256 is supported",
                impact: Self.refused,
                fix: file.fix(
                    isSHA256
                        ? "write SHA-256"
                        : "replace the pin with the SHA-256 hash of the "
                            + "key's SubjectPublicKeyInfo",
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
            unusable: { reason in
                let rule: Rule = reason == .emptyInput ? .emptyHash : .sampleHash
                return refusesAll ? rule.outage : rule
            },
            isLocal: entry.isLocal,
            noun: "a pin for \(listed(entry.hosts))",
            place: place,
            bytes: AndroidTexts.pin(text)
        )
        let meant = StatedPin.base64(of: text)
        let finding = review.finding(
            impact: Self.refused,
            fix: file.fix(
                "write the SHA-256 hash of the key's SubjectPublicKeyInfo in base64 (44 "
                    + "characters)",
                meant.map { [Edit(textRange(pin), $0)] } ?? []
            ),
            effect: refusesAll
                ? "; no pin of the set matches a key, so every connection fails"
                : "; it is not "
                    + "a backup pin"
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
                    "\(listed(entry.hosts)) has the same pin twice",
                    label: "duplicate",
                    impact:
                        "it is not a backup pin; if the server changes its key, apps with this "
                        + "file cannot connect",
                    fix: file.fix(
                        "delete it, and add the pin of a backup "
                            + "key",
                        deleting(pins[second])
                    ),
                    related: [
                        Finding.Related(
                            place: file.span(textRange(pins[original])),
                            label: "first occurrence"
                        )
                    ]
                )
            ]
        }
        guard pins.count == 1, StatedPin.unusableReason(hashes[0]) == nil else { return [] }
        return [
            Finding(
                .onePin,
                entry.isLocal ? .note : nil,
                at: file.span(textRange(first)),
                "\(listed(entry.hosts)) has one pin and no backup pin",
                label: "no backup pin",
                impact:
                    "if the key is replaced or lost, apps with this file cannot connect until "
                    + "they are updated",
                fix: Fix(
                    "add the pin of a backup key that you keep offline, or of a second CA"
                )
            )
        ]
    }
}
