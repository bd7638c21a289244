import Basics
import ClientModels
import Runner
import ScenarioFormat

// The text report of a program's audit: the missing checks and the number of faults, then each
// fault, then the counts of test cases.
extension AuditText {
    /// The largest number of faults that are shown unless all are requested.
    private static let mostFaults = 10

    func ofProgram(_ audit: Audit) -> String {
        var text = TerminalText(hasColour: hasColour)
        writeTitle(of: audit, to: &text)
        if audit.acceptsNothing {
            line(audit.verdictLines[0], &text)
        } else {
            write(audit, to: &text)
        }
        line(audit.countWords, &text)
        text.newLine()
        return text.text
    }

    private func write(_ audit: Audit, to text: inout TerminalText) {
        for missing in audit.faults.compactMap(\.missing) { line(missing.words, &text) }
        line(audit.faultWords, &text)
        if let library = audit.system?.faultWords(countsSystem: countsSystem) {
            line(library, &text)
        }
        text.newLine()
        write(audit.faults, of: audit, to: &text)
        if countsSystem, let system = audit.system, !system.faults.isEmpty {
            text.value(system.title, .strong)
            text.literal(" itself")
            text.newLine()
            write(system.faults, of: audit, to: &text)
        }
        if !audit.refusals.isEmpty { write(audit.refusals, of: audit.party, to: &text) }
    }

    private func write(_ faults: [ProgramFault], of audit: Audit, to text: inout TerminalText) {
        let shown = isWhole ? faults : Array(faults.prefix(Self.mostFaults))
        for (index, fault) in shown.enumerated() {
            text.value(fault.exposure.severity.rawValue, .bad)
            text.pad(to: Self.column)
            var words = TerminalText(hasColour: false)
            words.value(fault.line)
            text.fold(words, from: Self.column, to: width)
            text.newLine()
            if isWhole {
                field("shown by", &text) { $0.values(fault.scenarios.map(\.words), between: ", ") }
            }
            // The fix of the first fault is always shown.
            guard isWhole || index == 0, let scenario = fault.scenarios.first else { continue }
            field("fix", &text) { $0.value(fault.advice) }
            text.field("show it", runCommand(for: audit.party, scenario), at: Self.column)
        }
        guard !faults.isEmpty else { return }
        if shown.count < faults.count {
            line("and \(faults.count - shown.count) more; hatpin audit -v lists all", &text)
        }
        text.newLine()
    }

    private static let ofAuditsAlone = ["--quick", "--count-system", "--strict-unread"]

    /// Returns the command that tests a program with one case.
    private func runCommand(for party: Party, _ scenario: Scenario) -> String {
        let program = Reproduction.program(party.name)
        let words = program == nil ? ["--party", party.name] : []
        let options = options.filter { !Self.ofAuditsAlone.contains($0) }
        // In a folder of drafts, an audit tests the built-in cases too, but `run` tests only the
        // folder's cases.
        let isNamed = options.contains("--builtin") || options.contains("--scenarios")
        let suite = isNamed || scenario.file.hasPrefix("Scenarios/") ? [] : ["--builtin"]
        return (["hatpin", "run", scenario.id] + words + suite + options)
            .map(Prose.shellQuoted).joined(separator: " ") + (program ?? "")
    }

    private func line(_ sentence: String, _ text: inout TerminalText) {
        text.literal("  ")
        var words = TerminalText(hasColour: false)
        words.value(sentence)
        text.fold(words, from: 4, to: width)
        text.newLine()
    }

    private var countsSystem: Bool { options.contains("--count-system") }
}

extension Audit {
    /// The counts, as in `3 faults of its own: 1 critical, 2 low`.
    fileprivate var faultWords: String {
        let own = system == nil ? "" : " of its own"
        // If most test cases have no verdict, the audit says nothing about the client.
        guard !faults.isEmpty else {
            let isUnknown = judged == 0 || obstructions.count > judged
            let soFar = untried > 0 ? " so far" : ""
            return isUnknown ? "too few verdicts to tell" : "no fault\(own) found\(soFar)"
        }
        // Without a known library, the faults of the program and of its library cannot be
        // separated.
        let scope = system == nil ? " (including those of its TLS library)" : own
        let counts = faults.map(\.exposure.severity).counts.joined(separator: ", ")
        return Prose.count(faults.count, "fault") + scope + ": " + counts
    }

    /// The counts of test cases, including those that were not tried.
    fileprivate var countWords: String {
        var parts = [Prose.count(judged, "test case")]
        if untried > 0 { parts.append("stopped before \(untried) more") }
        if notApplicable > 0 { parts.append("\(notApplicable) not applicable") }
        if !obstructions.isEmpty {
            let isLate = obstructions.contains {
                if case .timeout = $0.error { true } else { false }
            }
            let help = isLate ? "; --timeout gives the program more time" : ""
            parts.append("\(obstructions.count) without a verdict\(help)")
        }
        return parts.joined(separator: "; ")
    }
}

extension Audit.System {
    /// Returns the line on the library's faults, as in `44 more in OpenSSL itself; --count-system
    /// lists and counts them`.
    fileprivate func faultWords(countsSystem: Bool) -> String? {
        guard !faults.isEmpty else { return nil }
        let count = "\(faults.count) more in \(title) itself"
        return countsSystem ? count : "\(count); --count-system lists and counts them"
    }
}

extension ProgramFault {
    /// The fault in one line, as in `names/other-domain (RFC 9525 §6.3): the rule in a sentence (3
    /// cases)`.
    ///
    /// For a missing check, the line has only the cases, because the head of the report describes
    /// the check.
    fileprivate var line: String {
        let place = rule.isEmpty ? id : "\(id) (\(rule))"
        let count = Prose.count(scenarios.count, "case")
        return missing == nil
            ? "\(place): \(about) (\(count))" : "\(count), such as \(place)"
    }

    fileprivate var advice: String { missing?.advice ?? exposure.advice }
}

extension ProgramFault.MissingCheck {
    fileprivate var advice: String {
        switch self {
        case .everything, .chain:
            "verify the server: remove options such as -k, --insecure, verify=False or "
                + "InsecureSkipVerify"
        case .name:
            "compare the host name: by SSL_set1_host, check_hostname or the endpoint identification "
                + "algorithm HTTPS"
        case .revocation: "check revocation, or use short-lived certificates"
        }
    }

    fileprivate var words: String {
        switch self {
        case .everything: "verifies nothing: accepts any certificate from anyone for any host"
        case .chain: "does not verify chains: accepts a certificate from anyone for the host"
        case .name: "does not check host names: accepts a trusted certificate of any other host"
        case .revocation: "does not check revocation, like most clients"
        }
    }
}
