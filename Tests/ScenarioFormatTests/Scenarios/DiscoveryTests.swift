import Testing

@testable import ScenarioFormat

/// The files that Hatpin reads, and the ids of their scenarios.
struct DiscoveryTests {
    private func scenario(_ name: String) -> String {
        "scenario: \(name)\nabout: Something.\nexpect: accept\n"
    }

    @Test func `finds the scenario files in nested folders`() async throws {
        let fixture = try Fixture([
            "b.yaml": scenario("b"),
            "pins/deep/a.yaml": scenario("a"),
            "pins/clients/curl.yaml": "client: curl",
            "clients/java.yaml": "client: java",
            ".hidden/c.yaml": scenario("c"),
            ".d.yaml": scenario("d"),
            "notes.txt": "not a scenario",
        ])
        let library = await fixture.load()
        #expect(library.diagnostics == [])
        #expect(library.scenarios.map(\.id) == ["b", "pins/deep/a"])
        #expect(
            library.files == [fixture.folder + "/b.yaml", fixture.folder + "/pins/deep/a.yaml"]
        )
    }

    @Test func `takes the nearest folder named Scenarios as the root of ids`() async throws {
        let fixture = try Fixture([
            "pins/a.yaml": scenario("a"),
            "other/scenarios/x/b.yaml": scenario("b"),
        ])
        for path in ["pins", "pins/a.yaml", "pins/", "pins/../pins/a.yaml"] {
            let library = await ScenarioLibrary.load([fixture.folder + "/" + path])
            #expect(library.scenarios.map(\.id) == ["pins/a"], "\(path)")
        }
        let nested = await ScenarioLibrary.load([fixture.folder + "/other/scenarios/x"])
        #expect(nested.scenarios.map(\.id) == ["x/b"])
    }

    @Test func `reads a file only once even if the file is named twice`() async throws {
        let fixture = try Fixture(["a.yaml": scenario("a")])
        let library = await ScenarioLibrary.load([
            fixture.folder, fixture.folder + "/a.yaml", fixture.folder + "/../Scenarios/a.yaml",
        ])
        #expect(library.diagnostics == [])
        #expect(library.scenarios.count == 1)
    }

    @Test func `allows several documents with the same base in one file`() async throws {
        let fixture = try Fixture([
            "good.yaml": scenario("good"),
            "two.yaml": """
            scenario: one
            about: Something.
            base: good
            leaf: { key: p384 }
            expect: accept
            ---
            scenario: two
            about: Something.
            base: good
            leaf: { key: p521 }
            expect: accept
            """,
        ])
        let library = await fixture.load()
        #expect(library.diagnostics == [])
        #expect(library.scenarios.map(\.id) == ["good", "one", "two"])
    }

    @Test func `reads the other files after a faulty file`() async throws {
        let fixture = try Fixture([
            "a.yaml": scenario("a"), "b.yaml": "scenario: b\n", "c.yaml": "[",
        ])
        let library = await fixture.load()
        #expect(!library.isSound)
        #expect(library.scenarios.map(\.id) == ["a"])
        #expect(library.diagnostics.map(\.code) == [.missingKey, .yamlSyntax])
    }

    @Test func `reads a pin file next to its scenario`() async throws {
        let fixture = try Fixture([
            "pins/it.yaml": """
            scenario: it
            about: Something.
            client: { pins: [keys/a.pem] }
            expect: accept
            """,
            "pins/keys/a.pem": """
            Subject: CN=example
            -----BEGIN CERTIFICATE-----
            MAMC
            AQE=
            -----END CERTIFICATE-----
            """,
        ])
        let library = await fixture.load()
        #expect(library.diagnostics == [])
        #expect(library.scenarios.first?.setup.pins == [.file([0x30, 3, 2, 1, 1])])
    }

    @Test(arguments: ["", "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n", "Zm9v"])
    func `rejects a pin file without a certificate`(_ text: String) async throws {
        let fixture = try Fixture([
            "it.yaml": "scenario: it\nabout: x\nclient: { pins: [a.pem] }\nexpect: accept",
            "a.pem": text,
        ])
        #expect(await fixture.load().diagnostics.map(\.code) == [.badPin])
    }

    // MARK: Links

    @Test(arguments: ["../out/s.yaml", "/etc/passwd"])
    func `does not follow a link that leads out of the folder`(destination: String) async throws {
        let fixture = try Fixture(["../out/s.yaml": "secret: text", "a.yaml": scenario("a")])
        try fixture.link("s.yaml", to: destination)
        let library = await fixture.load()
        #expect(library.diagnostics.map(\.code) == [.unreadable])
        #expect(library.diagnostics.allSatisfy { $0.problem.hasSuffix(Self.isOutside) })
        #expect(library.scenarios.map(\.id) == ["a"])
        // Shell patterns and git hooks name files that the user has not checked.
        let named = await ScenarioLibrary.load([fixture.folder + "/s.yaml"])
        #expect(named.diagnostics.map(\.code) == [.unreadable])
        #expect(named.diagnostics.allSatisfy { $0.problem.hasSuffix(Self.isOutside) })
    }

    @Test func `follows a link inside the folder`() async throws {
        let fixture = try Fixture(["a/s.yaml": scenario("s"), "b/t.yaml": scenario("t")])
        try fixture.link("b/s.yaml", to: "../a/s.yaml")
        let library = await fixture.load()
        #expect(library.diagnostics == [])
        #expect(library.scenarios.map(\.id) == ["a/s", "b/s", "b/t"])
        let inOne = try Fixture(["s.yaml": scenario("s")])
        try inOne.link("t.yaml", to: "s.yaml")
        let named = await ScenarioLibrary.load([inOne.folder + "/t.yaml"])
        #expect(named.diagnostics == [])
    }

    @Test func `reads a base through a link only if the link stays inside the folder`() async throws
    {
        let child =
            "scenario: it\nabout: Something.\nbase: a/s\nleaf: { key: p384 }\nexpect: accept\n"
        for (destination, isRead) in [("../b/s.yaml", true), ("../../out/s.yaml", false)] {
            let fixture = try Fixture([
                "../out/s.yaml": scenario("s"), "b/s.yaml": scenario("s"), "a/x.yaml": "",
                "it.yaml": child,
            ])
            try fixture.link("a/s.yaml", to: destination)
            // Only the scenario is requested; its base is found by its id.
            let library = await ScenarioLibrary.load([fixture.folder + "/it.yaml"])
            #expect(library.scenarios.map(\.id) == (isRead ? ["it"] : []))
            #expect(library.diagnostics.map(\.code) == (isRead ? [] : [.unreadable]))
            #expect(library.diagnostics.allSatisfy { $0.problem.hasSuffix(Self.isOutside) })
        }
    }

    private static let isOutside = "it is outside the scenarios' folder"
}
