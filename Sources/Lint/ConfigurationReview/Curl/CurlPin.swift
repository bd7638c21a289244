import Basics
import ClientModels
import X509

extension ReviewedSystem {
    /// `--pinnedpubkey`, which no file has by itself: settings and readers of scripts ask for it.
    static let curlPins = ReviewedSystem(
        table: RuleTable("curl: --pinnedpubkey", Rule.curlPins),
        noun: "pins of curl"
    ) { _, _ in nil }
}

extension Rule {
    static let curlPinForm = Rule(
        outage: "CUR-006",
        "a bare hash, `sha256/…` or `sha1//…`: curl takes it for a file's name"
    )
    static let curlBlank = Rule(outage: "CUR-007", "a blank after the semicolon between hashes")
    static let curlCertificateFile = Rule(
        outage: "CUR-009",
        "a certificate in place of a public key's file"
    )
    static let curlHash = Rule(
        "CUR-018",
        .low,
        "a hash that is no base64 of 32 bytes; an outage where no hash is of a key"
    )
    static let curlDud = Rule(
        "CUR-019",
        .low,
        "a placeholder, or a hash of documentation; an outage where no hash is of a key"
    )
    static let curlPins = [curlPinForm, curlBlank, curlCertificateFile, curlHash, curlDud]
}

/// Mistakes of an argument of `--pinnedpubkey`.
struct CurlPin {
    let file: ReviewedFile
    /// The argument, without quotation marks.
    let range: Range<Int>

    private static let refused = "every connection ends with error 90"

    var findings: [Finding] {
        parts.enumerated().flatMap { index, part in
            let text = file.text(part)
            guard text.trimmingBlanks.hasPrefix("sha256//") else {
                return form(text.trimmingBlanks, part, isFirst: index == 0)
            }
            let blanks = text.prefix(while: \.isWhitespace).utf8.count
            let hash = (part.lowerBound + blanks)..<part.upperBound
            return (blanks > 0 ? [blank(part, blanks)] : []) + self.hash(hash, refusesAll)
        }
    }

    /// Whether no part is the hash of a key.
    private var refusesAll: Bool {
        parts.allSatisfy { part in
            let text = file.text(part).trimmingBlanks
            guard text.hasPrefix("sha256//"),
                let bytes = Base64.decode(text.dropFirst("sha256//".count).utf8)
            else { return true }
            return bytes.count != 32 || StatedPin.dud(bytes) != nil
        }
    }

    /// The file that the argument names; nil for hashes.
    var path: String? {
        let text = file.text(range)
        return text.hasPrefix("sha256//") || !findings.isEmpty ? nil : text
    }

    private var parts: [Range<Int>] {
        let bytes = file.bytes[range]
        return bytes.split(separator: UInt8(ascii: ";")).map { $0.startIndex..<$0.endIndex }
    }

    private func form(_ text: String, _ part: Range<Int>, isFirst: Bool) -> [Finding] {
        let bare = Base64.decode(text.utf8)?.count == 32 ? text : nil
        let meant = bare ?? StatedPin.base64(of: text)
        guard meant != nil || text.hasPrefix("sha1//") || text.hasPrefix("sha256/") || !isFirst
        else { return [] }
        return [
            Finding(
                .curlPinForm,
                isFirst ? nil : .low,
                at: file.span(part),
                "\(text.prefix(24))… is no hash to curl",
                label: isFirst ? "taken for a file's name" : "not compared",
                impact: isFirst
                    ? "no such file is found: " + Self.refused : "the pin matches no key",
                fix: file.fix(
                    "write sha256// and the base64 of 32 bytes",
                    meant.map { [Edit(part, "sha256//" + $0)] } ?? []
                )
            )
        ]
    }

    private func blank(_ part: Range<Int>, _ count: Int) -> Finding {
        let blank = part.lowerBound..<(part.lowerBound + count)
        return Finding(
            .curlBlank,
            at: file.span(blank),
            "a blank stands before a hash",
            label: "not part of the form",
            impact: "up to curl 8.17 no hash of the list matches, and " + Self.refused
                + "; later releases compare only the hashes before it",
            fix: file.fix("delete the blank", Edit(blank, ""))
        )
    }

    private func hash(_ part: Range<Int>, _ refusesAll: Bool) -> [Finding] {
        let start = part.lowerBound + "sha256//".utf8.count
        let text = file.text(start..<part.upperBound)
        let bytes = Base64.decode(text.utf8)
        let review = HashReview(
            malformed: refusesAll ? .curlHash.outage : .curlHash,
            dud: { _ in refusesAll ? .curlDud.outage : .curlDud },
            noun: "a hash",
            place: file.span(start..<part.upperBound),
            bytes: bytes
        )
        let effect = refusesAll ? ": " + Self.refused : ""
        let meant = StatedPin.base64(of: text.trimmingBlanks)
        let finding = review.finding(
            impact: "it matches no key" + effect,
            fix: file.fix(
                "write the SHA-256 of the server's public key in base64: 44 characters",
                meant.map { [Edit(start..<part.upperBound, $0)] } ?? []
            ),
            effect: effect
        )
        return [finding].compactMap(\.self)
    }

    /// The mistake of a file for `--pinnedpubkey` that is a certificate; nil for others.
    static func certificateFile(_ file: ReviewedFile) -> Finding? {
        let isPEM = file.bytes.holds("-----BEGIN CERTIFICATE-----")
        guard isPEM || !CurlTexts.isPublicKey(file.bytes) && CurlTexts.isCertificate(file.bytes)
        else { return nil }
        return Finding(
            .curlCertificateFile,
            at: isPEM ? file.span(file.lines.first ?? 0..<0) : nil,
            "the pin's file is a certificate, not a public key",
            label: isPEM ? "a certificate" : "",
            impact: "it matches no key: " + refused,
            fix: Fix("make the key's file: openssl x509 -in CERTIFICATE -pubkey -noout")
        )
    }
}
