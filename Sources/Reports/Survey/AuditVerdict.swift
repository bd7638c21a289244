import Basics
import Lint
import Runner
import ScenarioFormat

// The head of an audit: the configuration, its hosts, and the effect of its pins and settings.
extension Audit {
    /// `a.example.com, b.example.com and 198 more`; nil for none.
    package var hostWords: String? { hosts.hostWords }

    /// The value of its pins and settings, the most telling fact first.
    package var verdictLines: [String] {
        if let outage { return ["\(Severity.high.words(isOutage: true)): \(outage)"] }
        let opening =
            opened == 0
            ? nil
            : "\(Prose.count(opened, "attack")) accepted that \(system?.name ?? party.family) refuses \(party.model == nil ? "with its default settings" : "without this configuration")"
        return [pinning?.words, opening, weaknessWords].compactMap(\.self)
    }

    /// What is said of a configuration that accepts nothing; nil for any other.
    var outage: String? {
        guard acceptsNothing else { return nil }
        return "accepts nothing, valid servers included" + (objection.map { ": " + $0 } ?? "")
    }

    /// `2 weaknesses of this configuration: 1 critical, 1 high; 2032 test cases`.
    private var weaknessWords: String {
        let gravities = Scenario.Importance.allCases.reversed().compactMap { severity in
            let count = weaknesses.count { $0.exposure.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)"
        }
        let own = system == nil ? "" : " of this configuration"
        // Of a client that hardly ever decides nothing is known.
        let nothing = obstructions.count > judged ? "nothing can be said" : "no weakness\(own)"
        var first =
            weaknesses.isEmpty
            ? nothing
            : Prose.count(weaknesses.count, "weakness", plural: "weaknesses") + own
        if !gravities.isEmpty { first += ": " + gravities.joined(separator: ", ") }
        var parts = [first, Prose.count(judged, "test case")]
        if notApplicable > 0 { parts.append("\(notApplicable) not applicable") }
        if !obstructions.isEmpty { parts.append("\(obstructions.count) without a verdict") }
        return parts.joined(separator: "; ")
    }
}

extension Audit.Pinning {
    /// The effect of its pins; nil if no attack was tried that a pin stops.
    var words: String? {
        guard attacks > 0 else { return nil }
        let accepted = Prose.count(attacks - held, "attack")
        let are = attacks - held == 1 ? "is" : "are"
        let score = "\(held) of \(Prose.count(attacks, "attack"))"
        return switch pins {
        case .own where held == 0:
            "pinning does nothing: \(accepted) that a pin stops \(are) accepted"
        case .own where held < attacks:
            "pins hold in \(score) only: \(attacks - held) \(are) accepted that a pin stops"
        case .own: "pins hold in \(score)"
        case .given: "it states no pins; where it is given some they hold in \(score)"
        case .none where held < attacks:
            "nothing is pinned: \(accepted) that a pin stops \(are) accepted"
        case .none: nil
        }
    }
}

extension [String] {
    /// The first of these hosts, and how many there are more; nil for none.
    package var hostWords: String? {
        guard !isEmpty else { return nil }
        let shown = prefix(3).joined(separator: ", ")
        return count > 3 ? "\(shown) and \(count - 3) more" : shown
    }
}
