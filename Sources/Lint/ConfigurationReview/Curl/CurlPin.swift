import Basics
import ClientModels
import ScenarioFormat
import X509

extension ReviewedSystem {
    /// The rules for curl's `--pinnedpubkey`, which is an option and not a file; the reviews of
    /// settings and of scripts use them.
    static let curlPins = ReviewedSystem(
        table: RuleTable("curl: --pinnedpubkey", Rule.curlPins),
        noun: "curl pins"
    ) { _, _ in nil }
}

extension Rule {
    static let curlPinForm = Rule(
        outage: "CUR-006",
        "a bare hash, `sha256/…` or `sha1//…`: curl reads it as a file name"
    )
    static let curlBlank = Rule(outage: "CUR-007", "a space after the semicolon between hashes")
    static let curlCertificateFile = Rule(
        outage: "CUR-009",
        "a certificate file instead of a public key file"
    )
    static let curlHash = Rule(
        "CUR-018",
        .low,
        "a hash that is not 32 bytes in base64; if no hash matches, every connection fails"
    )
    static let curlUnusable = Rule(
        "CUR-019",
        .low,
        "a placeholder or an example hash; if no hash matches, every connection fails"
    )
    static let curlPins = [curlPinForm, curlBlank, curlCertificateFile, curlHash, curlUnusable]
}

/// The review of an argument of `--pinnedpubkey`.
struct CurlPin {
    let file: ReviewedFile
    /// The bytes of the argument, without quotation marks.
    let range: Range<Int>

    private static let refused = "every connection fails with error 90"

    /// The findings in an argument that a script or program states.
    ///
    /// A file that the argument names cannot be read, but its extension can show that it is a
    /// certificate.
    var allFindings: [Finding] {
        let name = file.text(range).lowercased()
        guard [".crt", ".cer", ".cert"].contains(where: name.hasSuffix) else { return findings }
        return findings + [
            Finding(
                .curlCertificateFile,
                at: file.span(range),
                "this option needs a public key file, but the name is that of a certificate",
                label: "not a public key",
                impact: Self.refused,
                fix: Fix("extract the public key: openssl x509 -in CERTIFICATE -pubkey -noout")
            )
        ]
    }

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

    /// Whether no part of the argument is the hash of a real key.
    private var refusesAll: Bool {
        parts.allSatisfy { part in
            let text = file.text(part).trimmingBlanks
            guard text.hasPrefix("sha256//"),
                let bytes = Base64.decode(text.dropFirst("sha256//".count).utf8)
            else { return true }
            return bytes.count != 32 || StatedPin.unusableReason(bytes) != nil
        }
    }

    /// The file that the argument names; nil if it contains hashes.
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
                "curl does not accept \(text.prefix(24))… as a hash",
                label: isFirst ? "curl reads it as a file name" : "never compared",
                impact: isFirst
                    ? "the file does not exist, so " + Self.refused : "the pin never matches",
                fix: file.fix(
                    "write sha256// followed by the hash in base64",
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
            "a space comes before a hash",
            label: "not allowed here",
            impact: "up to curl 8.17, no hash of the list matches and " + Self.refused
                + "; later versions compare only the hashes before it",
            fix: file.fix("delete the space", Edit(blank, ""))
        )
    }

    private func hash(_ part: Range<Int>, _ refusesAll: Bool) -> [Finding] {
        let start = part.lowerBound + "sha256//".utf8.count
        let text = file.text(start..<part.upperBound)
        let bytes = Base64.decode(text.utf8)
        let review = HashReview(
            malformed: refusesAll ? .curlHash.outage : .curlHash,
            unusable: { _ in refusesAll ? .curlUnusable.outage : .curlUnusable },
            noun: "a hash",
            place: file.span(start..<part.upperBound),
            bytes: bytes
        )
        let effect = refusesAll ? ", so " + Self.refused : ""
        let meant = StatedPin.base64(of: text.trimmingBlanks)
        let finding = review.finding(
            impact: "it never matches" + effect,
            fix: file.fix(
                "write the SHA-256 hash of the server's public key in base64 (44 characters)",
                meant.map { [Edit(start..<part.upperBound, $0)] } ?? []
            ),
            effect: effect
        )
        return [finding].compactMap(\.self)
    }

    /// Returns the finding for a file of `--pinnedpubkey` that is a certificate; nil for other
    /// files.
    static func certificateFile(_ file: ReviewedFile) -> Finding? {
        let isPEM = file.bytes.holds("-----BEGIN CERTIFICATE-----")
        guard isPEM || !CurlTexts.isPublicKey(file.bytes) && CurlTexts.isCertificate(file.bytes)
        else { return nil }
        return Finding(
            .curlCertificateFile,
            at: isPEM ? file.span(file.lines.first ?? 0..<0) : nil,
            "the pin file is a certificate instead of a public key",
            label: isPEM ? "a certificate" : "",
            impact: "it never matches, so " + refused,
            fix: Fix("extract the public key: openssl x509 -in CERTIFICATE -pubkey -noout")
        )
    }
}
