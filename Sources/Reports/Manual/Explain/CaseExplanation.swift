import Basics
import ClientModels
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import X509

/// The explanation of a case: its description, setup, chains, expectation and control.
///
/// The setup is shown as its differences from the baseline, each with the file and line that set
/// it.
package struct CaseExplanation {
    private let scenario: Scenario
    private let origins: [FieldOrigin]
    private let hasColour: Bool

    /// - Parameters:
    ///   - scenario: the case.
    ///   - origins: for each changed field of the setup, the file and line that set it.
    ///   - hasColour: whether the output has colours.
    package init(scenario: Scenario, origins: [FieldOrigin], hasColour: Bool) {
        (self.scenario, self.origins, self.hasColour) = (scenario, origins, hasColour)
    }

    private var setup: Setup { scenario.setup }

    /// The lines for a terminal.
    package var text: String {
        var text = TerminalText(hasColour: hasColour)
        text.value(scenario.id, .strong)
        text.newLine()
        for line in scenario.about.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty { text.value("  " + line) }
            text.newLine()
        }
        if scenario.about.last != "\n" { text.newLine() }
        differences(&text)
        text.newLine()
        chains(&text)
        text.newLine()
        facts(&text)
        return text.text
    }

    private func differences(_ text: inout TerminalText) {
        text.literal("differs from the baseline setup in", .strong)
        text.newLine()
        let values = origins.map { $0.value?.shortened(to: 40) ?? "(removed)" }
        let paths = min(32, origins.map(\.path.count).max() ?? 0) + 4
        let places = paths + (values.map(\.count).max() ?? 0) + 2
        for (origin, value) in zip(origins, values) {
            text.literal("  ")
            text.value(origin.path)
            text.pad(to: paths)
            text.value(value)
            text.pad(to: max(text.column + 2, places))
            text.value("\(origin.file):\(origin.line)", .faint)
            if let layer = origin.layer.words { text.value("  \(layer)", .faint) }
            text.newLine()
        }
        guard origins.isEmpty else { return }
        text.literal("  nothing")
        text.newLine()
    }

    private func chains(_ text: inout TerminalText) {
        guard let proxy = setup.proxy else {
            column("the client receives", drawing(of: setup.presented), &text)
            return
        }
        let shown: [String] =
            switch proxy {
            case .serves(let entities): drawing(of: entities)
            case .mintsUnder(let entity):
                drawing(of: [entity]) + [" └ a copy of \(setup.serve.first ?? "nothing")"]
            }
        column("the server has", drawing(of: setup.serve), &text)
        column("the client receives", shown, &text)
    }

    private func column(_ title: StaticString, _ lines: [String], _ text: inout TerminalText) {
        text.literal(title, .strong)
        text.newLine()
        for line in lines {
            text.literal("  ")
            text.value(line)
            text.newLine()
        }
    }

    /// Returns the path of the first sent certificate, from its topmost issuer down, and then the
    /// sent certificates outside that path.
    private func drawing(of sent: [String]) -> [String] {
        let drawing = ChainDrawing(scenario)
        let path = drawing.path(of: sent)
        let tree = path.reversed().enumerated().map { depth, name in
            String(repeating: "   ", count: max(0, depth - 1)) + (depth > 0 ? " └ " : "") + name
                + drawing.words(name, isSent: sent.contains(name))
        }
        let extras = sent.filter { !path.contains($0) }
        return tree + extras.map { "and \($0)" + drawing.words($0, isSent: true) }
    }

    private func facts(_ text: inout TerminalText) {
        var facts: [(StaticString, String)] = setup.earlier.map { step in
            (
                "connected to",
                "\(step.connect.host), which presents \(step.serve.joined(separator: ", "))"
            )
        }
        facts += [
            ("connects to", setup.connect.host),
            ("expected", "\(scenario.expectedWords)   \(scenario.file):\(scenario.line)"),
        ]
        if let secure = scenario.secure {
            facts.append(("a correct client", ExpectationRecord(secure).words))
        }
        if let gain = scenario.gain, !scenario.rejections.isEmpty {
            facts.append(("gains", gain.rawValue))
        }
        facts.append(("control", control))
        facts.append(
            (
                "party",
                scenario.party.map(Self.words(of:)) ?? "every party to which it applies"
            )
        )
        for difference in scenario.known {
            facts.append(("known", "\(difference.party.fullName): \(difference.because)"))
        }
        if !scenario.sources.isEmpty {
            facts.append(("sources", scenario.sources.joined(separator: "; ")))
        }
        if !scenario.covers.isEmpty {
            facts.append(("covers", scenario.covers.joined(separator: ", ")))
        }
        if !scenario.tags.isEmpty { facts.append(("tags", scenario.tags.joined(separator: ", "))) }
        text.list(facts)
    }

    private static func words(of party: PartyReference) -> String {
        "only \(party.fullName)"
            + (party.program.map { ", a program; see hatpin clients \($0)" } ?? "")
    }

    private var control: String {
        guard let control = scenario.control else { return "none needed" }
        let chain = control.presented.joined(separator: " ← ")
        return "the same party must accept \(chain), the setup without the defect"
    }
}

extension FieldOrigin.Layer {
    /// The layer in words; nil for the scenario itself, whose file is shown anyway.
    fileprivate var words: String? {
        switch self {
        case .scenario: nil
        case .base(let id): "base \(id)"
        case .scenarioCase(let name): "case \(name)"
        case .axis(let name): "axis \(name)"
        case .step(let number): "step \(number)"
        }
    }
}

extension ChainDrawing {
    fileprivate func words(_ name: String, isSent: Bool) -> String {
        let marks = marks(of: name, isSent: isSent).compactMap(\.words)
        return marks.map { "  " + $0 }.joined() + (isSent ? "" : "  (not sent)")
    }
}
