import Foundation
import Mutator

/// Each judge's run without a mutant: it must pass, and tells its time and the places it reaches.
struct Baseline: Sendable {
    private let limits: [String: Judge.Limit]
    private let reached: [String: Data]

    init(
        of judges: [Judge],
        in tree: Tree,
        _ build: MutatedBuild,
        mutants: Int
    ) async throws {
        var limits: [String: Judge.Limit] = [:]
        var reached: [String: Data] = [:]
        for judge in judges {
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data(count: max(1, mutants)).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let start = Date.now
            let run = try await judge.run(
                in: tree,
                programs: build.programs,
                limit: Judge.unlimited,
                environment: [ChoiceFile.reachedVariable: file.path]
            )
            guard run.status == 0 else {
                throw Failure(description: "\(judge.name) fail without a mutant:\n\(run.output)")
            }
            let limit = Judge.Limit(usual: Date.now.timeIntervalSince(start))
            limits[judge.name] = limit
            let places = try Data(contentsOf: file)
            reached[judge.name] = places
            note(
                "\(judge.name): \(limit.usual.formatted(.number.precision(.fractionLength(1)))) s,"
                    + " \(places.count { $0 != 0 }) of \(mutants) mutants reached"
            )
        }
        self.limits = limits
        self.reached = reached
    }

    func limit(of judge: Judge) -> Judge.Limit { limits[judge.name] ?? Judge.unlimited }

    /// Whether the judge evaluates the mutant's expression at all; where not, it cannot notice.
    func reaches(_ number: Int, _ judge: Judge) -> Bool {
        reached[judge.name].map { $0[$0.startIndex + number] != 0 } ?? false
    }
}
