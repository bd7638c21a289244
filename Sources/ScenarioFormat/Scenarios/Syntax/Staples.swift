import Forge
import X509

/// The response that a server staples for a certificate, as written in a file.
enum WrittenStaple: Hashable, Sendable {
    case nothing
    /// The response about this entity.
    case response(String)
    case bytes([UInt8])

    /// The longest response in bytes: the longest TLS 1.3 extension without the header of the
    /// response (RFC 8446 §4.2, §4.4.2.1).
    static let maximumLength = 65_531

    /// Reads `none`, an entity's name, `bytes:HEX` or `bytes:HEX*COUNT`.
    init(_ text: String) throws(Fault) {
        let prefix = "bytes:"
        if text == "none" {
            self = .nothing
        } else if text.hasPrefix(prefix) {
            let parts = text.dropFirst(prefix.count)
                .split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
            let unit = try hexBytes(String(parts[0]))
            let count = parts.count == 2 ? wholeNumber(String(parts[1])) : 1
            guard let count, !unit.isEmpty,
                (1...Self.maximumLength / unit.count).contains(count)
            else { throw .badStaple(text, limit: Self.maximumLength) }
            self = .bytes(Array(repeatElement(unit, count: count).joined()))
        } else {
            self = .response(try Syntax.name.parse(text))
        }
    }

    /// The text in a file.
    var written: String {
        switch self {
        case .nothing: return "none"
        case .response(let entity): return entity
        case .bytes(let bytes):
            let unit = Self.unit(of: bytes)
            let count = bytes.count / max(1, unit.count)
            return "bytes:" + (count < 4 ? bytes.hex : "\(unit.hex)*\(count)")
        }
    }

    /// Returns the shortest sequence of bytes whose repetition gives `bytes`.
    private static func unit(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        let period = bytes.indices.dropFirst().first { period in
            bytes.count.isMultiple(of: period)
                && bytes.dropFirst(period).elementsEqual(bytes.dropLast(period))
        }
        return bytes.prefix(period ?? bytes.count)
    }
}

/// Reads a CRLReason from its name or number.
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

/// Returns the name of a CRLReason, or its number if the reason has no name.
func writtenReason(_ number: Int) -> String {
    let known = UInt8(exactly: number).flatMap(RevocationReason.init(rawValue:))
    return known?.word ?? String(number)
}

extension Syntax where Parsed == WrittenStaple {
    static var staple: Syntax {
        Syntax(
            "a staple",
            pattern: #"^([a-z0-9-]+|bytes:([0-9A-Fa-f]{2}[ :]*)+(\*[0-9]+)?)$"#,
            readings: .textOrNumber,
            write: { .text($0.written) }
        ) { text throws(Fault) in try WrittenStaple(text) }
    }
}

extension Syntax where Parsed == Int {
    static var revocationReason: Syntax {
        Syntax(
            "a revocation reason",
            pattern: "^[0-9]+$",
            words: RevocationReason.allCases.map(\.word),
            readings: .textOrNumber,
            write: { .word(writtenReason($0)) }
        ) { text throws(Fault) in try ScenarioFormat.revocationReason(text) }
    }
}
