import CommandWorkshop
import Runner
import ScenarioFormat
import Testing

/// Alternative outcomes, over real handshakes.
@Suite(.blocking)
struct AlternativeTests {
    typealias Case = OutcomeTests.Case

    static let examples = [
        Case(
            name: "an alternative outcome with an accepted control",
            document: """
                server: { fault: [close-after-hello] }
                expect: { reject: broken-handshake, or: closed }
                """,
            outcome: .pass
        ),
        Case(
            name: "an alternative outcome with the same outcome of the control",
            document: """
                server: { fault: [close-after-hello] }
                expect: { reject: broken-handshake, or: closed }
                control: { leaf: { valid: -1d..+1d } }
                """,
            outcome: .inconclusive(control: "closed")
        ),
        Case(
            name: "an allowed refusal with an accepted control",
            document: "leaf: { valid: -90d..-1d }\nexpect: { accept: a test, or: refusal }",
            outcome: .pass
        ),
        Case(
            name: "an allowed refusal with a rejected control",
            document: """
                leaf: { valid: -90d..-1d }
                expect: { accept: a test, or: refusal }
                control: { leaf: { san: other.example.test, valid: -1d..+1d } }
                """,
            outcome: .inconclusive(control: "name-mismatch")
        ),
        Case(
            name: "a known difference of a party with an alternative outcome",
            document: """
                server: { fault: [close-after-hello] }
                expect: { reject: broken-handshake, or: closed }
                known: { reference: { accept: a test } }
                """,
            outcome: .staleDifference("the party no longer differs: delete the entry")
        ),
    ]

    @Test(arguments: examples)
    func `an alternative outcome passes only if the party accepts the control`(
        _ example: Case
    ) async throws {
        let judged = try await events(cases(example.document)).judgements
        #expect(judged.map(\.outcome) == [example.outcome])
    }
}
