import Runner
import ScenarioFormat

/// The form that sets the filters of the page's script; the form is hidden if no script runs.
struct FilterForm {
    private let choices: [(label: StaticString, name: StaticString, values: [String])]

    /// Makes filters for the results of a run.
    init(_ judgements: [JudgementRecord]) {
        let seen = Set(judgements.map(\.outcome))
        choices = [
            ("Outcome", "outcome", Outcome.Kind.inOrder.filter(seen.contains).map(\.rawValue)),
            ("Party", "party", Set(judgements.map(\.party)).sorted()),
            ("Group", "group", Set(judgements.map(\.group)).sorted()),
            ("Tag", "tag", Set(judgements.flatMap(\.tags)).sorted()),
            ("Severity", "severity", Self.severities(judgements.compactMap(\.severity))),
        ]
    }

    /// Makes filters for results that do not come from a run, such as the results of a comparison.
    ///
    /// - Parameters:
    ///   - outcomes: the possible outcomes, and the noun for them.
    ///   - parties: the parties of the results.
    ///   - groups: the groups of the tables, and the noun for them.
    init(
        outcomes: (label: StaticString, values: [String]),
        parties: [String] = [],
        groups: (label: StaticString, values: [String])
    ) {
        choices = [
            (outcomes.label, "outcome", outcomes.values), ("Party", "party", parties),
            (groups.label, "group", groups.values),
        ]
    }

    /// Makes a filter that selects articles by their severity.
    init(severities: [Severity]) {
        choices = [("Severity", "severity", Self.severities(severities.map(\.rawValue)))]
    }

    private static func severities(_ severities: [String]) -> [String] {
        Severity.allCases.reversed().map(\.rawValue).filter(severities.contains)
    }

    func write(to html: inout HTML) {
        html.element(
            "form",
            .fixed("id", "filter"),
            .fixed("role", "search"),
            .label("Filter"),
            .alone("hidden")
        ) { html in
            html.element("label") { html in
                html.literal("Text ")
                html.begin("input", .fixed("type", "search"), .fixed("name", "q"))
            }
            for choice in choices where choice.values.count > 1 {
                html.element("label") { html in
                    html.literal(choice.label)
                    html.literal(" ")
                    html.element("select", .fixed("name", choice.name)) { html in
                        html.element("option", .value("")) { $0.literal("any") }
                        for value in choice.values { html.element("option", text: value) }
                    }
                }
            }
            html.element("button", .fixed("type", "reset")) { $0.literal("Show all") }
            html.element("output", .fixed("id", "shown"), .fixed("aria-live", "polite"))
        }
    }
}
