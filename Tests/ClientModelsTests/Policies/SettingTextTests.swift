import ClientModels
import Testing

/// Texts of settings with pins of entities.
struct SettingTextTests {
    private static let leaf = EntityPin(.spki, of: "leaf")
    private static let root = EntityPin(.certificate, of: "root")

    @Test(
        arguments: [
            ("", []), ("example.com", []), ("$leaf (spki(leaf)) $ (", []),
            ("sha256//$(spki(leaf))", [leaf]),
            ("$(spki(leaf))$(certificate(root));$(spki(leaf))", [leaf, root, leaf]),
        ] as [(String, [EntityPin])]
    )
    func `finds the entities whose pins a setting names`(_ text: String, _ pins: [EntityPin]) throws
    {
        #expect(try SettingText(text).pins == pins)
    }

    @Test(
        arguments: [
            ("$(", .unclosedPin("$(")),
            ("sha256//$(spki(leaf)", .unclosedPin("sha256//$(spki(leaf)")),
            ("$(spki(leaf)) $(spki", .unclosedPin("$(spki(leaf)) $(spki")),
            ("$()", .unknownPin("")),
            ("$(leaf)", .unknownPin("leaf")),
            ("$(sha1(leaf));$(spki(leaf))", .unknownPin("sha1(leaf)")),
            ("$(spki(leaf)x)", .unknownPin("spki(leaf)x")),
        ] as [(String, PolicyModelError)]
    )
    func `rejects an invalid pin of an entity`(_ text: String, _ error: PolicyModelError) {
        #expect(throws: error) { try SettingText(text) }
    }

    @Test func `keeps the placeholder of an entity without a key`() throws {
        let text = try SettingText("sha256//$(spki(leaf));$(certificate(root))")
        #expect(
            text.filled(from: ["leaf": [], "root": []])
                == "sha256//$(spki(leaf));47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        )
        #expect(text.filled(from: [:]) == "sha256//$(spki(leaf));$(certificate(root))")
    }
}
