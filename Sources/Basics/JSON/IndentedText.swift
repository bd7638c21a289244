extension JSONValue {
    /// The value as text for people, with two spaces for each level and arrays of scalars on one
    /// line.
    package var indentedText: String { text(indent: "") }

    private func text(indent: String) -> String {
        let deeper = indent + "  "
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .number(let value): return value
        case .string(let value): return Self.quoted(value)
        case .array(let values):
            if values.allSatisfy(\.isScalar) {
                return "[" + values.map { $0.text(indent: "") }.joined(separator: ", ") + "]"
            }
            return Self.block("[", values.map { $0.text(indent: deeper) }, "]", indent)
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { Self.quoted($0.name) + ": " + $0.value.text(indent: deeper) }
            return Self.block("{", lines, "}", indent)
        }
    }

    private var isScalar: Bool {
        switch self {
        case .array, .object: false
        case .null, .boolean, .number, .string: true
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

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter(capacity: text.utf8.count + 2)
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
