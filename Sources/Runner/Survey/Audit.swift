import Policies
import Scenarios
import Trust
import Workers

/// The weaknesses of one configuration: what it accepts and a correct client refuses.
package struct Audit: Sendable {
    /// Worlds that were accepted and must be refused, and that ask the same of an attacker.
    package struct Weakness: Sendable {
        package let exposure: Exposure
        /// Why a correct client refuses them: how many worlds for each reason, the most first.
        package let reasons: [(reason: Rejection.Code, worlds: Int)]
        /// Those that show it, the gravest scenario first.
        package let scenarios: [Scenario]
        /// The change that mends some of it; nil if no change of settings does.
        package let remedy: Remedy?
    }

    package let party: Party
    /// The gravest first.
    package let weaknesses: [Weakness]
    /// Worlds that it refuses and a correct client accepts, with its reasons.
    package let refusals: [(scenario: Scenario, reason: Rejection.Code)]
    /// The numbers of worlds that it judged, and cannot express.
    package let judged, notApplicable: Int
    /// Worlds without a verdict.
    package let obstructions: [Survey.Obstruction]
    /// Whether it accepts nothing that a correct client accepts, so that what it refuses proves
    /// nothing.
    package let acceptsNothing: Bool

    /// Audits `party` by every world of `scenarios` that it can express.
    ///
    /// - Parameters:
    ///   - party: the configuration.
    ///   - survey: what puts the worlds before it.
    ///   - scenarios: those whose worlds are tried.
    ///   - shouldStop: asked before each world; true takes up no more.
    package init(
        _ party: Party,
        by survey: Survey,
        in scenarios: [Scenario],
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async {
        var accepted: [Exposure: [(finding: Survey.Finding, reason: Rejection.Code)]] = [:]
        var refusals: [(scenario: Scenario, reason: Rejection.Code)] = []
        var (judged, notApplicable) = (0, 0)
        var isProven = false
        let results = await survey.findings(in: scenarios, of: [party], shouldStop: shouldStop)
        var obstructions = results.obstructions
        for finding in results.findings {
            switch finding.replies[0] {
            case .notApplicable: notApplicable += 1
            case .failed(let error):
                obstructions.append(Survey.Obstruction(scenario: finding.scenario, error: error))
            case .decided(let decision):
                judged += 1
                switch (finding.truth, decision.verdict) {
                case (.reject, .accept) where finding.dependsOnPinForm: break
                case (.reject(let rejection), .accept(let grounds)):
                    accepted[Exposure(rejection, on: grounds), default: []]
                        .append((finding, rejection.code))
                case (.accept, .reject(let rejection)):
                    refusals.append((finding.scenario, rejection.code))
                case (.accept, .accept): isProven = true
                case (.reject, .reject): break
                }
            }
        }
        self.party = party
        self.refusals = refusals
        acceptsNothing = !isProven && !refusals.isEmpty
        (self.judged, self.notApplicable) = (judged, notApplicable)
        self.obstructions = obstructions
        let gravestFirst = accepted.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
        weaknesses = await survey.pool.map(gravestFirst) { exposure, worlds in
            Weakness(
                exposure: exposure,
                reasons: Self.counts(worlds.map(\.reason)),
                scenarios: worlds.map(\.finding.scenario).tellingFirst(of: party),
                remedy: party.model.flatMap { model in
                    Remedy(for: model, accepting: worlds.map(\.finding), by: survey)
                }
            )
        }
        .compactMap(\.self)
    }

    private static func counts(
        _ reasons: [Rejection.Code]
    ) -> [(reason: Rejection.Code, worlds: Int)] {
        Dictionary(grouping: reasons) { $0 }
            .map { (reason: $0.key, worlds: $0.value.count) }
            .sorted {
                $0.worlds == $1.worlds
                    ? $0.reason.rawValue < $1.reason.rawValue : $0.worlds > $1.worlds
            }
    }
}

extension [Scenario] {
    /// The gravest first; of equals those about this model, then those about none, then the ones of
    /// the simplest names.
    fileprivate func tellingFirst(of party: Party) -> [Scenario] {
        func rank(_ scenario: Scenario) -> Int {
            guard let stated = scenario.party else { return 1 }
            return stated.name == party.family ? 0 : 2
        }
        return sorted { left, right in
            if left.importance != right.importance { return left.importance > right.importance }
            if rank(left) != rank(right) { return rank(left) < rank(right) }
            return (left.id.utf8.count, left.id) < (right.id.utf8.count, right.id)
        }
    }
}
