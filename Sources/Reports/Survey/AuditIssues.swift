import Basics
import ClientModels
import Lint
import Runner
import ScenarioFormat

// The results of an audit as issues of code scanning services.

extension Issue {
    /// Returns the findings in files, and the outages and weaknesses of the audited
    /// configurations.
    static func all(in results: AuditResults) -> [Issue] {
        all(in: results.reviews)
            + results.audits.flatMap { audit in
                [Issue(outageOf: audit)].compactMap(\.self)
                    + audit.weaknesses.compactMap { Issue($0, of: audit) }
            }
    }

    /// Makes an issue of the outage of a configuration that rejects every server; nil for any other
    /// configuration.
    private init?(outageOf audit: Audit) {
        guard let outage = audit.outage,
            let place = audit.party.model?.file ?? audit.refusals.first?.scenario.file
        else { return nil }
        rule = Outcome.Kind.falseReject.rawValue
        about = "A server that must be accepted was refused."
        severity = .high
        let hosts = audit.hostWords.map { " for " + $0 } ?? ""
        message = Untrusted("outage: \(audit.title)\(hosts) \(outage)")
        file = Self.plain(place)
        (mark, length) = (nil, nil)
        identity = "\(audit.title)\(hosts) rejects every server"
    }

    /// Makes an issue of a weakness, at the configuration's file or else at the first scenario that
    /// shows it.
    private init?(_ weakness: Audit.Weakness, of audit: Audit) {
        guard let shown = weakness.scenarios.first else { return nil }
        let exposure = weakness.exposure
        rule = shown.covers.first ?? Outcome.Kind.falseAccept.rawValue
        about = "A server that must be refused was accepted."
        severity = exposure.severity
        let hosts = audit.hostWords.map { " for " + $0 } ?? ""
        message = Untrusted(
            "\(audit.title)\(hosts) accepted \(weakness.reasonWords), such as \(shown.id): an "
                + "attacker needs \(exposure.attackerNeeds); to fix: "
                + weakness.remedyWords(in: audit)
        )
        let configuration = audit.party.model?.file
        file = Self.plain(configuration ?? shown.file)
        mark = configuration == nil ? Mark(line: shown.line, column: 1) : nil
        length = nil
        identity = "\(audit.title)\(hosts) \(exposure.attackerNeeds)"
    }
}

extension ConfiguredModel {
    /// The configuration's file; nil for a configuration without a file.
    fileprivate var file: String? {
        model.settings.first { settings.document(of: $0) != nil }.map { settings.word(of: $0) }
    }
}
