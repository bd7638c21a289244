import Basics

/// Building blocks of Hatpin's JSON Schemas (draft-07).
protocol SchemaParts {}

extension SchemaParts {
    static func typed(
        _ type: String,
        _ about: String,
        _ more: [JSONMember] = []
    ) -> JSONValue {
        .object(
            [JSONMember("type", .string(type)), JSONMember("description", .string(about))] + more
        )
    }

    static func string(_ about: String) -> JSONValue { typed("string", about) }

    static func boolean(_ about: String) -> JSONValue { typed("boolean", about) }

    static func count(_ about: String) -> JSONValue {
        typed("integer", about, [JSONMember("minimum", .number("0"))])
    }

    static func constant(_ value: Int) -> JSONValue {
        .object([JSONMember("const", .number(String(value)))])
    }

    static func choice(_ values: [String], _ about: String) -> JSONValue {
        typed("string", about, [JSONMember("enum", .array(values.map(JSONValue.string)))])
    }

    static func strings(_ about: String) -> JSONValue {
        list(of: .object([JSONMember("type", .string("string"))]), about)
    }

    static func list(of element: JSONValue, _ about: String) -> JSONValue {
        typed("array", about, [JSONMember("items", element)])
    }

    static func counts(_ about: String) -> JSONValue {
        map(to: "integer", about)
    }

    static func words(_ about: String) -> JSONValue {
        map(to: "string", about)
    }

    static func map(to type: String, _ about: String) -> JSONValue {
        let value = JSONValue.object([JSONMember("type", .string(type))])
        return typed("object", about, [JSONMember("additionalProperties", value)])
    }

    static func object(
        _ required: [(name: String, schema: JSONValue)],
        optional: [(name: String, schema: JSONValue)] = []
    ) -> JSONValue {
        .object([
            JSONMember("type", .string("object")),
            JSONMember("required", .array(required.map { .string($0.name) })),
            JSONMember("additionalProperties", .boolean(false)),
            JSONMember(
                "properties",
                .object((required + optional).map { JSONMember($0.name, $0.schema) })
            ),
        ])
    }
}
