import PathValidation
import Testing

@testable import ScenarioFormat

/// Programs as parties of scenarios.
struct ProgramPartyTests {
    @Test(arguments: ["client/curl", "client/go-current", "client/7"])
    func `reads a client's name as a party`(text: String) throws {
        let party = try PartyReference(written: text)
        #expect(party.program == String(text.dropFirst("client/".count)))
        #expect(party.writtenInline == text && party.settings.isEmpty)
    }

    @Test(arguments: [
        "client/", "client/Curl", "client/curl:insecure=true", "client/a/b", "client/a.yaml",
    ])
    func `rejects an invalid name after client/`(text: String) {
        let fault = #expect(throws: Fault.self) { try PartyReference(written: text) }
        #expect(fault?.code.rawValue == "S019")
    }

    @Test func `the name of a model is not the name of a program`() throws {
        #expect(try PartyReference(written: "curl:insecure=true").program == nil)
    }

    private static let text = """
        scenario: it
        about: Something.
        sources: [RFC 5280]
        leaf: { san: other.example.test }
        matrix: { party: [curl, client/curl] }
        known: { client/wget: { accept: by design } }
        expect:
          - { when: { party: client/curl }, accept: by design }
          - reject: name-mismatch
        """

    @Test func `accepts a program wherever a party is allowed`() async throws {
        let scenarios = try await scenarios(Self.text)
        #expect(scenarios.map(\.id) == ["it[party=curl]", "it[party=client/curl]"])
        #expect(scenarios.map { $0.party?.program } == [nil, "curl"])
        let verdicts = ["client/curl", "curl"].map { name in
            scenarios[0].rule(for: PartyReference(name: name)).expectation.verdict
        }
        #expect(verdicts == [.accept, .reject([.nameMismatch])])
        #expect(
            scenarios[0].difference(for: PartyReference(name: "client/wget"))?.because
                == "by design"
        )
    }

    @Test func `reports an unknown client if the client names are given`() async throws {
        let fixture = try Fixture(["it.yaml": Self.text])
        #expect(await fixture.load().programs == ["curl", "wget"])
        let known = await ScenarioLibrary.load([fixture.folder], clients: ["curl", "wget"])
        #expect(known.diagnostics == [])
        let other = await ScenarioLibrary.load([fixture.folder], clients: ["curly", "wget2"])
        #expect(
            other.diagnostics.map { "\($0.mark?.line ?? 0) \($0.problem); \($0.help ?? "")" } == [
                "5 there is no client 'curl'; did you mean 'curly'?",
                "6 there is no client 'wget'; did you mean 'wget2'?",
                "8 there is no client 'curl'; did you mean 'curly'?",
            ]
        )
    }
}
