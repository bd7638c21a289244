import JSON
import Reports

/// The results of a run, host by host.
package struct InterceptSummary: Sendable {
    /// The numbers of verdicts, over all visitors.
    package struct Counts: Hashable, Sendable {
        package var accepted = 0, refused = 0, unclear = 0, notTried = 0, passed = 0

        /// Whether any attack has a verdict.
        package var isAnyTried: Bool { accepted + refused + unclear > 0 }
    }

    private let attacks: [Attack]
    private let ledger: AttackLedger
    package private(set) var counts = Counts()

    package init(_ attacks: [Attack], _ ledger: AttackLedger) {
        (self.attacks, self.ledger) = (attacks, ledger)
        for account in ledger.visitors.compactMap({ ledger[$0] }) {
            counts.passed += account.passed
            for verdict in account.verdicts {
                switch verdict {
                case .accepted: counts.accepted += 1
                case .refused: counts.refused += 1
                case .unclear: counts.unclear += 1
                case .impossible, nil: counts.notTried += 1
                }
            }
        }
    }

    /// A table for people.
    package func text(hasColour: Bool) -> String {
        var text = TerminalText(hasColour: hasColour)
        for visitor in ledger.visitors {
            guard let account = ledger[visitor] else { continue }
            text.newLine()
            text.value(Untrusted(visitor.host), .strong)
            text.literal("  from ")
            text.value(visitor.origin)
            text.newLine()
            write(account, to: &text)
        }
        text.newLine()
        text.value(
            "\(Prose.count(counts.accepted, "attack")) accepted, \(counts.refused) refused, "
                + "\(counts.unclear) without a verdict, \(counts.notTried) not tried; "
                + "\(Prose.count(counts.passed, "connection")) passed through"
        )
        text.newLine()
        return text.text
    }

    private func write(_ account: AttackLedger.Account, to text: inout TerminalText) {
        if let obstacle = account.obstacle {
            text.literal("  ○ not attacked: ")
            text.value(Untrusted(obstacle))
            text.newLine()
        }
        // A host that saw no attack needs no line for each.
        guard account.verdicts.contains(where: { $0 != nil }) else { return }
        for (attack, verdict) in zip(attacks, account.verdicts) {
            text.literal("  ")
            text.verdict(verdict, of: attack)
            if attack.needsTrustedRoot, case .refused? = verdict, !acceptsRoot(account) {
                text.literal(" (or the root is not trusted)", .faint)
            }
            text.newLine()
        }
    }

    /// Whether the client was seen to trust the root; a refusal under it means little otherwise.
    private func acceptsRoot(_ account: AttackLedger.Account) -> Bool {
        zip(attacks, account.verdicts).contains { attack, verdict in
            guard attack.needsTrustedRoot, case .accepted? = verdict else { return false }
            return true
        }
    }

    /// The last line of the events for programs.
    package var json: String {
        var json = JSONWriter()
        json.object { json in
            json.member("event", "summary")
            json.member("accepted", counts.accepted)
            json.member("refused", counts.refused)
            json.member("unclear", counts.unclear)
            json.member("notTried", counts.notTried)
            json.member("passed", counts.passed)
            json.key("hosts")
            json.array { list in
                for visitor in ledger.visitors {
                    guard let account = ledger[visitor] else { continue }
                    list.object { write(visitor, account, to: &$0) }
                }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func write(
        _ visitor: Visitor,
        _ account: AttackLedger.Account,
        to json: inout JSONWriter
    ) {
        json.visitor(visitor)
        json.member("passed", account.passed)
        json.member("obstacle", account.obstacle.map(Untrusted.init))
        json.key("attacks")
        json.object { json in
            for (attack, verdict) in zip(attacks, account.verdicts) {
                json.key(attack.name)
                json.string(verdict?.word ?? "not-tried")
            }
        }
    }
}

extension Verdict {
    /// The word for programs.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused: "refused"
        case .unclear: "unclear"
        case .impossible: "impossible"
        }
    }
}

extension Visitor {
    /// The client's address, and the program that it says it is.
    var origin: Untrusted {
        Untrusted(client + (agent.map { " (\($0))" } ?? ""))
    }
}
