/// The error for a text that is not JSON, with the offset of the first wrong byte, from 0.
package struct JSONFault: Error, Hashable, Sendable {
    package let offset: Int
}

/// Reads a text that consists of one value.
struct JSONReader {
    /// The deepest nesting allowed; run files nest three levels deep.
    static let maximumDepth = 16

    private let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONFault) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard offset == bytes.count else { throw fault }
        return value
    }

    private var fault: JSONFault { JSONFault(offset: offset) }
    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
            offset += 1
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
        guard depth < Self.maximumDepth else { throw fault }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        guard bytes[offset...].starts(with: word.utf8) else { throw fault }
        offset += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONFault) -> String {
        let start = offset
        if take("-"), next == nil { throw fault }
        let first = offset
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
        let digits = bytes[first..<offset]
        guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
            throw fault
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func members(depth: Int) throws(JSONFault) -> [JSONMember] {
        var members: [JSONMember] = []
        var names: Set<String> = []
        offset += 1
        skipSpace()
        if take("}") { return members }
        repeat {
            skipSpace()
            let name = try string()
            skipSpace()
            guard take(":"), names.insert(name).inserted else { throw fault }
            members.append(JSONMember(name, try value(depth: depth + 1)))
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        offset += 1
        skipSpace()
        if take("]") { return elements }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault }
        return elements
    }

    private mutating func string() throws(JSONFault) -> String {
        guard take("\"") else { throw fault }
        var units: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else { throw fault }
                return text
            case UInt8(ascii: "\\"): units.append(contentsOf: String(try escaped()).utf8)
            case 0x00...0x1f: throw JSONFault(offset: offset - 1)
            default: units.append(byte)
            }
        }
        throw fault
    }

    private mutating func escaped() throws(JSONFault) -> Unicode.Scalar {
        guard let byte = next else { throw fault }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw JSONFault(offset: offset - 1)
        }
    }

    private mutating func unicode() throws(JSONFault) -> Unicode.Scalar {
        let high = try unit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard (0xd800...0xdbff).contains(high), take("\\"), take("u") else { throw fault }
        let low = try unit()
        guard (0xdc00...0xdfff).contains(low),
            let scalar = Unicode.Scalar(
                0x10000 + (UInt32(high - 0xd800) << 10) + UInt32(low - 0xdc00)
            )
        else { throw fault }
        return scalar
    }

    private mutating func unit() throws(JSONFault) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, byte < 0x80,
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw fault }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }
}
