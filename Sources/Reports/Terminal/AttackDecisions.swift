import Basics
import Runner

/// Counts each party's decisions on attacks, to name the parties that accept all of them.
struct AttackDecisions: Sendable {
    private var order: [String] = []
    private var counts: [String: (accepted: Int, rejected: Int)] = [:]

    /// The number of accepted attacks from which a party without a rejection is named.
    ///
    /// One or two accepted attacks may be the weakness that a user looks for.
    private static let least = 5

    mutating func add(_ judgement: JudgementRecord) {
        guard judgement.expected.reasons != nil, let verdict = judgement.verdict else { return }
        let party = judgement.party
        if counts[party] == nil { order.append(party) }
        switch (judgement.outcome, verdict) {
        case (.falseAccept, _): counts[party, default: (0, 0)].accepted += 1
        case (_, .reject): counts[party, default: (0, 0)].rejected += 1
        case (_, .accept): break
        }
    }

    /// Names each party that accepted every attack.
    func warn(_ text: inout TerminalText) {
        for party in order {
            guard let count = counts[party], count.rejected == 0, count.accepted >= Self.least
            else { continue }
            text.value(party)
            text.literal(" accepted all ")
            text.value(count.accepted)
            text.literal(" attacks")
            text.newLine()
            text.literal("  help: perhaps it verifies certificates only with another option")
            text.newLine()
        }
    }
}
