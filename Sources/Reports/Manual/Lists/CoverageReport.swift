import Basics
import PathValidation
import ScenarioFormat

/// The report of `hatpin list --coverage`.
package struct CoverageReport: Sendable {
    private let coverage: Coverage

    /// Makes the report on every group of the catalogue.
    package init(_ coverage: Coverage) {
        self.coverage = coverage
    }

    /// Returns a line for each group, and below it the attacks that no scenario covers.
    ///
    /// - Parameters:
    ///   - hasColour: whether the output has colours.
    ///   - width: the width of the terminal in columns.
    /// - Returns: whole lines.
    package func text(hasColour: Bool, width: Int) -> String {
        var text = TerminalText(hasColour: hasColour)
        for group in coverage.groups {
            line(group.group.name, group.group.about, [group], &text)
            for row in group.rows where row.standing == .open {
                text.literal("  ")
                text.value(row.row.id)
                text.pad(to: 12)
                var about = TerminalText(hasColour: false)
                about.value(row.row.about)
                text.fold(about, from: 12, to: width)
                text.newLine()
            }
        }
        line("all", "", coverage.groups, &text)
        return text.text
    }

    private func line(
        _ name: String,
        _ about: String,
        _ groups: [Coverage.Group],
        _ text: inout TerminalText
    ) {
        text.value(name, .strong)
        text.pad(to: 6)
        text.value(Prose.count(groups.map(\.rows.count).reduce(0, +), "attack"))
        text.pad(to: 18)
        for standing in Coverage.Row.Standing.allCases {
            let number = groups.map { $0.count(standing) }.reduce(0, +)
            text.value(
                "\(number) \(standing.rawValue)",
                standing == .open && number > 0 ? .odd : .plain
            )
            if standing != .open { text.literal(", ") }
        }
        text.pad(to: 57)
        text.value(about, .faint)
        text.newLine()
    }

    /// A JSON object and a newline: the attacks of each group, with the scenarios that cover them.
    package var json: String {
        var json = JSONWriter(capacity: 1 << 17)
        json.object { json in
            json.key("groups")
            json.array { list in
                for group in coverage.groups { list.object { $0.write(group) } }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ group: Coverage.Group) {
        member("name", group.group.name)
        member("about", group.group.about)
        member("covered", group.count(.covered))
        member("explained", group.count(.explained))
        member("open", group.count(.open))
        key("rows")
        array { list in
            for row in group.rows { list.object { $0.write(row) } }
        }
    }

    fileprivate mutating func write(_ row: Coverage.Row) {
        member("id", row.row.id)
        member("about", row.row.about)
        member("verdict", row.row.verdict)
        member("standing", row.standing.rawValue)
        member("because", row.row.obstacle)
        member("scenarios", row.scenarios)
    }
}
