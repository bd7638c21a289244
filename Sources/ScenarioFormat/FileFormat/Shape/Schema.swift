import Basics

/// Writes the JSON Schema of a shape for editors, as draft-07, because today's YAML language
/// servers support nothing newer.
///
/// The schema is never stricter than the reader. It is laxer where a syntax has rules that no
/// pattern can express. It allows null where a layer can remove a key. Other YAML readers read some
/// texts as numbers or Booleans, so the schema allows numbers and Booleans where a valid text looks
/// like one.
package struct SchemaWriter {
    private var definitions: [JSONMember] = []

    /// Returns the schema of a document.
    package static func text(of shape: Shape, title: String, id: String) -> String {
        var writer = SchemaWriter()
        guard case .object(let members) = writer.schema(shape) else { return "" }
        let head: [JSONMember] = [
            JSONMember("$schema", .string("http://json-schema.org/draft-07/schema#")),
            JSONMember("$id", .string(id)),
            JSONMember("title", .string(title)),
        ]
        let definitions = writer.definitions.sorted { $0.name < $1.name }
        return JSONValue.object(head + members + [JSONMember("definitions", .object(definitions))])
            .indentedText + "\n"
    }

    private mutating func schema(_ shape: Shape) -> JSONValue {
        switch shape {
        case .text(let syntax): return schema(syntax)
        case .word(let vocabulary):
            return named(vocabulary.definition) { _ in
                .object([JSONMember("enum", .array(vocabulary.names.flatMap(Self.readings)))])
            }
        case .list(let element, let orOne, let isEmptyAllowed):
            let items = schema(element)
            let size: [JSONMember] = isEmptyAllowed ? [] : [JSONMember("minItems", .number("1"))]
            let list = JSONValue.object(
                [JSONMember("type", .string("array")), JSONMember("items", items)] + size
            )
            return orOne ? .anyOf([items, list]) : list
        case .mapping(let mapping):
            return named(mapping.definition) { $0.schema(mapping) }
        case .table(_, let key, let value):
            var members: [JSONMember] = [JSONMember("type", .string("object"))]
            if let pattern = key.pattern, key.words.isEmpty {
                members.append(
                    JSONMember("propertyNames", .object([JSONMember("pattern", .string(pattern))]))
                )
            }
            return .object(members + [JSONMember("additionalProperties", schema(value).orNull)])
        case .anything: return .object([])
        case .choice(let text, let list, let mapping):
            return .anyOf([text, list, mapping].compactMap(\.self).map { schema($0) })
        }
    }

    private func schema(_ syntax: TextSyntax) -> JSONValue {
        let types: [JSONValue] =
            switch syntax.readings {
            case .text: [.string("string")]
            case .textOrNumber: [.string("string"), .string("number")]
            case .any: [.string("string"), .string("number"), .string("boolean")]
            }
        var members: [JSONMember] = [
            JSONMember("type", types.count == 1 ? types[0] : .array(types))
        ]
        if let pattern = syntax.pattern { members.append(JSONMember("pattern", .string(pattern))) }
        guard !syntax.words.isEmpty else { return .object(members) }
        let words = JSONValue.object([
            JSONMember("enum", .array(syntax.words.map(JSONValue.string)))
        ])
        return .anyOf([words, .object(members)])
    }

    private mutating func schema(_ mapping: MappingShape) -> JSONValue {
        let fields = mapping.fields.filter(\.isBuilt)
        let properties = fields.map { field in JSONMember(field.key, schema(field)) }
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.key) }
        return .object(
            [
                JSONMember("type", .string("object")),
                JSONMember("additionalProperties", .boolean(false)),
                JSONMember("properties", .object(properties)),
            ] + (required.isEmpty ? [] : [JSONMember("required", .array(required))])
        )
    }

    private mutating func schema(_ field: Field) -> JSONValue {
        let value = schema(field.shape)
        // Readers of schemas ignore other members next to `$ref`.
        guard case .object(let members) = field.isRequired ? value : value.orNull else {
            return value
        }
        let examples = field.examples.compactMap(Self.example)
        return .object(
            [JSONMember("description", .string(field.about))]
                + (examples.isEmpty ? [] : [JSONMember("examples", .array(examples))])
                + members
        )
    }

    /// Returns a reference to a schema that appears once in `definitions`.
    private mutating func named(
        _ name: String?,
        _ make: (inout SchemaWriter) -> JSONValue
    ) -> JSONValue {
        guard let name else { return make(&self) }
        if !definitions.contains(where: { $0.name == name }) {
            // The name is reserved first, so that a shape may contain itself.
            definitions.append(JSONMember(name, .null))
            let made = make(&self)
            definitions = definitions.map { $0.name == name ? JSONMember(name, made) : $0 }
        }
        return .object([JSONMember("$ref", .string("#/definitions/" + name))])
    }

    /// Returns the word, preceded by the Boolean or number that other YAML readers read it as.
    private static func readings(of word: String) -> [JSONValue] {
        switch word {
        case "true": return [.boolean(true), .string(word)]
        case "false": return [.boolean(false), .string(word)]
        default:
            let isNumber = Double(word) != nil && word.allSatisfy { $0.isASCIIDigit || $0 == "." }
            return isNumber ? [.number(word), .string(word)] : [.string(word)]
        }
    }

    /// Returns the JSON of an example that is written as in a file; nil if the text is not YAML.
    private static func example(_ text: String) -> JSONValue? {
        let source = Source(path: "example", bytes: Array(text.utf8))
        guard case .success(let documents) = YAMLReader.documents(of: source) else { return nil }
        return documents.first.map(JSONValue.init)
    }
}
