import Basics
import ClientModels
import PathValidation
import Testing

@testable import ScenarioFormat

/// Configurations that scenarios name.
struct DocumentFilesTests {
    private static let config = """
        <network-security-config>
          <base-config>
            <trust-anchors>
              <certificates src="@raw/my_ca"/>
              <certificates src="@raw/other"/>
              <certificates src="@raw/../../secret"/>
            </trust-anchors>
          </base-config>
        </network-security-config>
        """

    private func library(_ files: [String: String]) async throws -> ScenarioLibrary {
        try await Fixture(files).load()
    }

    @Test func `resolves paths relative to the scenario's file`() async throws {
        let library = try await library([
            "group/it.yaml": """
            scenario: it
            about: Something.
            cases:
              mapping: { party: { android: { config: res/xml/a.xml } }, expect: accept }
              text: { party: "android:config=res/xml/a.xml", expect: accept }
            """,
            "group/res/xml/a.xml": Self.config,
            "group/res/raw/my_ca.pem": "beside the folder",
            "group/res/xml/other.der": "beside the file",
            "secret.pem": "elsewhere",
        ])
        #expect(library.diagnostics.filter { $0.level == .error } == [])
        for scenario in library.scenarios {
            let documents = try #require(scenario.party).documents
            #expect(documents.keys.sorted() == ["@raw/my_ca", "@raw/other", "config"])
            #expect(documents["@raw/my_ca"] == .file(Array("beside the folder".utf8)))
            #expect(documents["@raw/other"] == .file(Array("beside the file".utf8)))
            guard case .markup(let root) = documents["config"] else {
                Issue.record("the file is XML")
                return
            }
            #expect(root.name == "network-security-config")
        }
        #expect(library.scenarios.count == 2)
    }

    @Test func `a matrix can vary a setting whose value is a file`() async throws {
        let library = try await library([
            "it.yaml": """
            scenario: it
            about: Something.
            party: android
            matrix: { party.android.config: [a.xml, b.xml] }
            expect: accept
            """,
            "a.xml": "<a/>", "b.xml": "<b/>",
        ])
        #expect(library.diagnostics == [])
        let roots = library.scenarios.map { $0.party?.documents["config"] }
        #expect(roots == [.markup(MarkupElement("a")), .markup(MarkupElement("b"))])
    }

    @Test func `distinguishes cases by the contents of the files that they name`() async throws {
        func definition(_ config: String, raw: String) async throws -> String? {
            try await library([
                "it.yaml": """
                scenario: it
                about: Something.
                party: { android: { config: a.xml } }
                expect: accept
                """,
                "a.xml": config, "my_ca.pem": raw,
            ])
            .scenarios.first?.definition
        }
        let first = try await definition(Self.config, raw: "a")
        #expect(first != nil)
        #expect(try await definition(Self.config, raw: "a") == first)
        #expect(try await definition(Self.config + "\n", raw: "a") != first)
        #expect(try await definition(Self.config, raw: "b") != first)
    }

    @Test func `reports a missing file relative to the working directory`() throws {
        let party = try PartyReference(written: "android:config=nowhere/a.xml")
        #expect(
            throws: Fault.unreadableDocument(
                "nowhere/a.xml",
                .system(errno: 2),
                isOfScenario: false
            )
        ) { try party.readingDocuments() }
    }
}
