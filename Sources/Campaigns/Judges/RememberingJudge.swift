import Synchronization

/// A judge that is asked each question once, by all workers of a campaign together.
///
/// Half of a campaign's questions have been asked before: defects make no difference to many chains,
/// and disagreements are told apart by smaller worlds, which are often the same. The verdict of a judge of
/// chains is a function of the question. A failure is not remembered.
package struct RememberingJudge: ChainJudge {
    /// Verdicts of the judges of a campaign by their places, for workers that ask at the same time.
    ///
    /// Two judges may have one name, such as a library and a build of it with a fault.
    package final class Memory: Sendable {
        private let verdicts = Mutex<[Int: [ChainQuestion: ChainVerdict]]>([:])
        /// With their chains, which all judges have in common, these questions take some hundred MB.
        ///
        /// Smaller worlds, by which disagreements are told apart, come again and again.
        private static let capacity = 32_768

        /// A memory of no verdicts.
        package init() {}

        fileprivate func known(
            _ worlds: [ForgedWorld],
            at place: Int
        ) -> [ChainQuestion: ChainVerdict] {
            verdicts.withLock { verdicts in
                let known = verdicts[place, default: [:]]
                return worlds.reduce(into: [:]) { $0[$1.question] = known[$1.question] }
            }
        }

        fileprivate func learn(_ answers: [ChainQuestion: ChainVerdict], at place: Int) {
            verdicts.withLock { verdicts in
                if verdicts[place, default: [:]].count + answers.count > Self.capacity {
                    verdicts[place] = [:]
                }
                verdicts[place, default: [:]].merge(answers) { _, new in new }
            }
        }
    }

    private let judge: any ChainJudge
    private let place: Int
    private let memory: Memory

    /// A judge that asks another one what the memory does not hold.
    ///
    /// - Parameters:
    ///   - judge: the one that is asked.
    ///   - place: its number among the judges of each worker.
    ///   - memory: that of the campaign.
    package init(_ judge: any ChainJudge, at place: Int, in memory: Memory) {
        (self.judge, self.place, self.memory) = (judge, place, memory)
    }

    package var name: String { judge.name }
    package var isLibrary: Bool { judge.isLibrary }

    package func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        var verdicts = memory.known(worlds, at: place)
        var asked: Set<ChainQuestion> = []
        let open = worlds.filter { world in
            verdicts[world.question] == nil && asked.insert(world.question).inserted
        }
        guard !open.isEmpty else { return worlds.map { verdicts[$0.question] ?? .none } }
        var answers: [ChainQuestion: ChainVerdict] = [:]
        for (world, verdict) in zip(open, await judge.verdicts(on: open)) {
            verdicts[world.question] = verdict
            if case .failed = verdict { continue }
            answers[world.question] = verdict
        }
        memory.learn(answers, at: place)
        return worlds.map { verdicts[$0.question] ?? .none }
    }
}
