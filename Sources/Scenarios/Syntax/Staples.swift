import Forge
import PKIX

/// What a file has the server staple to a certificate.
enum WrittenStaple: Hashable, Sendable {
    case nothing
    /// The response about an entity.
    case response(String)
    case bytes([UInt8])

    /// In bytes: what a TLS 1.3 extension holds besides the response's own header.
    static let maximumLength = 65_531

    /// Reads `none`, an entity's name, `bytes:HEX` or `bytes:HEX*COUNT`.
    init(_ text: String) throws(Fault) {
        let prefix = "bytes:"
        if text == "none" {
            self = .nothing
        } else if text.hasPrefix(prefix) {
            let parts = text.dropFirst(prefix.count)
                .split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
            let unit = try octets(String(parts[0]))
            let count = parts.count == 2 ? wholeNumber(String(parts[1])) : 1
            guard let count, !unit.isEmpty,
                (1...Self.maximumLength / unit.count).contains(count)
            else { throw .badStaple(text, limit: Self.maximumLength) }
            self = .bytes(Array(repeatElement(unit, count: count).joined()))
        } else if let fault = TextSyntax.name.fault(text) {
            throw fault
        } else {
            self = .response(text)
        }
    }
}

/// The number of a CRLReason, from its word or as it stands.
func revocationReason(_ text: String) throws(Fault) -> Int {
    if let reason = RevocationReason(word: text) { return Int(reason.rawValue) }
    guard let number = wholeNumber(text), number <= 255 else {
        throw .unknownWord(
            text,
            noun: "revocation reason",
            known: RevocationReason.allCases.map(\.word)
        )
    }
    return number
}

extension TextSyntax {
    static let staple = TextSyntax(
        "a staple",
        pattern: #"^([a-z0-9-]+|bytes:([0-9A-Fa-f]{2}[ :]*)+(\*[0-9]+)?)$"#,
        readings: .textOrNumber
    ) { text throws(Fault) in try WrittenStaple(text) }

    static let revocationReason = TextSyntax(
        "a revocation reason",
        pattern: "^[0-9]+$",
        words: RevocationReason.allCases.map(\.word),
        readings: .textOrNumber
    ) { text throws(Fault) in try Scenarios.revocationReason(text) }

    static let momentOrNone = TextSyntax.moment.orNone

    static let listNumber = TextSyntax.serial.orNone

    /// The same, or the word none.
    private var orNone: TextSyntax {
        let syntax = self
        return TextSyntax(noun, pattern: pattern, words: ["none"], readings: readings) { text in
            text == "none" ? nil : syntax.fault(text)
        }
    }
}
