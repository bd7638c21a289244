import Synchronization

/// A judge that is asked each question once, by all workers of a campaign together.
///
/// Half of a campaign's questions have been asked before: defects make no difference to many chains,
/// and disagreements are told apart by smaller worlds, which are often the same. The verdict of a judge of
/// chains is a function of the question. A failure is not remembered.
package struct RememberingJudge: ChainJudge {
    /// Verdicts of judges by their names, for workers that ask at the same time.
    package final class Memory: Sendable {
        private let verdicts = Mutex<[String: [ChainQuestion: ChainVerdict]]>([:])
        /// With their chains these verdicts of a judge take some ten MB.
        ///
        /// Most questions are repeated within two thousand.
        private static let capacity = 4_096

        /// A memory of no verdicts.
        package init() {}

        fileprivate func known(
            _ questions: [ChainQuestion],
            of judge: String
        ) -> [ChainQuestion: ChainVerdict] {
            verdicts.withLock { verdicts in
                let known = verdicts[judge, default: [:]]
                return questions.reduce(into: [:]) { $0[$1] = known[$1] }
            }
        }

        fileprivate func learn(_ answers: [ChainQuestion: ChainVerdict], of judge: String) {
            verdicts.withLock { verdicts in
                if verdicts[judge, default: [:]].count + answers.count > Self.capacity {
                    verdicts[judge] = [:]
                }
                verdicts[judge, default: [:]].merge(answers) { _, new in new }
            }
        }
    }

    private let judge: any ChainJudge
    private let memory: Memory

    /// A judge that asks another one what the memory does not hold.
    package init(_ judge: any ChainJudge, _ memory: Memory) {
        (self.judge, self.memory) = (judge, memory)
    }

    package var name: String { judge.name }
    package var isLibrary: Bool { judge.isLibrary }

    package func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        var verdicts = memory.known(worlds.map(\.question), of: name)
        var asked: Set<ChainQuestion> = []
        let open = worlds.filter { world in
            verdicts[world.question] == nil && asked.insert(world.question).inserted
        }
        if !open.isEmpty {
            let answers = zip(open, await judge.verdicts(on: open)).map { ($0.question, $1) }
            verdicts.merge(answers) { _, new in new }
            memory.learn(
                Dictionary(uniqueKeysWithValues: answers).filter { !$1.isFailure },
                of: name
            )
        }
        return worlds.map { verdicts[$0.question] ?? .none }
    }
}

extension ChainVerdict {
    fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
