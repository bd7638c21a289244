import Runner
import ScenarioFormat
import Testing

/// Changes from one audit to the next.
struct AuditChangeTests {
    private static let high = AuditRecord.Harm(.high, attackerNeeds: "a trusted authority")
    private static let low = AuditRecord.Harm(.low, attackerNeeds: "an odd one")

    private static func record(
        _ accepted: [String: AuditRecord.Harm] = [:],
        refused: Set<String> = [],
        acceptsNothing: Bool = false,
        host: String? = nil
    ) -> AuditRecord {
        AuditRecord(
            .init("android", host: host),
            accepted: accepted,
            refused: refused,
            acceptsNothing: acceptsNothing
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var old: AuditRecord?
        let new: AuditRecord
        var weaker: [String] = []
        var stronger: [String] = []
        var isWorse = false
    }

    static let cases: [Case] = [
        Case(
            testDescription: "nothing changed",
            old: record(["a": high]),
            new: record(["a": high])
        ),
        Case(
            testDescription: "a new attack",
            old: record(["a": high]),
            new: record(["a": high, "b": low]),
            weaker: ["b"],
            isWorse: true
        ),
        Case(
            testDescription: "an attack fixed",
            old: record(["a": high, "b": low]),
            new: record(["a": high]),
            stronger: ["b"]
        ),
        Case(
            testDescription: "one attack in place of another",
            old: record(["a": high]),
            new: record(["b": high]),
            weaker: ["b"],
            stronger: ["a"],
            isWorse: true
        ),
        Case(
            testDescription: "the same attack for another reason",
            old: record(["a": high]),
            new: record(["a": low])
        ),
        Case(
            testDescription: "a valid server refused",
            old: record(),
            new: record(refused: ["a"]),
            isWorse: true
        ),
        Case(
            testDescription: "every server refused",
            old: record(),
            new: record(acceptsNothing: true),
            isWorse: true
        ),
        Case(
            testDescription: "every server refused before",
            old: record(acceptsNothing: true),
            new: record(acceptsNothing: true)
        ),
        Case(testDescription: "new without weaknesses", new: record()),
        Case(
            testDescription: "new with weaknesses",
            new: record(["a": low]),
            weaker: ["a"],
            isWorse: true
        ),
    ]

    @Test(arguments: cases)
    func `compares accepted attacks and refused servers of two audits by case`(_ test: Case) {
        let change = AuditChange(from: test.old, to: test.new)
        #expect(change.weaker.values.flatMap(\.self) == test.weaker)
        #expect(change.stronger.values.flatMap(\.self) == test.stronger)
        #expect(change.isWorse == test.isWorse)
    }

    @Test func `joins equal changes of several hosts into one change`() {
        let changes = ["a.test", "b.test"].map { host in
            AuditChange(from: nil, to: Self.record(["x": Self.high], host: host))
        }
        let other = AuditChange(from: nil, to: Self.record(host: "c.test"))
        let joined = AuditChange.joined(changes + [other])
        #expect(joined.map(\.hosts) == [["a.test", "b.test"], ["c.test"]])
    }
}
