import Foundation
import Mutator

/// Puts mutants before their judges, some at a time.
actor Hunt {
    private let tree: Tree
    private let build: MutatedBuild
    private let catalogue: Catalogue
    private let baseline: Baseline
    private var ledger: Ledger
    private var waiting: [Mutant]
    private var done = 0
    private let total: Int

    init(
        of mutants: [Mutant],
        in tree: Tree,
        _ build: MutatedBuild,
        _ catalogue: Catalogue,
        _ baseline: Baseline,
        _ ledger: Ledger
    ) {
        self.tree = tree
        self.build = build
        self.catalogue = catalogue
        self.baseline = baseline
        self.ledger = ledger
        waiting = mutants.reversed()
        total = mutants.count
    }

    /// Judges all mutants.
    ///
    /// - Parameter jobs: how many are judged at a time.
    /// - Throws: `Failure` where a judge cannot be run or a verdict not be kept.
    func run(jobs: Int) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<jobs {
                group.addTask {
                    while let mutant = await self.next() { try await self.judge(mutant) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func next() -> Mutant? { waiting.popLast() }

    private func judge(_ mutant: Mutant) async throws {
        let number = catalogue.number(of: mutant)
        guard let module = Project.module(of: mutant.file) else { return }
        let judges = Judge.all(of: module).filter { baseline.reaches(number, $0) }
        var killer: String?
        for judge in judges {
            let run = try await judge.run(
                in: tree,
                programs: build.programs,
                limit: baseline.limit(of: judge),
                environment: [ChoiceFile.mutantVariable: String(number)]
            )
            if run.status != 0 {
                killer = judge.name
                break
            }
        }
        done += 1
        let verdict = Verdict(
            mutant: mutant.key,
            killer: killer,
            isReached: !judges.isEmpty,
            fingerprint: build.fingerprint
        )
        try ledger.add(verdict)
        let words = killer.map { "killed by \($0)" } ?? "SURVIVED"
        note("\(done)/\(total) \(words)  \(mutant.description)")
    }
}
