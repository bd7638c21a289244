/// The error for a text that is not a distinguished name.
package struct NameSyntaxError: Error, Hashable, Sendable {
    /// The reason why the text is not a name.
    package enum Fault: Hashable, Sendable {
        /// An attribute type was expected: a keyword or an object identifier.
        case missingType
        /// A keyword is not in `EncodedName.keywords`.
        case unknownType(String)
        case missingEquals
        /// A backslash does not precede a special character or two hexadecimal digits.
        case badEscape
        /// The hexadecimal DER of one element must follow `#`.
        case badHexadecimal
        /// A character must be escaped with a backslash in a value.
        case unescaped(Unicode.Scalar)
    }

    package let fault: Fault
    /// The number of Unicode scalars before the error.
    package let offset: Int
}

extension NameSyntaxError: CustomStringConvertible {
    package var description: String {
        switch fault {
        case .missingType: "expected an attribute type such as CN or 2.5.4.3"
        case .unknownType(let type): "\(type) is not a known attribute type; write its OID"
        case .missingEquals: "expected '=' after the attribute type"
        case .badEscape: "a special character or two hexadecimal digits must follow a backslash"
        case .badHexadecimal: "one DER element in hexadecimal must follow '#'"
        case .unescaped(let scalar): "write '\(scalar)' in a value as '\\\(scalar)'"
        }
    }
}

extension Name {
    /// Reads RFC 4514 text such as `CN=www.example.test,O=Example+OU=Web`.
    ///
    /// The text has the last relative name of the encoding first (RFC 4514 §2.1): `CN=leaf,O=Org`
    /// is encoded as O, then CN. Empty text is the empty name. Spaces around `,`, `+` and `=` are
    /// skipped, as RFC 2253 readers do; a value must escape its first or last space. Values get the
    /// string type of `Attribute.init(_:_:)`; `#` values state their own.
    ///
    /// - Parameter text: the whole name.
    /// - Throws: `NameSyntaxError` with the position of the first error.
    package init(rfc4514 text: String) throws(NameSyntaxError) {
        var parser = NameParser(scalars: Array(text.unicodeScalars))
        relativeNames = try parser.name().reversed()
    }
}

private struct NameParser {
    let scalars: [Unicode.Scalar]
    private var position = 0

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private var next: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private func error(_ fault: NameSyntaxError.Fault, at offset: Int? = nil) -> NameSyntaxError {
        NameSyntaxError(fault: fault, offset: offset ?? position)
    }

    private mutating func skipSpaces() {
        while next == " " { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Reads the relative names in the order of the text.
    mutating func name() throws(NameSyntaxError) -> [[Name.Attribute]] {
        skipSpaces()
        guard next != nil else { return [] }
        var names = [[try attribute()]]
        while next != nil {
            if take(",") {
                names.append([try attribute()])
            } else if take("+") {
                names[names.count - 1].append(try attribute())
            }
        }
        return names
    }

    private mutating func attribute() throws(NameSyntaxError) -> Name.Attribute {
        let type = try type()
        skipSpaces()
        guard take("=") else { throw error(.missingEquals) }
        skipSpaces()
        if next == "#" { return try encodedAttribute(type) }
        let (text, raw) = try value()
        if let text { return Name.Attribute(type, text) }
        var attribute = Name.Attribute(type, "")
        attribute.value = raw
        return attribute
    }

    private mutating func type() throws(NameSyntaxError) -> ObjectIdentifier {
        skipSpaces()
        let start = position
        while let scalar = next, scalar.isASCII,
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == "." || scalar == "-"
        {
            position += 1
        }
        guard position > start else { throw error(.missingType) }
        var word = String(String.UnicodeScalarView(scalars[start..<position]))
        if let known = types[word.lowercased()] { return known }
        if word.lowercased().hasPrefix("oid.") { word.removeFirst(4) }
        if let identifier = ObjectIdentifier(word) { return identifier }
        throw error(.unknownType(word), at: start)
    }

    /// Reads `#` and the DER of the value (RFC 4514 §2.4).
    private mutating func encodedAttribute(
        _ type: ObjectIdentifier
    ) throws(NameSyntaxError)
        -> Name.Attribute
    {
        let start = position
        position += 1
        while let scalar = next, scalar != ",", scalar != "+" { position += 1 }
        let digits = String(String.UnicodeScalarView(scalars[(start + 1)..<position]))
        guard let bytes = [UInt8](hex: digits) else { throw error(.badHexadecimal, at: start) }
        do {
            var reader = DERReader(bytes)
            let element = try reader.next()
            try reader.finish()
            return Name.Attribute(
                type: type,
                tag: element.tag,
                value: Array(bytes[element.content])
            )
        } catch {
            throw self.error(.badHexadecimal, at: start)
        }
    }

    /// Reads a value; returns its bytes, and its text if the bytes are valid UTF-8, otherwise nil.
    private mutating func value() throws(NameSyntaxError) -> (text: String?, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        // The length up to the last escaped character; an escaped space at the end is kept.
        var kept = 0
        while let scalar = next, scalar != ",", scalar != "+" {
            if scalar == "\\" {
                bytes += try escaped()
                kept = bytes.count
                continue
            }
            guard !"\"<>;\0".unicodeScalars.contains(scalar) else {
                throw error(.unescaped(scalar))
            }
            bytes += Array(String(scalar).utf8)
            position += 1
        }
        while bytes.count > kept, bytes.last == 0x20 { bytes.removeLast() }
        return (String(validating: bytes, as: UTF8.self), bytes)
    }

    /// Reads the byte of an escape: a special character, or two hexadecimal digits.
    private mutating func escaped() throws(NameSyntaxError) -> [UInt8] {
        let start = position
        position += 1
        guard let scalar = next else { throw error(.badEscape, at: start) }
        if " \"#+,;<=>\\".unicodeScalars.contains(scalar) {
            position += 1
            return Array(String(scalar).utf8)
        }
        let pair = scalars[position...].prefix(2)
        guard let bytes = [UInt8](hex: String(String.UnicodeScalarView(pair))), bytes.count == 1
        else { throw error(.badEscape, at: start) }
        position += 2
        return bytes
    }
}

/// Attribute types by keyword in lower case; keywords ignore case (RFC 4514 §3).
private let types = Dictionary(
    uniqueKeysWithValues: EncodedName.keywords.map { ($0.value.lowercased(), $0.key) }
)
