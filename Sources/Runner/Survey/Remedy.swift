import Policies
import Scenarios
import Trust

/// A change of settings that was seen to make a configuration refuse what it must.
package struct Remedy: Sendable {
    /// A setting and its new word.
    package struct Change: Hashable, Sendable {
        package let setting: String
        package let word: String
    }

    /// In the order in which they were found to help.
    package let changes: [Change]
    /// The number of the worlds that are refused then.
    package let mended: Int
    package let worlds: Int

    /// More changes than these make another configuration, not a mended one.
    private static let mostChanges = 3
    /// About how many worlds are tried with each change, so that an audit takes seconds; they are
    /// taken from all over the suite.
    private static let mostWorlds = 64

    /// Looks for the fewest settings that mend the most, one after the other, by trying each.
    ///
    /// A change counts where the party then refuses the world and accepts its control twin, so that
    /// a configuration that refuses everything mends nothing; nil where no change mends anything.
    ///
    /// - Parameters:
    ///   - party: the configuration.
    ///   - sites: worlds that it accepts and must refuse; those without a control are left out.
    ///   - survey: puts worlds before parties.
    init?(for party: ConfiguredModel, accepting sites: [Survey.Site], by survey: Survey) {
        let provable = sites.filter { $0.scenario.control != nil }
        let step = max(1, provable.count / Self.mostWorlds)
        var left = stride(from: 0, to: provable.count, by: step).map { provable[$0] }
        worlds = left.count
        var changes: [Change] = []
        var current = party
        while !left.isEmpty, changes.count < Self.mostChanges {
            let settled = changes.map(\.setting)
            guard let best = Self.best(for: current, settled, left, survey) else { break }
            changes.append(best.change)
            (current, left) = (best.party, best.left)
        }
        guard !changes.isEmpty else { return nil }
        self.changes = changes
        mended = worlds - left.count
    }

    private typealias Trial = (change: Change, party: ConfiguredModel, left: [Survey.Site])

    /// The change of a setting that is not settled after which the fewest worlds are left.
    private static func best(
        for party: ConfiguredModel,
        _ settled: [String],
        _ sites: [Survey.Site],
        _ survey: Survey
    ) -> Trial? {
        var best: Trial?
        for (change, changed) in party.neighbours where !settled.contains(change.setting) {
            let party = Party(changed)
            let left = sites.filter { !party.refuses($0, survey) }
            if left.count < best?.left.count ?? sites.count { best = (change, changed, left) }
        }
        return best
    }
}

extension ConfiguredModel {
    /// The configurations that one other word makes of this one; other releases last.
    fileprivate var neighbours: [(Remedy.Change, ConfiguredModel)] {
        let order =
            model.settings.filter { $0.name != "version" }
            + model.settings.filter { $0.name == "version" }
        return order.flatMap { setting in
            setting.values.filter { $0 != settings[setting.name] }
                .compactMap { word in
                    let change = Remedy.Change(setting: setting.name, word: word)
                    return changing(setting.name, to: word).map { (change, $0) }
                }
        }
    }
}

extension Party {
    /// Whether it refuses a world, and for what is wrong with it: the control twin is accepted.
    fileprivate func refuses(_ site: Survey.Site, _ survey: Survey) -> Bool {
        guard case .reject = survey.trial(of: self, at: site).verdict else {
            return false
        }
        guard var control = site.scenario.control else { return false }
        if let part = site.part { control = control.pinned(on: part, isImposture: false) }
        guard case .accept = survey.trial(of: self, in: control).verdict else {
            return false
        }
        return true
    }
}
