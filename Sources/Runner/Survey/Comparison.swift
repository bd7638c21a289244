import ClientModels
import PathValidation
import ScenarioFormat

/// Where configurations decide differently.
package struct Comparison: Sendable {
    /// Setups on which the parties' verdicts are these.
    package struct Difference: Sendable {
        /// The verdict of a correct client.
        package let truth: String
        /// In the order of the parties: `accept`, `reject: reason`, or why there is no verdict.
        package let verdicts: [String]
        /// In the order of the suite.
        package let scenarios: [Scenario]
    }

    package let parties: [Party]
    /// Those with the most setups first.
    package let differences: [Difference]
    /// The number of setups on which at least one party has a verdict, without those left out.
    package let judged: Int
    /// The number of setups that do not apply to a party and on which the others agree.
    package let leftOut: Int
    /// Setups that a correct client gave no verdict on.
    package let obstructions: [Survey.Obstruction]

    /// Compares `parties` by every setup of `scenarios`.
    ///
    /// - Parameters:
    ///   - parties: two or more.
    ///   - survey: what puts the setups before them.
    ///   - scenarios: those whose setups are tried.
    ///   - countsReasons: whether rejections for different reasons differ.
    ///   - shouldStop: asked before each setup; true takes up no more.
    package init(
        of parties: [Party],
        by survey: Survey,
        in scenarios: [Scenario],
        countsReasons: Bool,
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async {
        let results = await survey.findings(in: scenarios, of: parties, shouldStop: shouldStop)
        let findings = results.findings.filter { finding in
            finding.replies.contains { $0.verdict != nil }
        }
        let differing = findings.filter { finding in
            let replies = finding.replies.filter(\.isApplicable)
            return Set(replies.map { countsReasons ? $0.text : $0.kind }).count > 1
        }
        let byVerdicts = Dictionary(grouping: differing) { finding in
            [finding.site.truth.text] + finding.replies.map(\.text)
        }
        differences = byVerdicts.map { texts, findings in
            Difference(
                truth: texts[0],
                verdicts: Array(texts.dropFirst()),
                scenarios: findings.map(\.site.scenario)
            )
        }
        .sorted {
            $0.scenarios.count == $1.scenarios.count
                ? $0.scenarios[0].id < $1.scenarios[0].id
                : $0.scenarios.count > $1.scenarios.count
        }
        self.parties = parties
        // A setup that a party is not put before shows nothing of how it decides.
        let shared = findings.filter { $0.replies.allSatisfy(\.isApplicable) }.count
        let differingInPart = differing.filter { !$0.replies.allSatisfy(\.isApplicable) }.count
        judged = shared + differingInPart
        leftOut = findings.count - judged
        obstructions = results.obstructions
    }
}

extension Survey.Reply {
    fileprivate var isApplicable: Bool {
        if case .notApplicable = self { false } else { true }
    }

    /// As tables show it.
    fileprivate var text: String {
        switch self {
        case .decided(let decision): decision.verdict.text
        case .notApplicable: "not applicable"
        case .failed(let error): Outcome.error(error).kind.rawValue
        }
    }

    /// The same without the reason.
    fileprivate var kind: String {
        if case .decided(let decision) = self, case .reject = decision.verdict { return "reject" }
        return text
    }
}
