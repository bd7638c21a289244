import Foundation
import Mutator

/// The suites' runs without a mutant: each must pass, and tells its time and the places it reaches.
struct Baseline: Sendable {
    private struct Suite: Sendable {
        let target: String
        let name: String
        let seconds: TimeInterval
        let reached: [UInt8]
    }

    private let suites: [Suite]
    /// Of the judges that are given every mutant, by name.
    private let limits: [String: Judge.Limit]

    /// - Parameters:
    ///   - modules: those of the mutants.
    ///   - tree: the copy of the project.
    ///   - build: the one build of all mutants.
    ///   - jobs: how many suites are run at a time.
    /// - Throws: `Failure` where a judge fails without a mutant.
    init(
        of modules: [Project.Module],
        in tree: Tree,
        _ build: MutatedBuild,
        jobs: Int
    ) async throws {
        let targets = Set(modules.flatMap(Project.judges)).sorted()
        var open: [(target: String, suite: String)] = []
        for target in targets {
            let names = try await Judge.suites(of: target, in: tree, programs: build.programs)
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
        var limits: [String: Judge.Limit] = [:]
        for judge in modules.flatMap(Judge.last) where limits[judge.name] == nil {
            let run = try await Self.run(judge, in: tree, build)
            limits[judge.name] = Judge.Limit(usual: run.seconds)
        }
        self.limits = limits
        for target in targets {
            let own = suites.filter { $0.target == target }
            note("\(target): \(own.count) suites, \(Self.shown(own.map(\.seconds).reduce(0, +))) s")
        }
        for (name, limit) in limits { note("\(name): \(Self.shown(limit.usual)) s") }
    }

    private static func shown(_ seconds: TimeInterval) -> String {
        seconds.formatted(.number.precision(.fractionLength(1)))
    }

    /// Tests that wait for the clock may fail on a busy machine.
    private static let tries = 3

    private static func run(
        _ judge: Judge,
        in tree: Tree,
        _ build: MutatedBuild
    ) async throws -> (seconds: TimeInterval, reached: [UInt8]) {
        var output = ""
        for _ in 0..<tries {
            let start = Date.now
            let run = try await judge.run(as: -1, of: build, in: tree, limit: Judge.unlimited)
            if run.result.status == 0 {
                return (Date.now.timeIntervalSince(start), run.reached)
            }
            output = run.result.output
        }
        throw Failure(description: "\(judge.name) fail without a mutant:\n\(output)")
    }

    /// The judges that may notice a mutant: those suites of each target that evaluate its expression,
    /// then the last of its module.
    func judges(of number: Int, in module: Project.Module) -> [(judge: Judge, limit: Judge.Limit)] {
        let tests = Project.judges(of: module).compactMap { target -> (Judge, Judge.Limit)? in
            let reaching = suites.filter { $0.target == target && $0.reached[number] != 0 }
            guard !reaching.isEmpty else { return nil }
            let usual = reaching.map(\.seconds).reduce(0, +)
            return (.tests(target, reaching.map(\.name)), Judge.Limit(usual: usual))
        }
        let others = Judge.last(of: module).map { ($0, limits[$0.name] ?? Judge.unlimited) }
        return tests + others
    }

    func isReached(_ number: Int) -> Bool { suites.contains { $0.reached[number] != 0 } }
}
