import ClientModels
import PathValidation
import ScenarioFormat

/// The setups on which configurations decide differently.
package struct Comparison: Sendable {
    /// Setups on which the parties give the same list of verdicts.
    package struct Difference: Sendable {
        /// The verdict of a correct client.
        package let truth: String
        /// One verdict for each party, in order: `accept`, `reject: reason`, or the reason why
        /// there is none.
        package let verdicts: [String]
        /// The setups in the order of the suite.
        package let scenarios: [Scenario]
    }

    package let parties: [Party]
    /// The end of the connection at which the parties are.
    package var end: RelyingEnd { parties.contains { $0.end == .server } ? .server : .client }
    /// The groups, largest first.
    package let differences: [Difference]
    /// The number of setups with a verdict of at least one party, without the setups that were left
    /// out.
    package let judged: Int
    /// The number of setups that do not apply to some party, while the other parties agree.
    package let leftOut: Int
    /// The setups on which a correct client gave no verdict, or for which a party failed and no
    /// party gave a verdict.
    package let obstructions: [Survey.Obstruction]

    /// Compares `parties` on each setup of `scenarios`.
    ///
    /// - Parameters:
    ///   - parties: two or more parties.
    ///   - survey: runs the setups.
    ///   - scenarios: the scenarios with the setups to try.
    ///   - countsReasons: whether rejections with different reasons count as different.
    ///   - shouldStop: called before each setup; true stops the comparison.
    package init(
        of parties: [Party],
        by survey: Survey,
        in scenarios: [Scenario],
        countsReasons: Bool,
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async {
        let results = await survey.replies(in: scenarios, of: parties, shouldStop: shouldStop)
        let decided = results.replies.filter { $0.replies.contains { $0.verdict != nil } }
        let differing = decided.filter { each in
            let replies = each.replies.filter(\.isApplicable)
            return Set(replies.map { countsReasons ? $0.text : $0.kind }).count > 1
        }
        let byVerdicts = Dictionary(grouping: differing) { each in
            [each.site.truth.text] + each.replies.map(\.text)
        }
        differences = byVerdicts.map { texts, alike in
            Difference(
                truth: texts[0],
                verdicts: Array(texts.dropFirst()),
                scenarios: alike.map(\.site.scenario)
            )
        }
        .sorted {
            $0.scenarios.count == $1.scenarios.count
                ? $0.scenarios[0].id < $1.scenarios[0].id
                : $0.scenarios.count > $1.scenarios.count
        }
        self.parties = parties
        // A setup that does not apply to a party shows nothing about the party's decisions.
        let shared = decided.filter { $0.replies.allSatisfy(\.isApplicable) }.count
        let differingInPart = differing.filter { !$0.replies.allSatisfy(\.isApplicable) }.count
        judged = shared + differingInPart
        leftOut = decided.count - judged
        let failed = results.replies.filter { each in
            each.replies.allSatisfy { $0.verdict == nil }
        }
        obstructions =
            results.obstructions
            + failed.compactMap { each in
                each.replies.lazy.compactMap(\.failure).first.map { error in
                    Survey.Obstruction(scenario: each.site.scenario, error: error)
                }
            }
    }
}

extension Survey.Reply {
    fileprivate var failure: HarnessError? {
        if case .failed(let error) = self { error } else { nil }
    }

    fileprivate var isApplicable: Bool {
        if case .notApplicable = self { false } else { true }
    }

    /// The verdict as tables show it.
    fileprivate var text: String {
        switch self {
        case .decided(let decision): decision.verdict.text
        case .notApplicable: "not applicable"
        case .failed(let error): Outcome.error(error).kind.rawValue
        }
    }

    /// The verdict without its reason.
    fileprivate var kind: String {
        if case .decided(let decision) = self, case .reject = decision.verdict { return "reject" }
        return text
    }
}
