import ClientModels
import CommandWorkshop
import Foundation
import PathValidation
import Runner
import ScenarioFormat
import Testing

/// Compares `secure` of each scenario with the verdict of `reference`.
@Suite(.blocking)
struct SecureTests {
    /// The scenario whose `secure` needs the whole chain pinned, which `client.pins` cannot state.
    private static let wholeChain = "afnetworking/one-key-counted-twice"

    @Test func `the party reference gives the verdict that a case states as secure`() async throws {
        let root = URL(fileURLWithPath: #filePath).appending(path: "../../../Scenarios")
            .standardized
        let scenarios = await ScenarioLibrary.load([root.path()]).scenarios
        var options = Run.Options(now: now)
        options.isChainOnly = true
        let survey = try Survey(options: options)
        var judged = 0
        for scenario in scenarios where scenario.group != Self.wholeChain {
            // The pins of a configuration are not part of the setup.
            guard case .reject(let reasons) = scenario.secure?.verdict,
                scenario.party?.documents.isEmpty ?? true
            else { continue }
            let revocation = reasons.contains(.revocationUnknown) ? "hard-fail" : "soft-fail"
            let correct = Party(
                try PolicyModel.resolve("reference", settings: ["revocation": revocation])
            )
            guard case .decided(let decision) = survey.reply(of: correct, in: scenario.setup) else {
                continue
            }
            judged += 1
            guard case .reject(let rejection) = decision.verdict else {
                Issue.record("reference accepts \(scenario.id)")
                continue
            }
            #expect(reasons.contains(rejection.code), "\(scenario.id): \(rejection)")
        }
        #expect(judged > 100)
    }
}
