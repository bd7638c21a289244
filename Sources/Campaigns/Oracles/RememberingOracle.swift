import Synchronization

/// An oracle that runs another oracle once for each question, for all workers of a campaign.
///
/// Half of a campaign's questions repeat: many defects do not change the chain, and attribution and
/// minimising often try the same smaller setups. The verdict on a chain is a function of the
/// question. Failures are not cached.
package struct RememberingOracle: ChainOracle {
    /// The cached verdicts of a campaign's oracles, by their indices, for concurrent workers.
    ///
    /// The index identifies an oracle, because two oracles may have the same name, such as a
    /// library and a build of it with a fault.
    package final class Memory: Sendable {
        private let verdicts = Mutex<[Int: [ChainQuestion: ChainVerdict]]>([:])
        /// The limit on cached questions.
        ///
        /// The cached questions take a few hundred MB with their chains, which all oracles share.
        ///
        /// A small cache is enough, because attribution tries the same smaller setups again and
        /// again.
        private static let capacity = 32_768

        /// Creates an empty cache.
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

    /// Creates an oracle that runs another oracle for questions that are not cached.
    ///
    /// - Parameters:
    ///   - oracle: the oracle to run.
    ///   - place: the index of that oracle among the oracles of each worker.
    ///   - memory: the cache of the campaign.
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
