import Basics

/// Writes conditions as text, each on a line with its fix below, or as a JSON array.
package struct ConditionText: Sendable {
    private let conditions: [Condition]

    package init(_ conditions: [Condition]) {
        self.conditions = conditions
    }

    /// Returns a line for each condition, with its fix below, and a line with the counts.
    package func text(hasColour: Bool) -> String {
        var text = TerminalText(hasColour: hasColour)
        let width = conditions.map(\.name.count).max() ?? 0
        for condition in conditions {
            text.value(condition.state.mark, condition.state.style)
            text.value(" " + condition.name)
            text.pad(to: width + 4)
            text.value(condition.about)
            text.newLine()
            guard let help = condition.help else { continue }
            text.pad(to: width + 4)
            text.value("help: " + help, .faint)
            text.newLine()
        }
        text.newLine()
        text.value(counts)
        text.newLine()
        return text.text
    }

    /// Whether the conditions that every command needs are met.
    package var isFit: Bool { !conditions.contains { $0.state == .failing } }

    /// Whether all conditions are met.
    package var isComplete: Bool { conditions.allSatisfy { $0.state == .fine } }

    private var counts: String {
        Condition.State.allCases.compactMap { state in
            let count = conditions.count { $0.state == state }
            return count == 0 && state != .fine ? nil : "\(count) \(state.rawValue)"
        }
        .joined(separator: ", ")
    }

    /// The conditions as a JSON array, one object a line.
    package var json: String {
        var json = JSONWriter()
        json.array { list in
            for condition in conditions {
                list.object { object in
                    object.member("name", condition.name)
                    object.member("state", condition.state.rawValue)
                    object.member("about", condition.about)
                    object.member("help", condition.help)
                }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension Condition.State {
    fileprivate var mark: String {
        switch self {
        case .fine: "✓"
        case .lacking: "○"
        case .failing: "✗"
        }
    }

    fileprivate var style: TerminalText.Style {
        switch self {
        case .fine: .good
        case .lacking: .odd
        case .failing: .bad
        }
    }
}
