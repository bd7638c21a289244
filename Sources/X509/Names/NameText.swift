extension EncodedName: CustomStringConvertible {
    /// The text of RFC 4514, with the last relative name first, such as `CN=Root,O=Example`.
    ///
    /// The characters come from the certificate, so output must escape them.
    package var description: String {
        relativeNames.reversed()
            .map { $0.map(text).joined(separator: "+") }
            .joined(separator: ",")
    }

    /// Returns the values of the attributes with this type, in order.
    ///
    /// A value that is not valid text is written as in RFC 4514 §2.4: `#` and the encoding in
    /// hexadecimal.
    package func texts(of type: ObjectIdentifier) -> [String] {
        relativeNames.joined()
            .filter { bytes[$0.type].elementsEqual(type.content) }
            .map { text(of: $0.value) ?? "#" + bytes[$0.value.encoding].hex }
    }

    /// Writes an attribute (RFC 4514 §2.3 and §2.4).
    private func text(_ attribute: Attribute) -> String {
        let type = ObjectIdentifier(content: Array(bytes[attribute.type]))
        if let keyword = Self.keywords[type], let value = text(of: attribute.value) {
            return "\(keyword)=\(Self.escaped(value))"
        }
        return "\(Self.keywords[type] ?? type.description)=#\(bytes[attribute.value.encoding].hex)"
    }

    /// Escapes a value (RFC 4514 §2.4).
    fileprivate static func escaped(_ value: String) -> String {
        var escaped = ""
        let scalars = value.unicodeScalars
        for (index, scalar) in zip(scalars.indices, scalars) {
            let isFirst = index == scalars.startIndex
            let isLast = scalars.index(after: index) == scalars.endIndex
            switch scalar {
            case "\0": escaped += "\\00"
            case "\"", "+", ",", ";", "<", ">", "\\": escaped += "\\\(scalar)"
            case "#" where isFirst, " " where isFirst || isLast: escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The keywords of RFC 4514 §3, and keywords of RFC 4519, RFC 2985 and OpenSSL (`GN`) for other
    /// types that certificates use.
    package static let keywords: [ObjectIdentifier: String] = [
        .commonName: "CN", .locality: "L", .stateOrProvince: "ST", .organization: "O",
        .organizationalUnit: "OU", .country: "C", .street: "STREET", .domainComponent: "DC",
        .userID: "UID", .surname: "SN", .givenName: "GN", .serialNumber: "serialNumber",
        .title: "title", .emailAddress: "emailAddress",
    ]
}

extension Name {
    /// The text that `init(rfc4514:)` reads as this name, attribute for attribute.
    ///
    /// A value whose string type is unusual for its attribute is written as in RFC 4514 §2.4: `#`
    /// and the encoding in hexadecimal. Nil if no text can express the name: a relative name has no
    /// attributes, or a type is not an object identifier.
    package var rfc4514Text: String? {
        let text = relativeNames.reversed()
            .map { $0.map(Self.text).joined(separator: "+") }
            .joined(separator: ",")
        return (try? Name(rfc4514: text)) == self ? text : nil
    }

    private static func text(_ attribute: Attribute) -> String {
        let type = EncodedName.keywords[attribute.type] ?? attribute.type.description
        if let value = String(validating: attribute.value, as: UTF8.self),
            Attribute(attribute.type, value) == attribute
        {
            return "\(type)=\(EncodedName.escaped(value))"
        }
        let encoding = DERWriter.bytes { $0.primitive(attribute.tag, attribute.value) }
        return "\(type)=#\(encoding.hex)"
    }
}
