import CommandWorkshop
import Runner
import ScenarioFormat
import Testing

/// Ends that are as right as the verdict, over real handshakes.
@Suite(.blocking)
struct AlternativeTests {
    typealias Case = OutcomeTests.Case

    static let examples = [
        Case(
            name: "an end that is as right as the verdict, its control accepted",
            document: """
                server: { fault: [close-after-hello] }
                expect: { reject: broken-handshake, or: closed }
                """,
            outcome: .pass
        ),
        Case(
            name: "an end that is as right as the verdict, as that of the control",
            document: """
                server: { fault: [close-after-hello] }
                expect: { reject: broken-handshake, or: closed }
                control: { leaf: { valid: -1d..+1d } }
                """,
            outcome: .inconclusive(control: "closed")
        ),
        Case(
            name: "a refusal that is as right as an accept, its control accepted",
            document: "leaf: { valid: -90d..-1d }\nexpect: { accept: a test, or: refusal }",
            outcome: .pass
        ),
        Case(
            name: "a refusal that is as right as an accept, as the control is rejected too",
            document: """
                leaf: { valid: -90d..-1d }
                expect: { accept: a test, or: refusal }
                control: { leaf: { san: other.example.test, valid: -1d..+1d } }
                """,
            outcome: .inconclusive(control: "name-mismatch")
        ),
        Case(
            name: "a documented difference of a party whose end is as right as the verdict",
            document: """
                server: { fault: [close-after-hello] }
                expect: { reject: broken-handshake, or: closed }
                known: { reference: { accept: a test } }
                """,
            outcome: .staleDifference("the party no longer departs: delete the entry")
        ),
    ]

    @Test(arguments: examples)
    func `an end as right as the verdict needs its control`(_ example: Case) async throws {
        let judged = try await events(cases(example.document)).judgements
        #expect(judged.map(\.outcome) == [example.outcome])
    }
}
