import Synchronization

/// A judge that is asked each question once, by all workers of a campaign together.
///
/// Half of a campaign's questions have been asked before: defects make no difference to many chains,
/// and disagreements are told apart by smaller setups, which are often the same. The verdict of a judge of
/// chains is a function of the question. A failure is not remembered.
package struct RememberingOracle: ChainOracle {
    /// Verdicts of the judges of a campaign by their places, for workers that ask at the same time.
    ///
    /// Two judges may have one name, such as a library and a build of it with a fault.
    package final class Memory: Sendable {
        private let verdicts = Mutex<[Int: [ChainQuestion: ChainVerdict]]>([:])
        /// With their chains, which all judges have in common, these questions take some hundred MB.
        ///
        /// Smaller setups, by which disagreements are told apart, come again and again.
        private static let capacity = 32_768

        /// A memory of no verdicts.
        package init() {}

        fileprivate func known(
            _ setups: [ForgedSetup],
            at place: Int
        ) -> [ChainQuestion: ChainVerdict] {
            verdicts.withLock { verdicts in
                let known = verdicts[place, default: [:]]
                return setups.reduce(into: [:]) { $0[$1.question] = known[$1.question] }
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

    private let oracle: any ChainOracle
    private let place: Int
    private let memory: Memory

    /// A judge that asks another one what the memory does not hold.
    ///
    /// - Parameters:
    ///   - oracle: the one that is asked.
    ///   - place: its number among the judges of each worker.
    ///   - memory: that of the campaign.
    package init(_ oracle: any ChainOracle, at place: Int, in memory: Memory) {
        (self.oracle, self.place, self.memory) = (oracle, place, memory)
    }

    package var name: String { oracle.name }
    package var isLibrary: Bool { oracle.isLibrary }

    package func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        var verdicts = memory.known(setups, at: place)
        var asked: Set<ChainQuestion> = []
        let open = setups.filter { setup in
            verdicts[setup.question] == nil && asked.insert(setup.question).inserted
        }
        guard !open.isEmpty else { return setups.map { verdicts[$0.question] ?? .none } }
        var answers: [ChainQuestion: ChainVerdict] = [:]
        for (setup, verdict) in zip(open, await oracle.verdicts(on: open)) {
            verdicts[setup.question] = verdict
            if case .failed = verdict { continue }
            answers[setup.question] = verdict
        }
        memory.learn(answers, at: place)
        return setups.map { verdicts[$0.question] ?? .none }
    }
}
