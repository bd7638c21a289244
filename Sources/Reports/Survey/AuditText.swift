import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat

/// Audits as text for people.
package struct AuditText: Sendable {
    /// The given options that affect the results, quoted for a shell.
    let options: [String]
    /// The options that select some of the cases; empty for an audit with all cases.
    let selection: [String]
    /// Whether the text names the test cases.
    let isWhole: Bool
    let hasColour: Bool
    let width: Int

    /// The largest number of rejected valid servers that are named for each reason, unless all are
    /// requested.
    private static let mostRefusals = 5

    /// The column at which values begin.
    static let column = 13

    package init(
        options: [String] = [],
        selection: [String] = [],
        isWhole: Bool,
        hasColour: Bool,
        width: Int
    ) {
        self.options = options
        self.selection = selection
        self.isWhole = isWhole
        self.hasColour = hasColour
        self.width = width
    }

    /// Returns the lines of one audit.
    package func of(_ audit: Audit) -> String {
        if audit.party.isProgram { return ofProgram(audit) }
        var text = TerminalText(hasColour: hasColour)
        writeTitle(of: audit, to: &text)
        for line in audit.verdictLines {
            text.literal("  ")
            var words = TerminalText(hasColour: false)
            words.value(line)
            text.fold(words, from: 4, to: width)
            text.newLine()
        }
        text.newLine()
        guard !audit.acceptsNothing else { return text.text }
        for weakness in audit.weaknesses { write(weakness, of: audit, to: &text) }
        if !audit.refusals.isEmpty { write(audit.refusals, of: audit.party, to: &text) }
        return text.text
    }

    /// Writes the headline: what was audited, and with which part of the cases.
    func writeTitle(of audit: Audit, to text: inout TerminalText) {
        text.value(audit.title, .strong)
        if let hosts = audit.hostWords { text.value(" for " + hosts) }
        if let part = selection.partWords { text.value(" (\(part))") }
        text.newLine()
    }

    /// Returns the line on hosts that a file leaves without a pin.
    ///
    /// - Parameters:
    ///   - hosts: the hosts without a pin.
    ///   - file: the path as on the command line.
    ///   - list: the public suffix list that assigns the hosts to one domain, with its date.
    /// - Returns: the line, below the name of the file.
    package func ofHosts(
        withoutPins hosts: [String],
        in file: String,
        by list: String
    ) -> String {
        var text = TerminalText(hasColour: hasColour)
        text.value(file, .strong)
        text.newLine()
        text.literal("  no pin for ")
        text.value(hosts.hostWords ?? "other hosts")
        text.literal(", unlike other hosts of the same domain (by ")
        text.value(list)
        text.literal(")")
        text.newLine()
        text.newLine()
        return text.text
    }

    /// Returns the end of a report on all audits: each system once, and the command that shows
    /// more.
    package func end(of audits: [Audit]) -> String {
        var text = TerminalText(hasColour: hasColour)
        // The report on a program already shows the program's library.
        let audits = audits.filter { !$0.party.isProgram }
        for system in audits.systems where !system.isEmpty { write(system, to: &text) }
        if !isWhole, audits.contains(where: { !$0.weaknesses.isEmpty }) {
            text.literal(
                "hatpin audit -v also shows the test cases, and a command for each weakness"
            )
            text.newLine()
        }
        return text.text
    }

    // MARK: Weaknesses

    private func write(
        _ weakness: Audit.Weakness,
        of audit: Audit,
        to text: inout TerminalText
    ) {
        text.value(weakness.exposure.severity.rawValue, .bad)
        text.pad(to: Self.column)
        var title = TerminalText(hasColour: false)
        title.value("an attacker needs " + weakness.exposure.attackerNeeds)
        text.fold(title, from: Self.column, to: width)
        text.newLine()
        field("fix", &text) { $0.value(weakness.remedyWords(in: audit)) }
        field("accepted", &text) { $0.value(weakness.reasonWords) }
        if isWhole { field("shown by", &text) { $0.values(weakness.caseWords, between: ", ") } }
        if isWhole, let scenario = weakness.scenarios.first {
            text.field("again", command(for: audit.party, scenario), at: Self.column)
        }
        text.newLine()
    }

    /// Returns the command that audits the party with only this scenario, which shows the weakness.
    package func command(for party: Party, _ scenario: Scenario) -> String {
        let filter = ["--filter", "id:\(scenario.group)"]
        let program = Reproduction.program(party.name)
        let words = program == nil ? [party.name] : []
        return (["hatpin", "audit"] + words + options + filter)
            .map(Prose.shellQuoted).joined(separator: " ") + (program ?? "")
    }

    func write(_ refusals: [Audit.Refusal], of party: Party, to text: inout TerminalText) {
        text.literal("refuses", .odd)
        text.pad(to: Self.column)
        text.value(Prose.count(refusals.count, "valid \(party.end.peer)"))
        text.newLine()
        let reasons = Dictionary(grouping: refusals, by: \.reason)
        for (reason, refusals) in reasons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            field("because", &text) {
                $0.value("\(reason.meaning) (\(refusals.count))")
                $0.literal(": ")
                let shown = isWhole ? refusals : Array(refusals.prefix(Self.mostRefusals))
                $0.values(shown.map { isWhole ? $0.scenario.words : $0.scenario.id }, between: ", ")
                let rest = refusals.count - shown.count
                if rest > 0 { $0.value(" and \(rest) more; hatpin audit -v lists all") }
            }
        }
        text.newLine()
    }

    func field(
        _ label: StaticString,
        _ text: inout TerminalText,
        _ sentence: (inout TerminalText) -> Void
    ) {
        text.field(label, at: Self.column, width: width, sentence)
    }

    // MARK: Systems

    private func write(_ system: Audit.System, to text: inout TerminalText) {
        text.value(system.name, .strong)
        text.literal(" itself, with every configuration; fails the audit only with --count-system")
        text.newLine()
        for weakness in system.weaknesses {
            text.literal("  ")
            text.value(weakness.exposure.severity.rawValue)
            text.pad(to: Self.column)
            var words = TerminalText(hasColour: false)
            words.value(
                "accepts \(Prose.count(weakness.scenarios.count, "attack")) that "
                    + (weakness.scenarios.count == 1 ? "needs " : "need ")
                    + weakness.exposure.attackerNeeds
            )
            text.fold(words, from: Self.column, to: width)
            text.newLine()
        }
        if !system.refusals.isEmpty {
            text.literal("  refuses")
            text.pad(to: Self.column)
            text.value(Prose.count(system.refusals.count, "valid server"))
            text.newLine()
        }
        text.newLine()
    }
}

