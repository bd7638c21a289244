import ClientModels
import X509

extension ReviewedSystem {
    /// HTTP public key pinning, in files of header fields and of servers.
    static let publicKeyPins = ReviewedSystem(
        table: RuleTable("HPKP: Public-Key-Pins", Rule.publicKeyPins),
        noun: "a Public-Key-Pins header"
    ) { file, _ in
        let fields = HeaderField.fields(in: file)
        guard !fields.isEmpty else { return nil }
        return Reading(
            findings: fields.flatMap { PublicKeyPinsReview(file: file, field: $0).findings },
            comments: HeaderField.comments(in: file)
        )
    }
}

extension Rule {
    static let formerHeader = Rule(
        "HPK-001",
        .note,
        "`Public-Key-Pins` at all: browsers dropped it"
    )
    static let headerSpare = Rule("HPK-002", .high, "fewer than two different pins: not noted")
    static let headerMaxAge = Rule("HPK-003", .high, "`max-age` missing, wrong or 0")
    static let headerPinForm = Rule(
        "HPK-004",
        .high,
        "a pin without quotes, of another algorithm, or not of 32 bytes"
    )
    static let headerReportOnly = Rule("HPK-005", .note, "`Public-Key-Pins-Report-Only`")
    static let headerPlace = Rule("HPK-006", .medium, "over http, or for an address: not noted")
    static let headerSubdomains = Rule("HPK-007", .medium, "no `includeSubDomains`")
    static let headerDud = Rule("HPK-008", .low, "a placeholder, or a pin of documentation")
    static let headerGrammar = Rule("HPK-009", .high, "a value that is invalid for another reason")
    static let publicKeyPins = [
        formerHeader, headerSpare, headerMaxAge, headerPinForm, headerReportOnly,
        headerPlace, headerSubdomains, headerDud, headerGrammar,
    ]
}

/// Mistakes of one header field.
struct PublicKeyPinsReview {
    let file: ReviewedFile
    let field: HeaderField

    private static let ignored =
        "a browser that obeys the header ignores it: any certificate of a trusted authority passes"

    var findings: [Finding] {
        let directives = field.directives
        let pins = directives.filter { $0.name.hasPrefix("pin-") }
        let wrong = pins.compactMap(form) + age(directives)
        // A value that is ignored as a whole has no other mistake.
        let isIgnored = wrong.contains { $0.severity == .high }
        return support + place + wrong + pins.compactMap(dud)
            + (isIgnored ? [] : spare(pins) + subdomains(directives))
            + grammar(isExplained: isIgnored)
    }

    private func finding(
        _ rule: Rule,
        _ range: Range<Int>,
        _ problem: String,
        _ label: String,
        impact consequence: String,
        fix: Fix?
    ) -> Finding {
        Finding(rule, at: file.span(range), problem, label: label, impact: consequence, fix: fix)
    }

    private var support: [Finding] {
        let former = finding(
            .formerHeader,
            field.name,
            "browsers of today ignore Public-Key-Pins",
            "dropped by Chrome 72 and Firefox 72",
            impact: "it protects users of clients that still obey it alone",
            fix: Fix("delete it if no client of yours obeys it")
        )
        guard field.isReportOnly else { return [former] }
        return [
            former,
            finding(
                .headerReportOnly,
                field.name,
                "the pins of this header are reported on only",
                "stops no connection",
                impact: "any certificate of a trusted authority passes",
                fix: Fix("none is needed while you try pins out")
            ),
        ]
    }

    /// RFC 7469, section 2.3.3: noted over TLS and for names alone.
    private var place: [Finding] {
        guard let site = HeaderSite(file: file, header: field.name), let fault = site.fault else {
            return []
        }
        return [
            Finding(
                .headerPlace,
                at: file.span(field.name),
                fault == .cleartext
                    ? "the header is sent over http, where no browser notes it"
                    : "the header is sent for an address, where no browser notes it",
                label: fault == .cleartext ? "the site has no TLS" : "pins are noted for names",
                impact: "there are no pins: any certificate of a trusted authority passes",
                fix: Fix(
                    fault == .cleartext
                        ? "send it from the site on port 443" : "send it for the site's name"
                ),
                related: [.init(place: file.span(site.place), label: "the site")]
            )
        ]
    }

