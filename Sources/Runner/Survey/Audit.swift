import ClientModels
import PathValidation
import ScenarioFormat

/// The weaknesses of one configuration: the attacks that the configuration accepts although a
/// correct client refuses them.
package struct Audit: Sendable {
    /// Setups that the party accepts although it must refuse them.
    ///
    /// An attacker needs the same means for all these setups.
    package struct Weakness: Sendable {
        package let exposure: Exposure
        /// The reasons for which a correct client refuses, with the number of setups, most frequent
        /// first.
        package let reasons: [(reason: Rejection.Code, setups: Int)]
        /// The scenarios that show the weakness, most severe first.
        package let scenarios: [Scenario]
        /// The change that fixes some of the setups; nil if the search found no change.
        package let remedy: Remedy?
    }

    /// A setup that the party refuses although a correct client accepts it.
    package struct Refusal: Sendable {
        package let scenario: Scenario
        package let reason: Rejection.Code
        /// The system's error message; nil if the system has none.
        package let words: String?
    }

    /// The effect of a configuration's pins.
    package struct Pinning: Hashable, Sendable {
        /// The pins that a configuration compares in an audit.
        package enum Pins: String, CaseIterable, Sendable {
            /// The configuration states pins. The audit replaces them by pins that its test cases
            /// can match.
            case own
            /// The configuration states no pins and has no file for them. Test cases with pins
            /// supply them.
            case given
            case none
        }

        /// The number of attacks that the system accepts without pins and refuses with them, at its
        /// strictest pin settings.
        package let attacks: Int
        /// The number of attacks, among those counted in `attacks`, that the configuration refuses.
        package let held: Int
        package let pins: Pins

        package init(attacks: Int, held: Int, pins: Pins) {
            (self.attacks, self.held, self.pins) = (attacks, held, pins)
        }
    }

    /// The weaknesses that a system has with every configuration.
    package struct System: Sendable {
        /// The name of the system as a party: the name of a model, or of a program's library.
        package let name: String
        /// The name for users: `OpenSSL` for `client/libssl`.
        package let title: String
        /// The faults that a program inherits from its library; empty for other parties.
        package let faults: [ProgramFault]
        /// The weaknesses that the system has in every configuration, without remedies, most severe
        /// first.
        package let weaknesses: [Weakness]
        package let refusals: [Refusal]
    }

    package let party: Party
    /// The hosts of the audit for which the configuration has the same rules; empty if none was
    /// named.
    package let hosts: [String]
    /// The weaknesses of the configuration itself, most severe first.
    package let weaknesses: [Weakness]
    /// A program's weaknesses by the rules that they break, most severe first; empty for other
    /// parties.
    package let faults: [ProgramFault]
    /// Setups that the configuration refuses, although its system and a correct client accept them.
    package let refusals: [Refusal]
    /// The effect of the pins; nil for a party that is not compared with a system.
    package let pinning: Pinning?
    /// The number of attacks that the system refuses without pins and the configuration accepts.
    package let opened: Int
    /// The weaknesses of the system itself; nil for a party that is not compared with a system.
    package let system: System?
    /// The numbers of setups that were judged, that an interrupted audit did not reach, and that
    /// the party cannot express.
    package let judged, untried, notApplicable: Int
    /// The setups on which there is no verdict.
    package let obstructions: [Survey.Obstruction]
    /// Whether the party refuses every valid server, so that its refusals prove nothing: an outage.
    package let acceptsNothing: Bool
    /// The message with which the system refuses the configuration, so that every connection fails,
    /// and the position in the file if it is known; nil if there is no outage or no message.
    package let objection: String?
}

extension Audit {
    /// The highest severity of the weaknesses; nil without weaknesses and without an outage, which
    /// counts as high severity.
    package var severity: Severity? {
        (weaknesses.map(\.exposure.severity) + (acceptsNothing ? [.high] : [])).max()
    }

    /// The name of the party without the host.
    package var title: String {
        hosts.isEmpty
            ? party.name : party.model?.name(leavingOut: [EntrySetting.host.setting]) ?? party.name
    }

    /// Audits `party` with each setup of `scenarios` that it can express.
    ///
    /// - Parameters:
    ///   - party: the configuration.
    ///   - survey: runs the setups.
    ///   - scenarios: the scenarios with the setups to try.
    ///   - shouldStop: called before each setup; true stops the audit.
    package init(
        _ party: Party,
        by survey: Survey,
        in scenarios: [Scenario],
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async {
        var series = AuditSeries(by: survey, in: scenarios, shouldStop: shouldStop)
        self = await series.audit(party)
    }
}
