/// Text that is no distinguished name, and where.
package struct NameSyntaxError: Error, Hashable, Sendable {
    /// The reason why the text is no name.
    package enum Fault: Hashable, Sendable {
        /// An attribute type was expected: a keyword or an object identifier.
        case missingType
        /// A keyword that is not in `EncodedName.keywords`.
        case unknownType(String)
        case missingEquals
        /// A backslash before neither a special character nor two hexadecimal digits.
        case badEscape
        /// `#` that is not followed by the hexadecimal DER of one element.
        case badHexadecimal
        /// A character that a value holds only after a backslash.
        case unescaped(Unicode.Scalar)
    }

    package let fault: Fault
    /// Unicode scalars from the start of the text.
    package let offset: Int
}

extension NameSyntaxError: CustomStringConvertible {
    package var description: String {
        switch fault {
        case .missingType: "an attribute type such as CN or 2.5.4.3 was expected"
        case .unknownType(let type): "\(type) is no known attribute type; write its OID"
        case .missingEquals: "'=' was expected after the attribute type"
        case .badEscape: "a backslash stands before a special character or two hexadecimal digits"
        case .badHexadecimal: "after '#' comes one DER element in hexadecimal"
        case .unescaped(let scalar): "'\(scalar)' in a value is written '\\\(scalar)'"
        }
    }
}

extension Name {
    /// Reads RFC 4514 text such as `CN=www.example.test,O=Example+OU=Web`.
    ///
    /// The text says the last relative name of the encoding first (RFC 4514 §2.1): `CN=leaf,O=Org`
    /// is encoded as O, then CN. Empty text is the empty name. Spaces around `,`, `+` and `=` are
    /// passed over, as RFC 2253 readers do; a value that begins or ends with one has it escaped.
    /// Values become the string type of `Attribute.init(_:_:)`; `#` values state their own.
    ///
    /// - Parameter text: the whole name.
    /// - Throws: `NameSyntaxError` with the place of the first fault.
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

    /// Relative names as the text has them.
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

    /// `#` and the DER of the value (RFC 4514 §2.4).
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

    /// A value's text, or nil and its bytes where escaped bytes are no UTF-8.
    private mutating func value() throws(NameSyntaxError) -> (text: String?, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        // The characters up to the last escaped one, which are kept even if they are spaces.
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

    /// The bytes of a pair: a special character, or any byte by two hexadecimal digits.
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

/// Attribute types by keyword in lower case; keywords do not mind their case (RFC 4514 §3).
private let types = Dictionary(
    uniqueKeysWithValues: EncodedName.keywords.map { ($0.value.lowercased(), $0.key) }
)
