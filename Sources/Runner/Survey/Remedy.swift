import ClientModels
import PathValidation
import ScenarioFormat
import Synchronization

/// Changes with which a configuration no longer has some of its weaknesses, and that make no other
/// reply worse.
package struct Remedy: Sendable {
    package enum Change: Hashable, Sendable {
        /// A setting and its new value.
        case setting(String, word: String)
        /// A change of the configuration's file, by its index in `FileChanges`, with its
        /// description.
        case file(Int, words: String)
    }

    /// The changes in the order in which the search found them.
    package let changes: [Change]
    /// The number of tried setups that the changed configuration refuses.
    package let fixed: Int
    /// The number of tried setups.
    package let setups: Int
}

/// Changes of a configuration's file, which may remove weaknesses.
package struct FileChanges: Sendable {
    /// The description of each change, for users.
    let words: [String]
    /// Returns a configuration with changes of its file, by their indices; nil if the changes
    /// cannot be written.
    let applied: @Sendable (ConfiguredModel, [Int]) -> ConfiguredModel?

    /// Creates file changes; each parameter sets the property of the same name.
    package init(
        _ words: [String],
        applied: @escaping @Sendable (ConfiguredModel, [Int]) -> ConfiguredModel?
    ) {
        (self.words, self.applied) = (words, applied)
    }
}

/// The search for a few changes that fix a weakness of one configuration, by trial.
///
/// The search adds the change that fixes the most setups, until no further change helps.
///
/// A change helps if the party then refuses the setup and still accepts its control, because a
/// configuration that refuses everything fixes nothing. A change is sound if no reply of the audit
/// gets worse: each refused attack stays refused, and each accepted valid server stays accepted.
struct RemedySearch: Sendable {
    /// The most changes of a remedy; more changes would describe another configuration.
    private static let mostChanges = 3
    /// The approximate number of setups to try with each change, so that an audit takes seconds.
    ///
    /// These setups are spread evenly over the setups of a weakness.
    private static let mostSetups = 64

    private let party: ConfiguredModel
    private let files: FileChanges?
    private let survey: Survey
    /// The setups of the audit in which the party decides correctly.
    private let right: [Survey.Site]
    /// The known results for sets of changes.
    private let known = KnownSoundness()

    /// - Parameters:
    ///   - party: the configuration.
    ///   - files: the changes of the configuration's file; nil without a file.
    ///   - sites: the setups of the audit, one setup of each group of equal questions.
    ///   - replies: the party's replies, in the order of `sites`.
    ///   - survey: runs setups.
    init(
        for party: ConfiguredModel,
        _ files: FileChanges?,
        in sites: [Survey.Site],
        _ replies: [AuditReply?],
        by survey: Survey
    ) {
        (self.party, self.files, self.survey) = (party, files, survey)
        right = zip(sites, replies).compactMap { site, reply in
            reply?.isAccept == site.truth.isAccept ? site : nil
        }
    }

    /// Looks for changes that fix some setups of a weakness; nil if there are none.
    ///
    /// Changes of the file come first. Settings of the system are only tried if no change of the
    /// file helps.
    ///
    /// - Parameter sites: setups that the party accepts and must refuse; setups without a control
    ///   are ignored.
    /// - Returns: the changes, with the number of setups that they fix.
    func remedy(accepting sites: [Survey.Site]) -> Remedy? {
        let provable = sites.filter { $0.scenario.control != nil }
        let step = max(1, provable.count / Self.mostSetups)
        let tried = stride(from: 0, to: provable.count, by: step).map { provable[$0] }
        return remedy(refusing: tried, by: fileChanges) ?? remedy(refusing: tried, by: settings)
    }

    private typealias Trial = (changes: [Remedy.Change], left: [Survey.Site])

    private func remedy(
        refusing sites: [Survey.Site],
        by candidates: [Remedy.Change]
    ) -> Remedy? {
        var best: Trial = ([], sites)
        while !best.left.isEmpty, best.changes.count < Self.mostChanges,
            let better = better(than: best, by: candidates)
        {
            best = better
        }
        guard !best.changes.isEmpty else { return nil }
        return Remedy(
            changes: best.changes,
            fixed: sites.count - best.left.count,
            setups: sites.count
        )
    }

    /// Returns the further change that is sound and leaves the fewest setups unfixed; nil if there
    /// is none.
    private func better(than best: Trial, by candidates: [Remedy.Change]) -> Trial? {
        let trials = candidates.compactMap { change -> Trial? in
            guard !best.changes.contains(where: change.decidesAbout),
                let changed = applying(best.changes + [change])
            else { return nil }
            return (best.changes + [change], best.left.filter { !changed.refuses($0, survey) })
        }
        return trials.enumerated().filter { $0.element.left.count < best.left.count }
            .sorted { ($0.element.left.count, $0.offset) < ($1.element.left.count, $1.offset) }
            .map(\.element).first { isSound($0.changes) }
    }

    /// All changes of the file.
    private var fileChanges: [Remedy.Change] {
        (files?.words ?? []).enumerated().map { .file($0.offset, words: $0.element) }
    }

    /// All other values of the settings, in the order of trial: first the defaults of settings that
    /// the configuration changed, last other releases.
    private var settings: [Remedy.Change] {
        let all = party.model.settings.flatMap { setting in
            setting.values.filter { $0 != party.settings.word(of: setting) }.map { (setting, $0) }
        }
        func rank(_ setting: PolicyModel.Setting, _ word: String) -> Int {
            !setting.releases.isEmpty ? 2 : word == setting.fallback ? 0 : 1
        }
        return (0...2).flatMap { place in
            all.filter { rank($0.0, $0.1) == place }.map { .setting($0.0.name, word: $0.1) }
        }
    }

    private func applying(_ changes: [Remedy.Change]) -> Party? {
        var changed = party
        var numbers: [Int] = []
        for change in changes {
            switch change {
            case .file(let number, _): numbers.append(number)
            case .setting(let name, let word):
                guard let next = changed.changing(name, to: word) else { return nil }
                changed = next
            }
        }
        guard !numbers.isEmpty else { return Party(changed) }
        return files?.applied(changed, numbers).map { Party($0) }
    }

    /// Whether a configuration with these changes still decides each setup correctly that it
    /// decided correctly before.
    private func isSound(_ changes: [Remedy.Change]) -> Bool {
        known.value(of: changes) {
            guard let changed = applying(changes) else { return false }
            return right.allSatisfy { site in
                AuditReply(survey.trial(of: changed, at: site)).isAccept == site.truth.isAccept
            }
        }
    }
}

/// The soundness of sets of changes, which several weaknesses of one configuration share.
private final class KnownSoundness: Sendable {
    private let known = Mutex<[[Remedy.Change]: Bool]>([:])

    func value(of changes: [Remedy.Change], _ make: () -> Bool) -> Bool {
        if let value = known.withLock({ $0[changes] }) { return value }
        let value = make()
        known.withLock { $0[changes] = value }
        return value
    }
}

extension Remedy.Change {
    /// Whether the other change concerns the same setting, or is the same change of the file.
    fileprivate func decidesAbout(_ other: Remedy.Change) -> Bool {
        switch (self, other) {
        case (.setting(let name, _), .setting(let other, _)): name == other
        default: self == other
        }
    }
}

extension Party {
    /// Whether the party refuses a setup and accepts its control.
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
