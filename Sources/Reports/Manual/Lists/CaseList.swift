import Basics
import Crypto
import ScenarioFormat

/// A list of cases: one line for each case, or a JSON array with one object a line.
package struct CaseList {
    private let scenarios: [Scenario]

    package init(_ scenarios: [Scenario]) {
        self.scenarios = scenarios
    }

    /// The ids, one a line.
    package var ids: String { scenarios.map { Shown.escaped($0.id) + "\n" }.joined() }

    /// Returns the commands to run next, the groups of cases with their sizes, and the total.
    ///
    /// A group is the first folder of the ids.
    package func groups(hasColour: Bool) -> String {
        let groups = Dictionary(grouping: scenarios) { scenario in
            scenario.id.contains("/") ? String(scenario.id.prefix { $0 != "/" }) : "no folder"
        }
        let column = 2 + (groups.keys.map(\.unicodeScalars.count).max() ?? 0)
        var text = TerminalText(hasColour: hasColour)
        text.literal(
            "hatpin list GROUP lists the cases of a group, hatpin explain CASE explains a case"
        )
        text.newLine()
        text.newLine()
        for (name, scenarios) in groups.sorted(by: { $0.key < $1.key }) {
            text.value(name, .strong)
            text.pad(to: column)
            text.value(Self.count(scenarios))
            text.newLine()
        }
        text.literal("\n")
        text.value(Self.count(scenarios))
        text.newLine()
        return text.text
    }

    /// Returns the numbers of scenarios and cases, as in `12 scenarios, 40 cases`.
    private static func count(_ scenarios: [Scenario]) -> String {
        Prose.count(Set(scenarios.map(\.group)).count, "scenario") + ", "
            + Prose.count(scenarios.count, "case")
    }

    /// Returns the id, the expectation and the first sentence of each case.
    package func text(hasColour: Bool, width: Int) -> String {
        let ids = min(48, scenarios.map(\.id.unicodeScalars.count).max() ?? 0)
        let expectations = scenarios.map(\.expectedWords)
        let middle = min(32, expectations.map(\.unicodeScalars.count).max() ?? 0)
        var text = TerminalText(hasColour: hasColour)
        for (scenario, expectation) in zip(scenarios, expectations) {
            text.value(scenario.id, .strong)
            text.pad(to: ids + 2)
            text.value(expectation)
            text.pad(to: max(text.column + 2, ids + middle + 4))
            let about = Prose.firstSentence(of: scenario.about)
            text.value(about.shortened(to: width - text.column), .faint)
            text.newLine()
        }
        return text.text
    }

    /// The JSON array.
    package var json: String {
        JSONWriter.array(of: scenarios) { scenario, json in
            json.member("id", scenario.id)
            json.member("file", scenario.file)
            json.member("line", scenario.line)
            json.member("about", Prose.firstSentence(of: scenario.about))
            json.member("covers", scenario.covers)
            json.member("tags", scenario.tags)
            json.member("importance", scenario.importance.rawValue)
            json.member("class", scenario.class.rawValue)
            json.member("gains", scenario.rejections.isEmpty ? nil : scenario.gain?.rawValue)
            json.member("party", scenario.party.map(\.fullName))
            json.key("expect")
            json.array { rules in
                for rule in scenario.expectation {
                    rules.object { Self.write(rule, to: &$0) }
                }
            }
        }
    }

    private static func write(_ rule: ExpectationRule, to json: inout JSONWriter) {
        if !rule.when.isEmpty {
            json.key("when")
            json.object { when in
                for (name, values) in rule.when.sorted(by: { $0.key < $1.key }) {
                    when.key(name)
                    when.array { list in
                        for value in values { list.string(value) }
                    }
                }
            }
        }
        var expectation = ExpectationRecord(rule.expectation)
        expectation.describe(to: &json)
    }
}
