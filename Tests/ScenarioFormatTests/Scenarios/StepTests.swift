import TLS
import Testing
import X509

@testable import ScenarioFormat

/// Steps: connections of one client, each a setup.
struct StepTests {
    private let head = "scenario: it\nabout: Something.\nsources: [RFC 5280]\n"

    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        /// The id of each case, and the identities of its steps.
        let cases: [String: [String]]
    }

    static let examples = [
        Example(
            testDescription: "makes only the last step a case if no other has a verdict",
            text: "steps: [{}, { connect: b.example.test }]\nexpect: accept",
            cases: ["it": ["www.example.test", "b.example.test"]]
        ),
        Example(
            testDescription: "makes a step with a verdict a case, after the earlier steps",
            text: """
                connect: a.example.test
                steps:
                  - { expect: accept }
                  - {}
                  - { connect: b.example.test, expect: accept }
                """,
            cases: [
                "it[step=1]": ["a.example.test"],
                "it[step=3]": ["a.example.test", "a.example.test", "b.example.test"],
            ]
        ),
        Example(
            testDescription: "applies steps to each case and axis",
            text: """
                cases: { first: { connect: a.example.test }, second: {} }
                matrix: { server.tls: [1.2, 1.3] }
                steps: [{}, { connect: b.example.test }]
                expect: accept
                """,
            cases: [
                "it[first,server.tls=1.2]": ["a.example.test", "b.example.test"],
                "it[first,server.tls=1.3]": ["a.example.test", "b.example.test"],
                "it[second,server.tls=1.2]": ["www.example.test", "b.example.test"],
                "it[second,server.tls=1.3]": ["www.example.test", "b.example.test"],
            ]
        ),
    ]

    @Test(arguments: examples)
    func `expands a scenario with steps to cases`(example: Example) async throws {
        let cases = try await scenarios(head + example.text).map { scenario in
            let setups = scenario.setup.earlier + [scenario.setup]
            return (scenario.id, setups.map(\.connect.host))
        }
        #expect(Dictionary(uniqueKeysWithValues: cases) == example.cases)
    }

    @Test func `cases with different earlier steps are different`() async throws {
        func definition(_ first: String) async throws -> String? {
            let text = "steps: [{ connect: \(first).example.test }, {}]\nexpect: accept"
            return try await scenarios(head + text).first?.definition
        }
        #expect(try await definition("a") != definition("b"))
    }

    @Test func `the control of a case with steps repeats the earlier step`() async throws {
        let text = """
            steps:
              - { connect: a.example.test }
              - { connect: b.example.test }
            expect: { reject: name-mismatch }
            """
        let control = try #require(try await scenarios(head + text).first?.control)
        #expect(control.connect == .dns("a.example.test"))
        #expect(control.earlier.map(\.connect) == [.dns("a.example.test")])
    }

    @Test func `applies a stated control to every step`() async throws {
        let text = """
            server: { handshake: guessed-psk, tickets: resumed }
            steps: [{}, {}]
            expect: { reject: broken-handshake }
            control: { server: { handshake: ~ } }
            """
        let control = try #require(try await scenarios(head + text).first?.control)
        #expect(([control] + control.earlier).allSatisfy { $0.handshake.isEmpty })
        #expect(control.earlier.map(\.tickets) == [.resumed])
    }

    @Test func `an entity that only one step uses is not reported as unused`() async throws {
        let text = """
            pki: { other: { issuer: intermediate }, unneeded: {} }
            steps: [{ serve: [other, intermediate] }, {}]
            expect: accept
            """
        let fixture = try Fixture(["it.yaml": head + text])
        let diagnostics = await fixture.load().diagnostics
        #expect(diagnostics.count == 1 && diagnostics[0].problem.contains("unneeded"))
    }
}
