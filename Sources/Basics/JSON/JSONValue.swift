// JSON (RFC 8259) is the format of most files that Hatpin writes for programs, such as run files,
// reports and the schema of scenario files. This folder contains a writer that works without a
// tree, the tree of values, and the reader that builds the tree. It does not know what the
// documents mean.

/// A JSON value; the members of an object are in the order in which they are written.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number as it is written; the reader accepts whole numbers only.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The deepest nesting that is read.
    package static let deepest = JSONReader.maximumDepth

    /// Reads a text that consists of one value.
    ///
    /// - Throws: the offset of the first wrong byte.
    package init(_ bytes: some Collection<UInt8>) throws(JSONFault) {
        var reader = JSONReader(bytes: Array(bytes))
        self = try reader.document()
    }

    /// The member with this name; nil if the value has no such member or is not an object.
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

    /// The strings of an array that contains only strings.
    package var strings: [String]? {
        guard case .array(let values) = self else { return nil }
        let strings = values.compactMap(\.string)
        return strings.count == values.count ? strings : nil
    }

    /// Returns the number, if this type can hold it.
    package func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        guard case .number(let digits) = self else { return nil }
        return Number(digits)
    }
}

/// A member of an object.
package struct JSONMember: Hashable, Sendable {
    /// The name, unique in its object.
    package let name: String
    package let value: JSONValue

    /// Makes a member; each parameter sets the property with its name.
    package init(_ name: String, _ value: JSONValue) {
        (self.name, self.value) = (name, value)
    }
}
