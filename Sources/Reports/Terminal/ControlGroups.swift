import Basics
import Runner

/// Inconclusive rejections, grouped by party and by the party's verdict on the control, so that all
/// rejections with the same cause share one block.
struct ControlGroups: Sendable {
    private struct Key: Hashable {
        let party: String
        let control: Untrusted?
    }

    private struct Group {
        let first: JudgementRecord
        /// The common folder of all cases, with a slash at its end; empty without a common folder.
        var folder: Substring
        var count: Int
    }

    private var order: [Key] = []
    private var groups: [Key: Group] = [:]

    mutating func add(_ judgement: JudgementRecord) {
        let key = Key(party: judgement.party, control: judgement.control)
        guard var group = groups[key] else {
            order.append(key)
            groups[key] = Group(first: judgement, folder: judgement.scenario[...].folder, count: 1)
            return
        }
        while !judgement.scenario.hasPrefix(group.folder) {
            group.folder = group.folder.dropLast().folder
        }
        group.count += 1
        groups[key] = group
    }

    /// Returns the blocks, in the order of their first case.
    func text(plan: PlanRecord?, options: ReportOptions) -> String {
        order.compactMap { groups[$0] }
            .map { block($0, plan: plan, options: options) }
            .joined()
    }

    private func block(_ group: Group, plan: PlanRecord?, options: ReportOptions) -> String {
        let column = FailureText.valueColumn
        var text = TerminalText(hasColour: options.hasColour)
        text.literal(Outcome.Kind.inconclusive.label, .bad)
        text.pad(to: column)
        text.value(group.count == 1 ? group.first.scenario : String(group.folder) + "*", .strong)
        text.literal(" @ ")
        text.value(group.first.party)
        text.newLine()
        text.literal("  ")
        text.literal("because", .faint)
        text.pad(to: column)
        text.fold(sentence(group), from: column, to: options.width)
        text.newLine()
        if let plan { text.field("again", plan.command(for: group.first.id), at: column) }
        text.newLine()
        return text.text
    }

    private func sentence(_ group: Group) -> TerminalText {
        var words = TerminalText(hasColour: false)
        words.literal("the setup without the defect is not accepted either")
        if let control = group.first.control {
            words.literal(" (")
            words.value(control)
            words.literal(")")
        }
        words.literal(", so ")
        words.value(Prose.count(group.count, "rejection"))
        words.literal(" by this party ")
        words.value(group.count == 1 ? "does" : "do")
        words.literal(" not count")
        return words
    }
}

extension Substring {
    /// The part of the id up to and including the last slash; empty for an id without a slash.
    fileprivate var folder: Substring {
        // Matrix values may contain slashes; the folder ends before the coordinates.
        let path = prefix { $0 != "[" }
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return self[...slash]
    }
}
