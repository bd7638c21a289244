import Basics
import Runner
import TLS

/// The lines of `hatpin serve` for people at a terminal.
package struct ServeText: VisitReporter {
    private let plan: ServePlan
    private let options: ReportOptions

    init(_ plan: ServePlan, _ options: ReportOptions) {
        (self.plan, self.options) = (plan, options)
    }

    // MARK: The opening

    package func opening(_ opening: ServeOpening) -> String {
        var text = TerminalText(hasColour: options.hasColour)
        text.value(Prose.count(plan.cases.count, "case"))
        let own = plan.cases.filter { !plan.places[$0.place].isShared }
        if let port = opening.sharedPort {
            text.value(" on port \(port)")
            if !own.isEmpty { text.value(", except \(own.count) on separate ports") }
        } else {
            text.literal(", each on a separate port")
        }
        text.newLine()
        text.literal("listening ")
        text.values(opening.addresses, between: ", ")
        text.newLine()
        text.literal("trust     ")
        text.value(opening.folder + "/root.pem")
        text.newLine()
        text.literal("page      ")
        text.value(opening.page)
        text.literal("  (runs all cases in a browser; /watch only shows results)")
        text.newLine()
        text.literal("names     ")
        text.value(opening.folder + "/hosts")
        text.literal("  (what remote clients must resolve)")
        text.newLine()
        addExcluded(to: &text)
        text.literal("Ctrl-C ends")
        text.newLine()
        text.newLine()
        return text.text
    }

    private func addExcluded(to text: inout TerminalText) {
        let reasons = plan.excluded.map { ($0.reason.description, 1) }
        let counts = Dictionary(reasons, uniquingKeysWith: +)
        for (reason, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            text.literal("left out  ")
            text.value(Prose.count(count, "case"))
            text.literal(": ")
            text.value(reason)
            text.newLine()
        }
    }

    /// Returns the warning for standard error that others on the network can reach the servers.
    ///
    /// - Parameter addresses: the addresses that are not loopback addresses.
    /// - Returns: the line.
    package static func warning(of addresses: [String]) -> String {
        let places = addresses.joined(separator: ", ")
        return "hatpin: warning: others on the network can reach the servers on \(places)\n"
    }

    // MARK: Visits

    package func line(_ visit: VisitRecord) -> String {
        var text = TerminalText(hasColour: options.hasColour)
        let served = plan.servedCase(at: visit.place)
        let outcome = served.flatMap { visit.outcome(ofCase: $0.number) }
        if let outcome {
            text.value(outcome.mark, outcome.isFailure ? .bad : .good)
        } else {
            text.literal("·")
        }
        text.literal(" ")
        text.value(visit.verdict.word)
        text.pad(to: 11)
        text.value(served?.case.id ?? "control \(plan.places[visit.place].host)")
        if let outcome, outcome.isFailure, let served {
            text.literal("  ")
            text.value(
                outcome == .inconclusive
                    ? "inconclusive until the control is accepted"
                    : "expected " + served.case.expected.verdictWords,
                .bad
            )
        }
        if let alert = visit.alert {
            text.literal("  alert ")
            text.value(alert)
        }
        text.literal("  ")
        text.value(visit.remoteClient, .faint)
        text.newLine()
        return text.text
    }

    package func line(_ stray: StrayRecord) -> String? { nil }

    package func notice(_ stray: StrayRecord) -> String? { stray.hint.map { "hatpin: \($0)\n" } }

    // MARK: The end

    package func ending(of remoteClient: String, _ records: [RunRecord], runFile: String) -> String
    {
        var reporter = TerminalReporter(options: options)
        return "\n\(remoteClient)\n" + records.map { reporter.receive($0) }.joined()
            + "run file \(Shown.escaped(runFile))\n"
    }
}

extension VisitVerdict {
    /// The action of the remote client, in a word.
    fileprivate var word: String {
        switch self {
        case .accept: "accepted"
        case .reject: "refused"
        case .undelivered: "not attacked"
        case .silent: "undecided"
        }
    }
}

extension Outcome.Kind {
    /// A glyph, so that outcomes differ without colour too.
    fileprivate var mark: String {
        switch self {
        case .pass: "✓"
        case .inconclusive: "?"
        default: isFailure ? "✗" : "·"
        }
    }
}
