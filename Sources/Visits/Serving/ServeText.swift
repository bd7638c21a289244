import PKIX
import Reports
import Runner
import Scenarios
import Wire

/// The lines of a service for people at a terminal.
package struct ServeText {
    private let service: VisitService
    private let hasColour: Bool

    package init(_ service: VisitService, hasColour: Bool) {
        (self.service, self.hasColour) = (service, hasColour)
    }

    private var plan: VisitPlan { service.plan }

    /// Where everything is, once the ports are open.
    ///
    /// - Parameter folder: where the roots were written.
    /// - Returns: the lines.
    package func opening(roots folder: String) -> String {
        var text = TerminalText(hasColour: hasColour)
        text.value(Prose.count(plan.cases.count, "case"))
        let own = plan.cases.filter { !plan.stands[$0.stand].isShared }
        if service.sharedPort != 0 {
            text.value(" on port \(service.sharedPort)")
            if !own.isEmpty { text.value(", \(own.count) of them on ports of their own") }
        } else {
            text.literal(", each on a port of its own")
        }
        text.newLine()
        text.literal("listening ")
        text.values(service.addresses.map(IPAddress.text), between: ", ")
        text.newLine()
        text.literal("trust     ")
        text.value(folder + "/root.pem")
        text.newLine()
        text.literal("page      ")
        text.value(pageURL)
        text.literal("  (runs all cases in a browser; /watch only shows)")
        text.newLine()
        text.literal("names     ")
        text.value(folder + "/hosts")
        text.literal("  (what visitors must resolve)")
        text.newLine()
        if !plan.excluded.isEmpty { addExcluded(to: &text) }
        text.literal("Ctrl-C ends")
        text.newLine()
        text.newLine()
        return text.text
    }

    package var pageURL: String {
        // A browser on this machine cannot dial an address that stands for all.
        let host = IPAddress.text((service.addresses.first ?? [127, 0, 0, 1]).reachable)
        return "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(service.pagePort)/"
    }

    private func addExcluded(to text: inout TerminalText) {
        let reasons = Dictionary(plan.excluded.map { ($0.reason, 1) }, uniquingKeysWith: +)
        for (reason, count) in reasons.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            text.literal("not here  ")
            text.value(Prose.count(count, "case"))
            text.literal(": ")
            text.value(reason)
            text.newLine()
        }
    }

    /// One line for a verdict that is new.
    package func line(_ visitor: Visitor, at stand: Int) -> String {
        let ledger = service.ledger
        guard let sighting = ledger.sighting(of: visitor, at: stand) else { return "" }
        var text = TerminalText(hasColour: hasColour)
        let served = plan.cases.firstIndex { $0.stand == stand }
        let outcome = served.flatMap { ledger.outcome(of: visitor, in: $0) }?.kind
        if let outcome {
            text.value(outcome.mark, outcome.isFailure ? .bad : .good)
        } else {
            text.literal("·")
        }
        text.literal(" ")
        text.value(sighting.verdict.word)
        text.pad(to: 11)
        text.value(
            served.map { plan.cases[$0].scenario.id } ?? "control \(plan.stands[stand].host)"
        )
        if let outcome, outcome.isFailure, let served {
            text.literal("  ")
            text.value(
                outcome == .void
                    ? "void until the control is accepted"
                    : "expected " + plan.cases[served].expected.words,
                .bad
            )
        }
        if let alert = sighting.alert {
            text.literal("  alert ")
            text.value(alert.name)
        }
        text.literal("  ")
        text.value(visitor.address, .faint)
        text.newLine()
        return text.text
    }

    /// A hint for a visitor that reaches no case; nil where there is none to give.
    package func hint(_ peer: SocketAddress, _ end: Reception.End) -> String? {
        let address = IPAddress.text(peer.octets)
        switch end {
        case .unknownName(nil):
            return "\(address) indicates no server name; with --ports it needs none"
        case .unknownName(let name?):
            return "\(address) asks for \(Shown.escaped(name)), which is the name of no case"
        case .notTLS: return "\(address) does not speak TLS"
        case .unserved(let error): return "cannot serve: \(Shown.escaped(error.description))"
        case .accepted, .refused, .undelivered, .silent: return nil
        }
    }
}

extension Sighting.Verdict {
    /// Said of the visitor.
    var word: String {
        switch self {
        case .accept: "accepted"
        case .reject: "refused"
        case .undelivered: "not attacked"
        case .silent: "undecided"
        }
    }
}

extension Outcome.Kind {
    /// A glyph, so that colour is never the only difference.
    fileprivate var mark: String {
        switch self {
        case .pass: "✓"
        case .void: "?"
        default: isFailure ? "✗" : "·"
        }
    }
}
