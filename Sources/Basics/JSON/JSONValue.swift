// JSON is the notation (RFC 8259) of all that Hatpin writes for programs: run files, reports and the
// schema of scenario files. It has a writer that needs no tree, the tree, and its reader, and knows
// nothing of what is written.

/// A value of JSON, members in the order in which they are written.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number as it is written; those that are read are whole.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// Reads one value that is the whole text.
    ///
    /// - Throws: the place of the first byte that does not fit.
    package init(_ bytes: some Collection<UInt8>) throws(JSONFault) {
        var reader = JSONReader(bytes: Array(bytes))
        self = try reader.document()
    }

    /// The member of this name; nil for none and for what is no object.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    package var boolean: Bool? {
        guard case .boolean(let value) = self else { return nil }
        return value
    }

    /// The strings of an array that holds nothing else.
    package var strings: [String]? {
        guard case .array(let values) = self else { return nil }
        let strings = values.compactMap(\.string)
        return strings.count == values.count ? strings : nil
    }

    /// The number, where this type can hold it.
    package func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        guard case .number(let digits) = self else { return nil }
        return Number(digits)
    }
}

/// A member of an object.
package struct JSONMember: Hashable, Sendable {
    /// Unlike those of its object's other members.
    package let name: String
    package let value: JSONValue

    /// A member; each parameter is the property of its name.
    package init(_ name: String, _ value: JSONValue) {
        (self.name, self.value) = (name, value)
    }
}