extension Audit.System {
    fileprivate var isEmpty: Bool { weaknesses.isEmpty && refusals.isEmpty }
}

extension [Audit] {
    /// The systems of all audits, each once.
    package var systems: [Audit.System] {
        var seen: Set<String> = []
        return compactMap(\.system).filter { seen.insert($0.name).inserted }
    }
}

extension Scenario {
    /// The id of the scenario, with the attacks of the catalogue that it covers.
    package var words: String {
        covers.isEmpty ? id : "\(id) (\(covers.joined(separator: ", ")))"
    }
}

extension Audit.Weakness {
    /// The reasons of rejections, as in `no path leads to a trust anchor (78 attacks), a signature
    /// does not verify (30)`.
    package var reasonWords: String {
        reasons.enumerated().map { index, entry in
            let count = index == 0 ? Prose.count(entry.setups, "attack") : "\(entry.setups)"
            return "\(entry.reason.meaning) (\(count))"
        }
        .joined(separator: ", ")
    }

    fileprivate var caseWords: [String] { scenarios.map(\.words) }

    /// Returns the changes that removed the weakness when they were tried, or general advice.
    package func remedyWords(in audit: Audit) -> String {
        guard let remedy else {
            // An interrupted audit has tried no change.
            guard audit.untried == 0, let model = audit.party.model else { return exposure.advice }
            let subject = model.document == nil ? audit.party.family : "this file"
            return "no setting of \(subject) changes that; \(exposure.advice)"
        }
        let changes = remedy.changes.map(\.words).joined(separator: ", ")
        return remedy.fixed == remedy.setups
            ? changes : "\(changes) (for \(remedy.fixed) of \(remedy.setups)); \(exposure.advice)"
    }
}

extension Remedy.Change {
    package var words: String {
        switch self {
        case .setting(let name, let word): "\(name)=\(word)"
        case .file(_, let words): words
        }
    }
}
