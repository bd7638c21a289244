import Basics
import Lint
import Runner
import ScenarioFormat

// The head of an audit: the configuration, its hosts, and the effect of its pins and settings.
extension Audit {
    /// The hosts, as in `a.example.com, b.example.com and 198 more`; nil without hosts.
    package var hostWords: String? { hosts.hostWords }

    /// The lines on the configuration's pins and settings, most important first.
    package var verdictLines: [String] {
        if let outage { return ["\(Severity.high.words(isOutage: true)): \(outage)"] }
        let opening =
            opened == 0
            ? nil
            : "\(Prose.count(opened, "attack")) accepted that \(system?.name ?? party.family) refuses \(party.model == nil ? "with its default settings" : "without this configuration")"
        return [pinning?.words, opening, weaknessWords].compactMap(\.self)
    }

    /// The line on a configuration that rejects every server; nil for any other configuration.
    var outage: String? {
        guard acceptsNothing else { return nil }
        let words = objection.map { ": " + $0 } ?? ""
        return "rejects every \(party.end.peer), even valid ones" + words
    }

    /// The counts, as in `2 weaknesses of this configuration: 1 critical, 1 high; 2032 test cases`.
    private var weaknessWords: String {
        let severities = weaknesses.map(\.exposure.severity).counts
        let own = system == nil ? "" : " of this configuration"
        // If most test cases have no verdict, the audit says nothing about the client.
        let isUnknown = judged == 0 && untried > 0 || obstructions.count > judged
        let soFar = untried > 0 ? " so far" : ""
        let nothing = isUnknown ? "too few verdicts to tell" : "no weakness\(own)\(soFar)"
        var first =
            weaknesses.isEmpty
            ? nothing
            : Prose.count(weaknesses.count, "weakness", plural: "weaknesses") + own
        if !severities.isEmpty { first += ": " + severities.joined(separator: ", ") }
        var parts = [first, Prose.count(judged, "test case")]
        if untried > 0 { parts.append("stopped before \(untried) more") }
        if notApplicable > 0 { parts.append("\(notApplicable) not applicable") }
        if !obstructions.isEmpty { parts.append("\(obstructions.count) without a verdict") }
        return parts.joined(separator: "; ")
    }
}

extension Audit {
    /// The test cases without a verdict, for reports that show only findings, as in `android: 12
    /// test cases not tried, 1 without a verdict`; nil if there are none.
    var gapWords: String? {
        var parts: [String] = []
        if untried > 0 { parts.append("\(Prose.count(untried, "test case")) not tried") }
        if !obstructions.isEmpty { parts.append("\(obstructions.count) without a verdict") }
        let hosts = hostWords.map { " for " + $0 } ?? ""
        return parts.isEmpty ? nil : "\(title)\(hosts): " + parts.joined(separator: ", ")
    }
}

extension Audit.Pinning {
    /// The effect of the configuration's pins; nil if the tried attacks include none that a pin
    /// stops, or if nothing is pinned and all of these attacks are rejected.
    var words: String? {
        guard attacks > 0 else { return nil }
        let accepted = Prose.count(attacks - held, "attack")
        let are = attacks - held == 1 ? "is" : "are"
        let score = "\(held) of \(Prose.count(attacks, "attack"))"
        return switch pins {
        case .own where held == 0:
            "pinning has no effect: \(accepted) that a pin stops \(are) accepted"
        case .own where held < attacks:
            "pins stop only \(score): \(attacks - held) \(are) accepted"
        case .own: "pins stop \(score)"
        case .given: "it states no pins; pins from the test cases stop \(score)"
        case .none where held < attacks:
            "nothing is pinned: \(accepted) that a pin stops \(are) accepted"
        case .none: nil
        }
    }
}

extension [String] {
    /// The part of the cases that these options select, as in `only the cases of --filter pinning`;
    /// nil for no options.
    var partWords: String? {
        isEmpty ? nil : "only the cases of " + map(Prose.shellQuoted).joined(separator: " ")
    }

    /// The first three hosts and the number of the remaining hosts; nil for an empty list.
    package var hostWords: String? {
        guard !isEmpty else { return nil }
        let shown = prefix(3).joined(separator: ", ")
        return count > 3 ? "\(shown) and \(count - 3) more" : shown
    }
}
