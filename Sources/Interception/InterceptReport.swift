import JSON
import Reports
import Runner
import Scenarios
import Wire

/// Lines about events, for people or for programs.
package enum InterceptReport {
    /// One line or more for a terminal; nil for an event that people are not told of there.
    package static func text(_ event: InterceptEvent, hasColour: Bool) -> String? {
        var text = TerminalText(hasColour: hasColour)
        guard case .settled(let visitor, let attack, let verdict) = event else { return nil }
        text.verdict(verdict, of: attack)
        text.pad(to: 46)
        text.value(Untrusted(visitor.host), .strong)
        text.literal("  from ")
        text.value(visitor.origin)
        text.newLine()
        if case .accepted(let request) = verdict {
            text.literal("            ")
            text.value(Untrusted(request))
            text.newLine()
            text.literal("            ")
            text.value("\(attack.proves) An attacker needs \(attack.exposure.attackerNeeds).")
            text.newLine()
        }
        return text.text
    }

    /// One line of JSON.
    package static func json(_ event: InterceptEvent) -> String {
        var json = JSONWriter()
        json.object { json in
            switch event {
            case .listening(let address, let target):
                json.member("event", "listening")
                json.member("address", address.text)
                json.member("transparentFor", target?.text)
            case .settled(let visitor, let attack, let verdict):
                json.member("event", verdict.word)
                json.visitor(visitor)
                json.member("attack", attack.name)
                json.member("gravity", attack.exposure.gravity.rawValue)
                json.detail(of: verdict)
            case .passed(let visitor):
                json.member("event", "passed")
                json.visitor(visitor)
            case .failed(let host, let reason):
                json.member("event", "failed")
                json.member("host", Untrusted(host))
                json.member("reason", Untrusted(reason))
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    mutating func visitor(_ visitor: Visitor) {
        member("host", Untrusted(visitor.host))
        member("client", visitor.client)
        member("agent", visitor.agent.map(Untrusted.init))
    }

    fileprivate mutating func detail(of verdict: Verdict) {
        switch verdict {
        case .accepted(let request): member("request", Untrusted(request))
        case .refused(let detail), .unclear(let detail), .impossible(let detail):
            member("reason", Untrusted(detail))
        }
    }
}

extension TerminalText {
    /// Mark, attack, and what came of it.
    mutating func verdict(_ verdict: Verdict?, of attack: Attack) {
        switch verdict {
        case .accepted: settled("✗ ACCEPTED", attack, attack.exposure.gravity.rawValue, .bad)
        case .refused(let detail): settled("✓ refused", attack, detail, .good)
        case .unclear(let detail): settled("! unclear", attack, detail, .odd)
        case .impossible(let detail): settled("○ impossible", attack, detail, .faint)
        case nil: settled("○ not tried", attack, "", .faint)
        }
    }

    private mutating func settled(
        _ mark: StaticString,
        _ attack: Attack,
        _ detail: String,
        _ style: Style
    ) {
        let column = column
        literal(mark, style)
        pad(to: column + 12)
        value(attack.name)
        guard !detail.isEmpty else { return }
        pad(to: column + 28)
        value(Untrusted(detail))
    }
}
