import Basics
import ClientModels
import PathValidation
import Runner
import X509

// The text for people.
extension MutantReport {
    /// Returns the survivors, each with a way to kill it, the disproved proofs, and a summary.
    ///
    /// A verbose text also has the other mutants, each with the scenario that killed it or the
    /// proof that none can.
    package func text(_ options: ReportOptions) -> String {
        var text = TerminalText(hasColour: options.hasColour)
        if options.verbosity != .quiet {
            header(&text)
            for entry in entries where entry.standing.isFault || options.verbosity == .verbose {
                entry.write(to: &text, width: options.width)
            }
            if !unfit.isEmpty {
                Entry.field("unfit", "\(unfit.joined(separator: ", "))", &text, options.width)
                text.newLine()
            }
            text.value(String(repeating: "─", count: options.width), .faint)
            text.newLine()
        }
        summary(&text, width: options.width)
        return text.text
    }

    private func header(_ text: inout TerminalText) {
        text.value(Prose.count(entries.count, "mutant"))
        text.literal(", ")
        text.value(Prose.count(pairs, "pair"))
        text.literal(", seed ")
        text.value(seed)
        text.literal(", now ")
        text.value(now.description)
        text.newLine()
        text.newLine()
    }

    private func summary(_ text: inout TerminalText, width: Int) {
        for standing in Standing.allCases {
            let number = entries.count { $0.standing == standing }
            guard number > 0 || standing == .killed else { continue }
            text.value("\(standing.glyph) \(number) \(standing.rawValue)", standing.style)
            text.literal("   ")
        }
        if !unfit.isEmpty {
            text.value("! \(Prose.count(unfit.count, "pair")) not as expected", .odd)
        }
        let duration = Prose.duration(Int(elapsed))
        text.pad(to: max(text.column + 3, width - duration.unicodeScalars.count))
        text.value(duration)
        text.newLine()
    }
}

extension MutantReport.Standing {
    /// The glyph at the start of a mutant's lines.
    package var glyph: String {
        switch self {
        case .survived: "✗"
        case .disproved: "≠"
        case .killed: "✓"
        case .equivalent: "≡"
        }
    }

    fileprivate var style: TerminalText.Style {
        switch self {
        case .survived, .disproved: .bad
        case .killed: .good
        case .equivalent: .faint
        }
    }
}

extension MutantReport.Entry {
    /// The column at which values begin.
    private static let column = 13

    fileprivate func write(to text: inout TerminalText, width: Int) {
        let label = standing.isFault ? standing.rawValue.uppercased() : ""
        text.value("\(standing.glyph) \(label)", standing.style)
        text.pad(to: Self.column)
        text.value(mutant.name, standing.isFault ? .strong : .plain)
        text.newLine()
        if let killer {
            Self.field("by", "\(killer.pair)   (\(killer.outcome.rawValue))", &text, width)
        }
        if let proof { Self.field("because", proof, &text, width) }
        guard standing.isFault else { return }
        if standing == .survived {
            Self.field("about", mutant.about, &text, width)
            Self.field("source", mutant.source, &text, width)
        }
        Self.field("fix", fix, &text, width)
        text.newLine()
    }

    /// The advice that closes the gap in the suite or corrects the wrong proof.
    package var fix: String {
        guard standing == .survived else { return "delete the proof, because this pair refutes it" }
        return "write a scenario that only this check rejects, and a control that differs in "
            + "nothing else; " + mutant.parties
    }

    fileprivate static func field(
        _ label: StaticString,
        _ value: String,
        _ text: inout TerminalText,
        _ width: Int
    ) {
        var words = TerminalText(hasColour: false)
        words.value(value)
        text.literal("  ")
        text.literal(label, .faint)
        text.pad(to: column)
        text.fold(words, from: column, to: width)
        text.newLine()
    }
}

extension Mutant {
    /// The keys of a scenario that make its client use the check, as advice.
    fileprivate var parties: String {
        switch layer {
        case .path(let profiles) where profiles.contains(PathProfile.reference.name):
            "state no party: every correct client makes this check"
        case .path(let profiles):
            "state party: { reference: { profile: \(profiles.joined(separator: " or ")) } }"
        case .revocation:
            "state no party, and use client.crls or server.staple"
        case .platform:
            "state a party on Apple's platform"
        case .models(let names):
            "state party: { \(names.joined(separator: " or ")): { … } }"
        }
    }
}
