import Foundation
import Mutator

/// A program that may notice a mutant: it fails, or does not end in time.
struct Judge: Sendable {
    let name: String
    private let program: String
    private let arguments: [String]

    /// The scenarios, on bytes alone, without a handshake.
    static let scenarios = Judge(
        name: "scenarios",
        program: "hatpin",
        arguments: ["run", "--chain-only", "--fail-fast", "--quiet", "--keep", "never"]
    )

    /// Each check left out in turn: an operator that decides whether a check is asked shows there
    /// alone.
    static let checks = Judge(
        name: "mutants",
        program: "hatpin",
        arguments: ["mutants", "--quiet"]
    )

    /// The tests of one target.
    static func tests(_ target: String) -> Judge {
        Judge(
            name: target,
            program: "hatpinPackageTests.xctest",
            arguments: ["--testing-library", "swift-testing", "--filter", "^\(target)\\."]
        )
    }

    /// The judges of a module's mutants, the cheapest first.
    static func all(of module: Project.Module) -> [Judge] {
        let hasVectors = ProcessInfo.processInfo.environment["HATPIN_VECTORS"] != nil
        let targets = module.tests + (hasVectors ? [Project.vectorTests] : [])
        return [scenarios] + targets.map(tests) + [checks]
    }

    /// How long a judge may take.
    struct Limit: Sendable {
        /// The time that it took with no mutant.
        let usual: TimeInterval

        /// Seconds of processor time.
        ///
        /// A mutant that loops for ever uses it up however busy the machine is; four cores at most
        /// worked in the usual time.
        var processor: Int { Int(usual * 4) + 10 }
        /// Seconds until a mutant counts that only waits.
        var wall: Int { Int(usual * 10) + 60 }
    }

    /// Without a mutant a judge has an hour.
    static let unlimited = Limit(usual: 360)

    /// A judge with more memory than this fails, in KiB: 8 GiB are 20 times what one needs.
    private static let memory = 8 << 20

    /// Runs the judge.
    func run(
        in tree: Tree,
        programs: URL,
        limit: Limit,
        environment: [String: String]
    ) async throws -> Shell.Result {
        let state = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: state) }
        var environment = environment
        environment["HATPIN_STATE"] = state.path
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let limits = "ulimit -v \(Self.memory) -t \(limit.processor) -c 0"
        return try await Shell.run(
            "/bin/bash",
            ["-c", "\(limits); exec timeout -k 5 \"$@\"", "judge", String(limit.wall)]
                + [programs.appending(path: program).path] + arguments,
            in: tree.folder,
            environment: environment
        )
    }
}
