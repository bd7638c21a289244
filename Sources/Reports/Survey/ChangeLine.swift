import Basics
import Lint
import Runner
import ScenarioFormat

/// A change in words, and the cases that show it.
package struct ChangeLine: Hashable, Sendable {
    /// One of `weaker`, `broken`, `stronger` and `fixed`.
    package let label: String
    package let words: String
    package let cases: [String]

    init(_ label: String, _ words: String, _ cases: [String] = []) {
        (self.label, self.words, self.cases) = (label, words, cases)
    }

    package var isWorse: Bool { ["weaker", "broken"].contains(label) }
}

extension AuditChange {
    /// The changes, weaker verdicts first.
    package var lines: [ChangeLine] {
        var lines: [ChangeLine] = []
        if stopsWorking {
            lines.append(ChangeLine("broken", "now rejects every server, even valid ones"))
        }
        for (harm, cases) in weaker.sorted(by: { $0.key > $1.key }) {
            let words = "accepts \(cases.needing(harm)) (\(harm.severity.rawValue))"
            lines.append(ChangeLine("weaker", words, cases))
        }
        if !refused.isEmpty, !stopsWorking {
            let servers = Prose.count(refused.count, "valid server")
            lines.append(ChangeLine("broken", "refuses \(servers)", refused))
        }
        for (harm, cases) in stronger.sorted(by: { $0.key > $1.key }) {
            let words = "refuses \(cases.needing(harm)) (\(harm.severity.rawValue))"
            lines.append(ChangeLine("stronger", words, cases))
        }
        if !admitted.isEmpty {
            let servers = Prose.count(admitted.count, "valid server")
            lines.append(ChangeLine("fixed", "accepts \(servers)", admitted))
        }
        return lines
    }
}

extension FindingChange {
    /// The new findings, then the findings that are gone.
    package var lines: [ChangeLine] {
        new.map { ChangeLine("weaker", $0.headline) }
            + gone.map { ChangeLine("stronger", $0.headline) }
    }
}

extension [String] {
    /// Returns the number of attacks, and what an attacker needs for them.
    fileprivate func needing(_ harm: AuditRecord.Harm) -> String {
        "\(Prose.count(count, "attack")) that \(count == 1 ? "needs" : "need") \(harm.attackerNeeds)"
    }
}

extension Finding {
    /// The finding on one line.
    fileprivate var headline: String { "\(severity.rawValue)[\(rule)]: \(problem)" }
}
