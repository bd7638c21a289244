import PathValidation
import X509

/// The value of a `Public-Key-Pins` header field (RFC 7469 §2.1).
///
/// The grammar has directives in any order and case, each once except pins, with optional whitespace
/// around semicolons and none around equals signs. Unknown directives, and pins by unknown
/// algorithms, are skipped.
struct PublicKeyPinsHeader: Hashable, Sendable {
    /// SHA-256 of SubjectPublicKeyInfos, 32 bytes each, in the order stated.
    private(set) var pins: [[UInt8]] = []
    /// In seconds; nil if it is missing, although the field requires it.
    private(set) var maxAge: Int?
    private(set) var includesSubDomains = false
    /// Whether the whole value is one that a user agent must not ignore.
    private(set) var conforms = true

    init(_ value: String) {
        var scanner = DirectiveScanner(value)
        var names: Set<String> = []
        repeat {
            guard let directive = scanner.directive() else {
                conforms = false
                return
            }
            let isPin = directive.name.hasPrefix("pin-")
            if !isPin, !names.insert(directive.name).inserted { conforms = false }
            note(directive)
        } while scanner.continues()
        if maxAge == nil || !scanner.isAtEnd { conforms = false }
    }

    /// The header of a server with these pins and the pin of a spare key in no certificate.
    init(pins: [[UInt8]]) {
        self.pins = pins + [[UInt8](repeating: 0, count: 32)]
        maxAge = 5_184_000
    }

    /// The same with `others` in place of the first pin, which the chain that brought it held.
    func replacingFirstPin(by others: [[UInt8]]) -> PublicKeyPinsHeader {
        var header = self
        header.pins = others.isEmpty || pins.isEmpty ? [] : others + pins.dropFirst()
        return header
    }

    private mutating func note(_ directive: DirectiveScanner.Directive) {
        switch (directive.name, directive.value) {
        case ("pin-sha256", .quoted(let text)):
            guard let pin = Base64.decode(Array(text.utf8)), pin.count == 32 else {
                conforms = false
                return
            }
            pins.append(pin)
        case ("max-age", .token(let text)), ("max-age", .quoted(let text)):
            // delta-seconds: digits alone, possibly too many for an integer.
            guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else {
                conforms = false
                return
            }
            maxAge = Int(text) ?? .max
        case ("includesubdomains", nil):
            includesSubDomains = true
        case ("includesubdomains", _), ("max-age", nil):
            conforms = false
        case (let name, let value) where name.hasPrefix("pin-"):
            if case .quoted = value { return }
            conforms = false
        default: break
        }
    }
}

/// Directives with semicolons between them, by the grammar of RFC 7230 §3.2.6.
private struct DirectiveScanner {
    struct Directive {
        enum Value {
            case token(String)
            case quoted(String)
        }

        /// In lower case.
        let name: String
        let value: Value?
    }

    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = Array(text.utf8)[...]
        skipWhitespace()
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a semicolon, and says whether there was one.
    mutating func continues() -> Bool {
        skipWhitespace()
        guard rest.first == UInt8(ascii: ";") else { return false }
        rest.removeFirst()
        skipWhitespace()
        return true
    }

    /// The next directive; nil if there is none.
    mutating func directive() -> Directive? {
        guard let name = token() else { return nil }
        guard rest.first == UInt8(ascii: "=") else {
            return Directive(name: name.lowercased(), value: nil)
        }
        rest.removeFirst()
        let value =
            rest.first == UInt8(ascii: "\"")
            ? quotedString().map(Directive.Value.quoted) : token().map(Directive.Value.token)
        return value.map { Directive(name: name.lowercased(), value: $0) }
    }

    private mutating func token() -> String? {
        let token = rest.prefix(while: Self.isTokenByte)
        rest = rest[token.endIndex...]
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    private mutating func quotedString() -> String? {
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        return nil
    }

    private mutating func skipWhitespace() {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    private static let marks = Set("!#$%&'*+-.^_`|~".utf8)

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || marks.contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
    }
}
