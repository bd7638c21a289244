import RepositorySuite
import Testing

@testable import ScenarioFormat

/// Every case of Hatpin's scenarios, written as a scenario of its own.
struct SuiteTextTests {
    /// The suite's cases, one for each setup.
    ///
    /// Earlier steps are not written, because no finding of a campaign has any.
    private static let suite = Task {
        var seen: Set<Setup> = []
        return await RepositorySuite.library.scenarios
            .filter { $0.setup.earlier.isEmpty && seen.insert($0.setup).inserted }
    }

    @Test func `reads back every setup of the suite`() async throws {
        for scenario in await Self.suite.value {
            let path = scenario.file.replacing(/[^\/]*$/, with: "it.yaml")
            let text = try ScenarioText(scenario).draft()
            let library = ScenarioLibrary(of: Array(text.utf8), at: path)
            // An entity may only be used by another case of the file.
            #expect(
                library.diagnostics.allSatisfy { Self.ofOtherCases.contains($0.code) },
                "\(scenario.id)\n\(text)\(library.diagnostics)"
            )
            let read = try #require(library.scenarios.first)
            #expect(read.setup == scenario.setup, "\(scenario.id)\n\(text)")
            #expect(read.party == scenario.party, "\(scenario.id)\n\(text)")
            #expect(read.secure == scenario.secure, "\(scenario.id)\n\(text)")
            #expect(
                read.expectation.map(\.expectation) == scenario.ownRules.map(\.expectation),
                "\(scenario.id)\n\(text)"
            )
            #expect(
                read.control == (ScenarioText(scenario).control ?? read.control),
                "\(scenario.id)\n\(text)"
            )
        }
    }

    /// Otherwise a program would be tested with a setup in one case and not in another.
    @Test func `two cases that must refuse the same setup have the same class`() async {
        let scenarios = await RepositorySuite.library.scenarios
        let refused = scenarios.filter { scenario in
            (scenario.secure ?? scenario.expectation.last?.expectation)?.isReject == true
        }
        for (_, cases) in Dictionary(grouping: refused, by: \.setup) {
            #expect(Set(cases.map(\.class)).count == 1, "\(cases.map(\.id))")
        }
    }

    private static let ofOtherCases: Set<DiagnosticCode> = [
        .unusedEntity, .unseenStatus,
    ]

    @Test func `writes every key of a setup`() async throws {
        var written: Set<String> = []
        for scenario in try await Self.suite.value + scenarios(Self.rare) {
            for entry in try SetupText.overlay(for: scenario.setup).entries {
                let isEntity = BaselineSetup.entities.contains(entry.key)
                collect(entry, below: isEntity ? "pki/" : "", into: &written)
            }
        }
        var known: Set<String> = []
        for field in Forms.setupMembers.map(\.field)
        where !BaselineSetup.entities.contains(field.key) {
            collect(field, below: "", into: &known)
        }
        #expect(known.subtracting(written).sorted() == [])
    }

    /// Statements that do not occur in the suite.
    private static let rare = """
        scenario: it
        about: a
        logs: { first: {}, second: {} }
        server:
          { staple: leaf, tickets: resumed, alpn: [h2, http/1.1], fault: %BEHAVIOUR%,
            keep-alive: true, misdirected: true,
            scts: { leaf: [{ log: first, signer: second, of: intermediate, at: -2d }] },
            handshake: [{ drop: finished }, { repeat: finished }] }
        client: { crls: [intermediate] }
        connects: { host: open, resumes: true }
        leaf:
          x509-version: 1
          crl: { at: -1d }
          ocsp:
            status: revoked
            at: -2d
            scts: [{ log: first, signer: second, of: intermediate, at: -2d }]
            raw:
              - relength: { at: responseStatus, hex: 8101 }
              - retag: { at: responseStatus, tag: 0b }
              - swap: { at: responseStatus, with: responseBytes }
          raw:
            - { duplicate: subject }
            - { swap: { at: subject, with: issuer } }
        crls:
          intermediate:
            authority-key-id: "0102"
            drop: [crl-number]
            revokes: { leaf: { at: -1h, extensions: [{ oid: 1.2.3.4, critical: true, value: "" }] } }
            raw:
              - { duplicate: issuer }
              - { relength: { at: issuer, hex: 8101 } }
              - { retag: { at: issuer, tag: 31 } }
              - { swap: { at: issuer, with: thisUpdate } }
        expect: accept
        """
        .replacing("%BEHAVIOUR%", with: Vocabulary.serverFaults.names[0])

    @Test func `reads back keys that no scenario of the suite uses`() async throws {
        let scenario = try #require(try await scenarios(Self.rare).first)
        let text = try ScenarioText(scenario).file()
        #expect(ScenarioLibrary(of: Array(text.utf8), at: "it.yaml").diagnostics == [])
    }

    /// Collects the paths of statements, with `*` for names from the file.
    private func collect(_ entry: Written.Entry, below path: String, into keys: inout Set<String>) {
        let ofNames = [
            "pki/", "crls/", "logs/", "revokes/", "critical/", "policy-mappings/", "server/scts/",
            "server/sni/",
            "network/documents/",
        ]
        let isName = ofNames.contains { path == $0 || path.hasSuffix("*/" + $0) }
        let place = path + (isName ? "*" : entry.key)
        keys.insert(place)
        var nodes = [entry.value]
        while let node = nodes.popLast() {
            for below in node.entries { collect(below, below: place + "/", into: &keys) }
            if case .list(let elements) = node { nodes += elements }
        }
    }

    /// Collects the paths of possible statements.
    private func collect(_ field: Field, below path: String, into keys: inout Set<String>) {
        guard field.isBuilt else { return }
        keys.insert(path + field.key)
        collect(field.shape, below: path + field.key + "/", into: &keys)
    }

    private func collect(_ shape: Shape, below path: String, into keys: inout Set<String>) {
        switch shape {
        case .mapping(let mapping):
            for field in mapping.fields { collect(field, below: path, into: &keys) }
        case .table(_, _, let value):
            keys.insert(path + "*")
            collect(value, below: path + "*/", into: &keys)
        case .list(let element, _, _): collect(element, below: path, into: &keys)
        case .choice(let text, let list, let mapping):
            for shape in [text, list, mapping].compactMap(\.self) {
                collect(shape, below: path, into: &keys)
            }
        case .text, .word, .anything: break
        }
    }
}
