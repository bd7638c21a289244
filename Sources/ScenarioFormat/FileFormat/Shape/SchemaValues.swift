import Basics

// The values of a JSON Schema.

extension JSONValue {
    /// Converts a value of a scenario file; all its scalars are text.
    init(_ value: Value) {
        switch value.content {
        case .null, .missing: self = .null
        case .text(let text): self = .string(text)
        case .list(let list): self = .array(list.map(JSONValue.init))
        case .mapping(let entries):
            self = .object(entries.map { JSONMember($0.key, JSONValue($0.value)) })
        }
    }

    /// Returns a schema that matches any of several schemas.
    ///
    /// Unions among them are flattened, because editors report nested unions badly.
    static func anyOf(_ schemas: [JSONValue]) -> JSONValue {
        let flat = schemas.flatMap { schema in
            if case .object(let members) = schema, members.count == 1, members[0].name == "anyOf",
                case .array(let inner) = members[0].value
            {
                inner
            } else {
                [schema]
            }
        }
        return flat.count == 1 ? flat[0] : .object([JSONMember("anyOf", .array(flat))])
    }

    /// This schema, extended to match null.
    var orNull: JSONValue {
        guard case .object(let members) = self else { return self }
        let isPlain = members.contains { $0.name == "type" || $0.name == "enum" }
        guard isPlain else {
            return .anyOf([self, .object([JSONMember("type", .string("null"))])])
        }
        return .object(
            members.map { member in
                let name = member.name
                return switch (name, member.value) {
                case ("type", .array(let types)):
                    JSONMember(name, .array(types + [.string("null")]))
                case ("type", let type): JSONMember(name, .array([type, .string("null")]))
                case ("enum", .array(let values)): JSONMember(name, .array(values + [.null]))
                default: member
                }
            }
        )
    }
}
