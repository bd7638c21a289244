import Basics
import Runner
import ScenarioFormat
import TLS

/// The lines of `hatpin intercept` for people at a terminal.
package struct InterceptText: InterceptReporter {
    let hasColour: Bool

    // MARK: Events

    package func lines(of event: InterceptEvent) -> String? {
        guard case .settled(let remoteClient, let attack, let verdict) = event else { return nil }
        var text = TerminalText(hasColour: hasColour)
        text.verdict(verdict, of: attack)
        text.pad(to: 46)
        text.value(Untrusted(remoteClient.host), .strong)
        text.literal("  from ")
        text.value(remoteClient.origin)
        text.newLine()
        if case .accepted = verdict {
            text.literal("            ")
            text.value(Untrusted(verdict.detail))
            text.newLine()
            text.literal("            ")
            text.value("\(attack.proves) An attacker needs \(attack.exposure.attackerNeeds).")
            text.newLine()
        }
        return text.text
    }

    /// Returns the line about an event for standard error.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - isVerbose: whether to report connections that are passed through.
    /// - Returns: the line; nil if the event has no line.
    package static func notice(of event: InterceptEvent, isVerbose: Bool) -> String? {
        switch event {
        case .listening(let address, let target):
            let use = target.map { "for \(Shown.escaped($0.text))" }
            return
                "hatpin: listening on \(address.text) \(use ?? "as a proxy: http://\(address.text)")\n"
        case .settled: return nil
        case .passed(let remoteClient):
            return isVerbose
                ? "hatpin: passing \(Shown.escaped(remoteClient.host)) through unchanged\n" : nil
        case .failed(let host, let obstacle):
            return "hatpin: \(Shown.escaped(host)): \(Shown.escaped(obstacle.words))\n"
        }
    }

    /// Returns the warning for standard error that anyone who can reach the host can use the proxy.
    package static func warning(of host: String) -> String {
        "hatpin: warning: anyone who can reach \(host) can use this proxy\n"
    }

    // MARK: The end

    package func ending(_ summary: InterceptSummary) -> String {
        var text = TerminalText(hasColour: hasColour)
        for account in summary.accounts {
            text.newLine()
            text.value(Untrusted(account.remoteClient.host), .strong)
            text.literal("  from ")
            text.value(account.remoteClient.origin)
            text.newLine()
            write(account, summary.attacks, to: &text)
        }
        text.newLine()
        let counts = summary.counts
        text.value(
            "\(Prose.count(counts.accepted, "attack")) accepted, \(counts.refused) refused, "
                + "\(counts.unclear) without a verdict, \(counts.notTried) not tried; "
                + "\(Prose.count(counts.passed, "connection")) passed through"
        )
        text.newLine()
        if summary.unattacked > 0 {
            text.value(summary.unattackedWords)
            text.newLine()
        }
        return text.text
    }

    private func write(
        _ account: InterceptSummary.Account,
        _ attacks: [AttackRecord],
        to text: inout TerminalText
    ) {
        if let obstacle = account.obstacle {
            text.literal("  ○ not attacked: ")
            text.value(Untrusted(obstacle.words))
            text.newLine()
        }
        // A host without verdicts needs no line for each attack.
        guard account.verdicts.contains(where: { $0 != nil }) else { return }
        let acceptsRoot = account.acceptsRoot(of: attacks)
        for (attack, verdict) in zip(attacks, account.verdicts) {
            text.literal("  ")
            text.verdict(verdict, of: attack)
            if attack.needsTrustedRoot, case .refused? = verdict, !acceptsRoot {
                text.literal(" (or the root is not trusted)", .faint)
            }
            text.newLine()
        }
    }
}

extension InterceptSummary.Account {
    /// Returns whether the client trusts the user's root; if not, its refusals under that root
    /// prove little.
    fileprivate func acceptsRoot(of attacks: [AttackRecord]) -> Bool {
        zip(attacks, verdicts).contains { attack, verdict in
            guard attack.needsTrustedRoot, case .accepted? = verdict else { return false }
            return true
        }
    }
}

extension TerminalText {
    /// Writes the mark, the attack and its result.
    fileprivate mutating func verdict(_ verdict: AttackVerdict?, of attack: AttackRecord) {
        switch verdict {
        case .accepted: settled("✗ ACCEPTED", attack, attack.exposure.severity.rawValue, .bad)
        case .refused: settled("✓ refused", attack, verdict?.detail, .good)
        case .unclear: settled("! unclear", attack, verdict?.detail, .odd)
        case .impossible: settled("○ impossible", attack, verdict?.detail, .faint)
        case nil: settled("○ not tried", attack, nil, .faint)
        }
    }

    private mutating func settled(
        _ mark: StaticString,
        _ attack: AttackRecord,
        _ detail: String?,
        _ style: Style
    ) {
        let column = column
        literal(mark, style)
        pad(to: column + 12)
        value(attack.name)
        guard let detail, !detail.isEmpty else { return }
        pad(to: column + 28)
        value(Untrusted(detail))
    }
}
