import ClientModels
import PathValidation
import ScenarioFormat

/// The weaknesses of one configuration: what it accepts, and a correct client refuses.
package struct Audit: Sendable {
    /// Setups that were accepted and must be refused, and that ask the same of an attacker.
    package struct Weakness: Sendable {
        package let exposure: Exposure
        /// Why a correct client refuses them: how many setups for each reason, the most first.
        package let reasons: [(reason: Rejection.Code, setups: Int)]
        /// Those that show it, the most severe scenario first.
        package let scenarios: [Scenario]
        /// The change that fixes some of it; nil if no change of settings does.
        package let remedy: Remedy?
    }

    /// A setup that is refused and that a correct client accepts.
    package struct Refusal: Sendable {
        package let scenario: Scenario
        package let reason: Rejection.Code
        /// The original's words; nil where it has none.
        package let words: String?
    }

    /// The effect of a configuration's pins.
    package struct Pinning: Hashable, Sendable {
        /// The pins that a configuration compares in an audit.
        package enum Pins: String, Sendable {
            /// It states some; pins that its test case can match stand for them.
            case own
            /// It states none, has no file that could, and is given some where a test case states any.
            case given
            case none
        }

        /// Attacks that the system accepts without pins, and refuses with pins that it compares as
        /// well as it can.
        package let attacks: Int
        /// Those that the configuration refuses.
        package let held: Int
        package let pins: Pins

        package init(attacks: Int, held: Int, pins: Pins) {
            (self.attacks, self.held, self.pins) = (attacks, held, pins)
        }
    }

    /// The weaknesses that a system has with every configuration.
    package struct System: Sendable {
        /// The model's name, or that of a program's library as a party.
        package let name: String
        /// The name for people: `OpenSSL` for `client/libssl`.
        package let title: String
        /// Of a program's library, the faults that the program has of it; of others none.
        package let faults: [ProgramFault]
        /// The most severe first, without remedies.
        package let weaknesses: [Weakness]
        package let refusals: [Refusal]
    }

    package let party: Party
    /// The hosts that it was asked about and that it governs alike; empty where none was named.
    package let hosts: [String]
    /// The configuration's own, the most severe first.
    package let weaknesses: [Weakness]
    /// Of a program the same by the rules that they break, the most severe first; of others none.
    package let faults: [ProgramFault]
    /// Setups that it alone refuses, and a correct client accepts.
    package let refusals: [Refusal]
    /// Nil for a party that is not compared with a system.
    package let pinning: Pinning?
    /// The number of attacks that are accepted because of the configuration: its system refuses them
    /// without it.
    package let opened: Int
    /// The weaknesses of the system as such; nil for a party that is not compared with one.
    package let system: System?
    /// The numbers of setups that it judged, those that an audit which was stopped did not come to, and
    /// those that it cannot express.
    package let judged, untried, notApplicable: Int
    /// Setups without a verdict.
    package let obstructions: [Survey.Obstruction]
    /// Whether it accepts nothing that a correct client accepts, so that what it refuses proves
    /// nothing: an outage.
    package let acceptsNothing: Bool
    /// The original's words for that, with the place in the file where it has them; nil where it
    /// accepts anything, or says nothing.
    package let objection: String?
}

extension Audit {
    /// The highest severity of its weaknesses; nil without any.
    ///
    /// An outage counts as high.
    package var severity: Scenario.Importance? {
        (weaknesses.map(\.exposure.severity) + (acceptsNothing ? [.high] : [])).max()
    }

    /// The party without the host that it was asked about.
    package var title: String {
        hosts.isEmpty
            ? party.name : party.model?.name(leavingOut: [PolicyModel.hostSetting]) ?? party.name
    }

    /// Audits `party` by every setup of `scenarios` that it can express.
    ///
    /// - Parameters:
    ///   - party: the configuration.
    ///   - survey: what puts the setups before it.
    ///   - scenarios: those whose setups are tried.
    ///   - shouldStop: asked before each setup; true takes up no more.
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
