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

    /// Writes a line for each party that accepted every attack.
    func warn(in width: Int, _ text: inout TerminalText) {
        for party in order {
            guard let count = counts[party], count.rejected == 0, count.accepted >= Self.least
            else { continue }
            var words = TerminalText(hasColour: false)
            words.value(party)
            words.literal(" accepted all ")
            words.value(count.accepted)
            words.literal(
                " attacks: perhaps it verifies nothing, or verifies only with another option"
            )
            text.fold(words, from: 0, to: width)
            text.newLine()
        }
    }
}
