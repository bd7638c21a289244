/// Writes JSON (RFC 8259) in call order, without spaces or line ends.
///
/// The writer escapes deceptive scalars, `<` and the second `#` of `##` as `\u`. So a line is safe
/// on a terminal, in the log of a CI service and in a page, and readers get the original text.
///
/// ```swift
/// var json = JSONWriter()
/// json.object {
///     $0.member("id", "time/expired-leaf")
///     $0.member("isServable", true)
/// }
/// json.bytes  // {"id":"time/expired-leaf","isServable":true}
/// ```
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(capacity: Int = 1_024) {
        bytes.reserveCapacity(capacity)
    }

    /// Ends a line and prepares for the next line.
    package mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Discards what was written and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes an object, as a value or as a whole document.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested("{", body, "}")
    }

    /// Writes an array, whose elements `body` writes.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        nested("[", body, "]")
    }

    /// Writes a member's name; its value must follow.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name that is not a literal; the member's value must follow.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    package mutating func string(_ value: String) {
        string(of: { $0.escape(value) })
    }

    /// Writes a string whose parts `body` writes with `escape`.
    package mutating func string(of body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        body(&self)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes a whole number.
    package mutating func number(_ value: some BinaryInteger) {
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a part of a string, without the quotes.
    package mutating func escape(_ value: String) {
        var value = value
        value.withUTF8 { text in
            // Copy plain text in runs, because most text is plain.
            var start = 0
            var next = 0
            while next < text.count {
                guard !Self.isPlain(text[next]) else {
                    next += 1
                    continue
                }
                bytes.append(contentsOf: text[start..<next])
                next += escapeScalar(at: next, of: text)
                start = next
            }
            bytes.append(contentsOf: text[start...])
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: "#"): false
        default: (0x20...0x7e).contains(byte)
        }
    }

    /// Writes one scalar of well-formed UTF-8 and returns its length in bytes.
    private mutating func escapeScalar(at start: Int, of text: UnsafeBufferPointer<UInt8>) -> Int {
        let lead = text[start]
        let length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
        let encoding = text[start..<min(start + length, text.count)]
        switch lead {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(lead)
        case UInt8(ascii: "\n"):
            bytes.append(contentsOf: "\\n".utf8)
        case UInt8(ascii: "#") where start == 0 || text[start - 1] != lead:
            bytes.append(lead)
        default:
            let scalar =
                String(decoding: encoding, as: UTF8.self).unicodeScalars.first ?? "\u{fffd}"
            if lead < 0x80 || scalar.isDeceptive {
                escapeUnits(scalar)
            } else {
                bytes.append(contentsOf: encoding)
            }
        }
        return encoding.count
    }

    /// Writes `\u` and four digits for each UTF-16 unit.
    private mutating func escapeUnits(_ scalar: Unicode.Scalar) {
        for unit in UTF16.encode(scalar) ?? .init() {
            let digits = String(unit, radix: 16)
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
            bytes.append(contentsOf: digits.utf8)
        }
    }

    private mutating func nested(
        _ open: Unicode.Scalar,
        _ body: (inout JSONWriter) -> Void,
        _ close: Unicode.Scalar
    ) {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

extension JSONWriter {
    /// Writes a member, or nothing if the value is nil.
    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a member, or nothing if the value is nil.
    package mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    /// Writes a member whose value is a list of strings, or nothing if the list is nil.
    package mutating func member(_ name: StaticString, _ values: [String]?) {
        guard let values else { return }
        key(name)
        array { list in
            for value in values { list.string(value) }
        }
    }

    /// Writes a Boolean member.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        boolean(value)
    }
}
