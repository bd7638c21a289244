/// A judge that is asked each question once.
///
/// Half of a campaign's questions have been asked before: defects make no difference to many chains,
/// and disagreements are told apart by smaller worlds, which are often the same. The verdict of a judge of
/// chains is a function of the question. A failure is not remembered.
package actor RememberingJudge: ChainJudge {
    package nonisolated let name: String
    package nonisolated let isLibrary: Bool
    private let judge: any ChainJudge
    private var known: [ChainQuestion: ChainVerdict] = [:]
    /// With their chains these verdicts take some ten MB.
    ///
    /// Most questions are repeated within two thousand.
    private static let capacity = 4_096

    /// A judge that asks another one.
    package init(_ judge: any ChainJudge) {
        (self.judge, name, isLibrary) = (judge, judge.name, judge.isLibrary)
    }

    package func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        var verdicts: [ChainQuestion: ChainVerdict] = [:]
        var open: [ForgedWorld] = []
        for world in worlds where verdicts[world.question] == nil {
            verdicts[world.question] = known[world.question] ?? ChainVerdict.none
            if known[world.question] == nil { open.append(world) }
        }
        let answers = open.isEmpty ? [] : await judge.verdicts(on: open)
        if known.count + answers.count > Self.capacity { known = [:] }
        for (world, verdict) in zip(open, answers) {
            verdicts[world.question] = verdict
            if case .failed = verdict { continue }
            known[world.question] = verdict
        }
        return worlds.map { verdicts[$0.question] ?? .none }
    }
}
