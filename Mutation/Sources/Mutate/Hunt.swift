import Foundation
import Mutator

/// Runs the tests on the mutants, several mutants at a time.
///
/// The scenarios run first because they are the cheapest; the tests run on the survivors.
actor Hunt {
    private let tree: Tree
    private let build: MutatedBuild
    private let catalogue: Catalogue
    private var ledger: Ledger
    private var waiting: [(mutant: Mutant, isReached: Bool)] = []
    private var done = 0
    private let mutants: [Mutant]

    init(
        of mutants: [Mutant],
        in tree: Tree,
        _ build: MutatedBuild,
        _ catalogue: Catalogue,
        _ ledger: Ledger
    ) {
        self.tree = tree
        self.build = build
        self.catalogue = catalogue
        self.ledger = ledger
        self.mutants = mutants
    }

    /// Tests all mutants.
    ///
    /// - Parameter jobs: the number of mutants to test at a time.
    /// - Throws: `Failure` if a test program cannot run or a verdict cannot be stored.
    func run(jobs: Int) async throws {
        try await inParallel(jobs) { job in try await self.runScenarios(job, of: jobs) }
        guard !waiting.isEmpty else { return }
        note("running the tests on \(waiting.count) mutants")
        let baseline = try await Baseline(of: waiting.map(\.mutant), in: tree, build, jobs: jobs)
        try await inParallel(jobs) { _ in
            while let (mutant, isReached) = await self.next() {
                try await self.test(mutant, isReached: isReached, baseline)
            }
        }
    }

    private func inParallel(
        _ jobs: Int,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for job in 0..<jobs { group.addTask { try await body(job) } }
            try await group.waitForAll()
        }
    }

    private func next() -> (mutant: Mutant, isReached: Bool)? { waiting.popLast() }

    private func runScenarios(_ job: Int, of jobs: Int) async throws {
        let own = stride(from: job, to: mutants.count, by: jobs).map { mutants[$0] }
        guard !own.isEmpty else { return }
        let numbers = own.map(catalogue.number)
        let byNumber = Dictionary(uniqueKeysWithValues: zip(numbers, own))
        try await ScenarioRound(tree: tree, build: build).run(numbers) { number, answer in
            if let mutant = byNumber[number] { try await self.take(answer, to: mutant) }
        }
    }

    private func take(_ answer: ScenarioRound.Answer, to mutant: Mutant) throws {
        switch answer {
        case .killed(let pair):
            try report(mutant, killer: TestProgram.scenarios.name, evidence: pair, isReached: true)
        case .open: waiting.append((mutant, true))
        case .unreached: waiting.append((mutant, false))
        }
    }

    private func test(_ mutant: Mutant, isReached: Bool, _ baseline: Baseline) async throws {
        let number = catalogue.number(of: mutant)
        var verdict: (killer: String, evidence: String)?
        for (program, limit) in baseline.programs(of: mutant, number) where verdict == nil {
            verdict = try await program.kills(number, of: build, in: tree, limit: limit)
        }
        try report(
            mutant,
            killer: verdict?.killer,
            evidence: verdict?.evidence,
            isReached: isReached || baseline.isReached(number)
        )
    }

    private func report(
        _ mutant: Mutant,
        killer: String?,
        evidence: String?,
        isReached: Bool
    ) throws {
        done += 1
        let verdict = Verdict(
            mutant: mutant.key,
            context: mutant.context,
            killer: killer,
            evidence: evidence,
            isReached: isReached,
            fingerprint: build.fingerprint
        )
        try ledger.add(verdict)
        let words = killer.map { "killed by \($0)" } ?? "SURVIVED"
        let reason = evidence.map { "  (\($0))" } ?? ""
        note("\(done)/\(mutants.count) \(words)  \(mutant.description)\(reason)")
    }
}
