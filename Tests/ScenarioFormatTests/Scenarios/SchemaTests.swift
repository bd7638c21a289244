import Foundation
import Testing

@testable import ScenarioFormat

/// The JSON Schema of scenarios.
struct SchemaTests {
    private let schema: [String: Any]

    init() throws {
        let parsed = try JSONSerialization.jsonObject(with: Data(ScenarioLibrary.schema.utf8))
        schema = try #require(parsed as? [String: Any])
    }

    @Test func `the schema is draft-07`() {
        #expect(schema["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
        #expect(schema["required"] as? [String] == ["scenario", "about"])
    }

    @Test func `the schema describes every supported key`() throws {
        guard case .mapping(let mapping) = Shape.scenario else { return }
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        let built = mapping.fields.filter(\.isBuilt)
        #expect(Set(properties.keys) == Set(built.map(\.key)))
        for field in built {
            #expect(properties[field.key]?["description"] as? String == field.about)
        }
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        let network = try #require(
            definitions["network"]?["properties"] as? [String: [String: Any]]
        )
        let proxy = try #require(network["proxy"]?["properties"] as? [String: Any])
        #expect(proxy["serves"] != nil && proxy["listens"] == nil, "not built yet")
    }

    @Test func `the schema allows no unknown keys in mappings`() throws {
        var open: [String] = []
        func walk(_ node: Any, _ path: String) {
            if let object = node as? [String: Any] {
                if object["properties"] is [String: Any],
                    object["additionalProperties"] as? Bool != false
                {
                    open.append(path)
                }
                for (key, below) in object { walk(below, path + "/" + key) }
            }
            for (index, below) in (node as? [Any] ?? []).enumerated() {
                walk(below, path + "/\(index)")
            }
        }
        walk(schema, "")
        #expect(open == [])
    }

    @Test func `every reference in the schema has a definition`() throws {
        let definitions = try #require(schema["definitions"] as? [String: Any])
        let text = ScenarioLibrary.schema
        let references = text.matches(of: /"#\/definitions\/([a-z-]+)"/).map { String($0.1) }
        #expect(Set(references) == Set(definitions.keys))
    }

    @Test func `the schema lists reasons, key types and mutations for completion`() throws {
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        #expect(definitions["reason"]?["enum"] as? [String] == Vocabulary.reasons.names)
        #expect(definitions["key"]?["enum"] as? [String] == Vocabulary.keys.names)
        #expect(definitions["mutation"]?["enum"] as? [String] == Vocabulary.mutations.names)
    }
}
