import Foundation
import Mutator

/// The suites' runs without a mutant: each must pass, and records its time and the places it
/// reaches.
struct Baseline: Sendable {
    private struct Suite: Sendable {
        let target: String
        let name: String
        let seconds: TimeInterval
        let reached: [UInt8]
    }

    private let suites: [Suite]
    /// The baselines of the programs that run last, by name.
    private let others: [String: (limit: TestProgram.Limit, reached: [UInt8])]

    /// - Parameters:
    ///   - mutants: the mutants to test.
    ///   - tree: the copy of the project.
    ///   - build: the one build of all mutants.
    ///   - jobs: the number of suites to run at a time.
    /// - Throws: `Failure` if a test program fails without a mutant.
    init(
        of mutants: [Mutant],
        in tree: Tree,
        _ build: MutatedBuild,
        jobs: Int
    ) async throws {
        let modules = mutants.compactMap { Project.module(of: $0.file) }
        let targets = Set(modules.flatMap(Project.testTargets(of:))).sorted()
        var open: [(target: String, suite: String)] = []
        for target in targets {
            let names = try await TestProgram.suites(of: target, in: tree, programs: build.programs)
            open += names.map { (target, $0) }
        }
        let all = open
        suites = try await withThrowingTaskGroup(of: [Suite].self) { group in
            for job in 0..<jobs {
                group.addTask {
                    var suites: [Suite] = []
                    for place in stride(from: job, to: all.count, by: jobs) {
                        let (target, name) = all[place]
                        let run = try await Self.run(.tests(target, [name]), in: tree, build)
                        suites.append(
                            Suite(
                                target: target,
                                name: name,
                                seconds: run.seconds,
                                reached: run.reached
                            )
                        )
                    }
                    return suites
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        var others: [String: (limit: TestProgram.Limit, reached: [UInt8])] = [:]
        for program in mutants.flatMap(TestProgram.last) where others[program.name] == nil {
            let run = try await Self.run(program, in: tree, build)
            others[program.name] = (TestProgram.Limit(usual: run.seconds), run.reached)
        }
        self.others = others
        for target in targets {
            let own = suites.filter { $0.target == target }
            note("\(target): \(own.count) suites, \(Self.shown(own.map(\.seconds).reduce(0, +))) s")
        }
        for (name, run) in others { note("\(name): \(Self.shown(run.limit.usual)) s") }
    }

    private static func shown(_ seconds: TimeInterval) -> String {
        seconds.formatted(.number.precision(.fractionLength(1)))
    }

    /// Tests that wait for the clock can fail on a busy machine.
    private static let tries = 3

    private static func run(
        _ program: TestProgram,
        in tree: Tree,
        _ build: MutatedBuild
    ) async throws -> (seconds: TimeInterval, reached: [UInt8]) {
        var output = ""
        for _ in 0..<tries {
            let start = Date.now
            let run = try await program.run(
                as: -1,
                of: build,
                in: tree,
                limit: TestProgram.unlimited
            )
            if run.result.status == 0 {
                return (Date.now.timeIntervalSince(start), run.reached)
            }
            output = run.result.output
        }
        throw Failure(description: "\(program.name) failed without a mutant:\n\(output)")
    }

    /// The programs that can kill a mutant, because they evaluate its expression: the suites of each
    /// target, then the programs that run last.
    func programs(
        of mutant: Mutant,
        _ number: Int
    ) -> [(program: TestProgram, limit: TestProgram.Limit)] {
        let targets = Project.module(of: mutant.file).map(Project.testTargets(of:)) ?? []
        let tests = targets.compactMap { target -> (TestProgram, TestProgram.Limit)? in
            let reaching = suites.filter { $0.target == target && $0.reached[number] != 0 }
            guard !reaching.isEmpty else { return nil }
            let usual = reaching.map(\.seconds).reduce(0, +)
            return (.tests(target, reaching.map(\.name)), TestProgram.Limit(usual: usual))
        }
        let last = TestProgram.last(of: mutant).compactMap {
            program -> (TestProgram, TestProgram.Limit)? in
            guard let other = others[program.name], other.reached[number] != 0 else { return nil }
            return (program, other.limit)
        }
        return tests + last
    }

    func isReached(_ number: Int) -> Bool {
        suites.contains { $0.reached[number] != 0 }
            || others.values.contains { $0.reached[number] != 0 }
    }
}
