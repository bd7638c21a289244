import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import TLS
import X509

/// The trace of `explain --trace`: each check of `reference` on each candidate path, with its
/// outcome.
package struct TraceText {
    package let text: String

    /// Forges the setup of `scenario` and runs `reference` on the chain that a client receives.
    ///
    /// Keys and serial numbers are the same as in a run without options that starts at `now`.
    ///
    /// - Throws: `HarnessError` or `WireError` if the setup cannot be made.
    package init(_ scenario: Scenario, now: Instant, hasColour: Bool) throws {
        let challenge = try Challenge(scenario.setup, seed: 1, now: now)
        let presented = challenge.presented(try challenge.received().shown)
        var text = TerminalText(hasColour: hasColour)
        text.newLine()
        text.literal("checks of reference", .strong)
        text.newLine()
        for step in presented.trace(for: scenario.setup.connect)?.steps ?? [] {
            Self.write(step, challenge, &text)
        }
        self.text = text.text
    }

    /// Writes the candidate path, then the passed checks in a paragraph and each rejection with its
    /// reason.
    private static func write(
        _ step: PathTrace.Step,
        _ challenge: Challenge,
        _ text: inout TerminalText
    ) {
        text.literal("  ")
        text.value(challenge.names(of: step.path).joined(separator: " ← "))
        text.newLine()
        let passed = step.outcomes.filter { $0.rejection == nil }.map(\.check)
        if !passed.isEmpty {
            text.literal("    ✓ ", .good)
            var words = TerminalText(hasColour: false)
            words.value(passed.joined(separator: ", "))
            text.fold(words, from: 6, to: 88)
            text.newLine()
        }
        for list in step.unusedLists {
            text.literal("    ~ ", .odd)
            var words = TerminalText(hasColour: false)
            words.value("revocation: ")
            words.value(Untrusted("\(list)"))
            text.fold(words, from: 6, to: 88)
            text.newLine()
        }
        for outcome in step.outcomes {
            guard let rejection = outcome.rejection else { continue }
            text.literal("    ✗ ", .bad)
            var words = TerminalText(hasColour: false)
            words.value("\(outcome.check): ")
            words.value(Untrusted("\(rejection)"))
            text.fold(words, from: 6, to: 88)
            text.newLine()
        }
    }
}