    private func form(_ pin: HeaderField.Directive) -> Finding? {
        if !pin.isQuoted {
            return finding(
                .headerPinForm,
                pin.range,
                "a pin has no quotation marks",
                "\(pin.name)=\"…\"",
                impact: Self.ignored,
                fix: file.fix(
                    "write it in quotation marks",
                    // Marks around others, or after one, would end before the value does.
                    (pin.name + pin.value).utf8.contains(UInt8(ascii: "\""))
                        ? []
                        : pin.valueRange.map {
                            [Edit($0, field.quote + pin.value + field.quote)]
                        } ?? []
                )
            )
        }
        guard pin.name == "pin-sha256" else {
            var passedOver = finding(
                .headerPinForm,
                pin.range,
                "\(pin.name) is no pin that clients know",
                "only pin-sha256 is known",
                impact: "the pin is passed over",
                fix: Fix("a pin-sha256 of the same key")
            )
            passedOver.severity = .low
            return passedOver
        }
        guard Base64.decode(pin.value.utf8)?.count != 32 else { return nil }
        let meant = StatedPin.base64(of: pin.value)
        return finding(
            .headerPinForm,
            pin.range,
            "a pin is not the base64 of 32 bytes",
            Base64.decode(pin.value.utf8).map { "\($0.count) bytes" } ?? "no base64",
            impact: Self.ignored,
            fix: file.fix(
                "write the SHA-256 of the key's SubjectPublicKeyInfo in base64: 44 characters",
                pin.valueRange.flatMap { range in meant.map { [Edit(range, $0)] } } ?? []
            )
        )
    }

    private func dud(_ pin: HeaderField.Directive) -> Finding? {
        guard let bytes = Base64.decode(pin.value.utf8), bytes.count == 32,
            let dud = StatedPin.dud(bytes)
        else { return nil }
        let words = StatedPin.words(dud)
        return finding(
            .headerDud,
            pin.range,
            "a pin is of no key",
            words.label,
            impact: words.impact + "; it is no spare",
            fix: Fix(StatedPin.advice)
        )
    }

    private func age(_ directives: [HeaderField.Directive]) -> [Finding] {
        guard let age = directives.first(where: { $0.name == "max-age" }) else {
            return [
                finding(
                    .headerMaxAge,
                    field.name,
                    "max-age is missing",
                    "how long pins are kept",
                    impact: Self.ignored,
                    fix: file.fix(
                        "add max-age in seconds, such as 5184000 for 60 days",
                        Edit(field.end..<field.end, "; max-age=5184000")
                    )
                )
            ]
        }
        let isNumber =
            !age.value.isEmpty && age.value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard !isNumber || age.value.allSatisfy({ $0 == "0" }) else { return [] }
        return [
            finding(
                .headerMaxAge,
                age.range,
                isNumber ? "max-age=0 makes clients forget the pins" : "max-age is no number",
                isNumber ? "0 seconds" : "seconds, digits alone",
                impact: isNumber ? "any certificate of a trusted authority passes" : Self.ignored,
                fix: file.fix(
                    "write seconds, such as 5184000 for 60 days",
                    age.valueRange.map { [Edit($0, "5184000")] } ?? []
                )
            )
        ]
    }

    private func spare(_ pins: [HeaderField.Directive]) -> [Finding] {
        let known = Set(pins.filter { $0.name == "pin-sha256" }.map(\.value))
        guard known.count < 2 else { return [] }
        let isRepeated = pins.count > known.count && known.count == 1
        return [
            finding(
                .headerSpare,
                pins.last?.range ?? field.name,
                known.isEmpty ? "there is no pin" : "there is one pin and no spare",
                isRepeated && pins.count { $0.name == "pin-sha256" } > 1
                    ? "the same again" : "two different pins are required",
                impact: Self.ignored,
                fix: Fix("add the pin of a spare key that no served certificate has")
            )
        ]
    }

    private func subdomains(_ directives: [HeaderField.Directive]) -> [Finding] {
        guard !directives.contains(where: { $0.name == "includesubdomains" }) else { return [] }
        return [
            finding(
                .headerSubdomains,
                field.name,
                "subdomains are not pinned",
                "without includeSubDomains",
                impact:
                    "an attacker on the path uses a subdomain, which cookies of the domain reach",
                // Words alone: with it, a subdomain that serves another key is refused.
                fix: Fix("add includeSubDomains if every subdomain serves a pinned key")
            )
        ]
    }

    private func grammar(isExplained: Bool) -> [Finding] {
        guard !isExplained, !HPKPTexts.conforms(field.value) else { return [] }
        return [
            finding(
                .headerGrammar,
                field.name,
                "the value breaks the grammar of RFC 7469, section 2.1",
                "a directive twice, or text that is none",
                impact: Self.ignored,
                fix: Fix("write each directive once, with semicolons between them")
            )
        ]
    }
}
