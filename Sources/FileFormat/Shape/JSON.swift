/// As much of JSON as a schema needs, members in order.
indirect enum JSON {
    case null
    case bool(Bool)
    case number(Int)
    /// A number as it is to be written.
    case literal(String)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    /// A value of a scenario file; all its scalars are text.
    init(_ value: Value) {
        switch value.content {
        case .null, .missing: self = .null
        case .text(let text): self = .string(text)
        case .list(let list): self = .array(list.map(JSON.init))
        case .mapping(let entries): self = .object(entries.map { ($0.key, JSON($0.value)) })
        }
    }

    /// A schema that one of several satisfies; those that are such unions themselves are taken in,
    /// because editors report nested ones badly.
    static func anyOf(_ schemas: [JSON]) -> JSON {
        let flat = schemas.flatMap { schema in
            if case .object(let members) = schema, members.count == 1, members[0].0 == "anyOf",
                case .array(let inner) = members[0].1
            {
                inner
            } else {
                [schema]
            }
        }
        return flat.count == 1 ? flat[0] : .object([("anyOf", .array(flat))])
    }

    /// The schema that null satisfies too.
    var orNull: JSON {
        guard case .object(let members) = self else { return self }
        let isPlain = members.contains { $0.0 == "type" || $0.0 == "enum" }
        guard isPlain else { return .anyOf([self, .object([("type", .string("null"))])]) }
        return .object(
            members.map { name, value in
                switch (name, value) {
                case ("type", .array(let types)): (name, .array(types + [.string("null")]))
                case ("type", let type): (name, .array([type, .string("null")]))
                case ("enum", .array(let values)): (name, .array(values + [.null]))
                default: (name, value)
                }
            }
        )
    }

    /// Two spaces a level; arrays of scalars on one line.
    var text: String { text(indent: "") }

    private func text(indent: String) -> String {
        let deeper = indent + "  "
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let value): return String(value)
        case .literal(let value): return value
        case .string(let value): return Self.quoted(value)
        case .array(let values):
            if values.allSatisfy(\.isScalar) {
                return "[" + values.map { $0.text(indent: "") }.joined(separator: ", ") + "]"
            }
            return Self.block("[", values.map { $0.text(indent: deeper) }, "]", indent)
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { Self.quoted($0) + ": " + $1.text(indent: deeper) }
            return Self.block("{", lines, "}", indent)
        }
    }

    private var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    private static func block(
        _ open: String,
        _ lines: [String],
        _ close: String,
        _ indent: String
    ) -> String {
        let separator = ",\n" + indent + "  "
        return open + "\n" + indent + "  " + lines.joined(separator: separator) + "\n" + indent
            + close
    }

    /// RFC 8259 §7.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
