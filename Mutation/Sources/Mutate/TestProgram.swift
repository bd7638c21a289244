import Foundation
import Mutator

/// A program that kills a mutant by failing: the scenarios or a test suite.
struct TestProgram: Sendable {
    let name: String
    let executable: String
    let arguments: [String]
    /// The prefix of an output line that announces a failure.
    var failure: String?

    /// The scenarios, as bytes only, without handshakes.
    ///
    /// `ScenarioRound` runs them in a fraction of the time. This program also detects mutants in code
    /// that reads scenarios, and in values that a process computes once.
    static let scenarios = TestProgram(
        name: "scenarios",
        executable: "MutantRunner",
        arguments: ["scenarios"]
    )

    /// The scenarios without one check at a time, the only program that tests an operator that decides
    /// whether a check is included.
    static let checks = TestProgram(
        name: "mutants",
        executable: "MutantRunner",
        arguments: ["checks"]
    )

    /// The scenarios with handshakes, for the module that serves them.
    static let handshakes = TestProgram(
        name: "handshakes",
        executable: "MutantRunner",
        arguments: ["handshakes"]
    )

    /// The programs for a mutant that survives the tests.
    ///
    /// The checks take minutes, and run only for expressions that name checks.
    static func last(of mutant: Mutant) -> [TestProgram] {
        [scenarios] + (mutant.original.contains("checks") ? [checks] : [])
            + (Project.module(of: mutant.file)?.isOfHandshakes == true ? [handshakes] : [])
    }

    /// The suites of one test target.
    static func tests(_ target: String, _ suites: [String]) -> TestProgram {
        let names = suites.map { NSRegularExpression.escapedPattern(for: $0) }
        return TestProgram(
            name: target,
            executable: Self.testExecutable,
            arguments: swiftTesting + ["--filter", "^(\(names.joined(separator: "|")))(/|$)"],
            failure: "✘"
        )
    }

    /// The suites of a test target, and its tests outside suites.
    static func suites(of target: String, in tree: Tree, programs: URL) async throws -> [String] {
        let listing = try await Shell.run(
            programs.appending(path: testExecutable).path,
            swiftTesting + ["--list-tests"],
            in: tree.folder
        )
        let names = listing.output.split(separator: "\n").filter { $0.hasPrefix(target + ".") }
            .map { $0.prefix { $0 != "/" } }
        guard listing.status == 0, !names.isEmpty else {
            throw Failure(description: "\(target) has no tests:\n\(listing.output)")
        }
        return Set(names.map(String.init)).sorted()
    }

    private static let testExecutable = "hatpinPackageTests.xctest"
    private static let swiftTesting = ["--testing-library", "swift-testing"]

    /// The time limits of a program.
    struct Limit: Sendable {
        /// The time without a mutant.
        let usual: TimeInterval
        /// Seconds of processor time.
        ///
        /// A mutant with an endless loop uses it up, however busy the machine is.
        var processor: Int
        /// Seconds until the program is ended, on a machine that does other work too.
        var wall: Int

        init(usual: TimeInterval) {
            self.usual = usual
            // The usual time may have used all cores, so the limit is at least four times as long.
            let cores = max(4, ProcessInfo.processInfo.activeProcessorCount)
            processor = Int(usual * Double(cores)) + 10
            wall = Int(usual * 10) + 60
        }
    }

    /// The limit without a mutant is an hour.
    static let unlimited = Limit(usual: 360)

    /// A program that needs more memory than this fails, in KiB: 8 GiB are 20 times the usual.
    private static let memory = 8 << 20

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - number: the mutant; none if negative.
    ///   - build: the compiled programs.
    ///   - tree: the project of the programs.
    ///   - limit: the time limits.
    ///   - input: its standard input.
    ///   - watch: receives its output, line by line.
    /// - Returns: how it ended, and the places that it evaluated.
    /// - Throws: an error if it cannot be started or its state file cannot be written.
    func run(
        as number: Int,
        of build: MutatedBuild,
        in tree: Tree,
        limit: Limit,
        input: String = "",
        watch: (Substring) async throws -> Void = { _ in }
    ) async throws -> (result: Shell.Result, reached: [UInt8]) {
        let state = try Shell.temporaryFile()
        defer { try? FileManager.default.removeItem(at: state) }
        try Data(ChoiceFile.state(number, of: build.count)).write(to: state)
        // Sets the hard limit too, which ends the program by SIGKILL: SIGXCPU may be blocked, for
        // example in the Dispatch threads from which it is started.
        let limits = "ulimit -v \(Self.memory) -t \(limit.processor) -c 0"
        var environment = [
            ChoiceFile.stateVariable: state.path,
            // Colours would come before the prefix of a failure.
            "NO_COLOR": "1",
            "SWIFT_BACKTRACE": "enable=no",
        ]
        environment[PublicVectors.variable] = PublicVectors.folder
        let result = try await Shell.run(
            "/bin/bash",
            ["-c", "\(limits); exec \"$@\"", name]
                + [build.programs.appending(path: executable).path]
                + arguments.map { $0 == Self.statePlace ? state.path : $0 },
            in: tree.folder,
            environment: environment,
            input: input,
            limit: limit.wall
        ) { line in
            try await watch(line)
            return failure.map { line.hasPrefix($0) } ?? false
        }
        return (result, ChoiceFile.reached(in: try Data(contentsOf: state)))
    }

    /// Whether it kills a mutant: it fails twice with the mutant, and passes without it in between.
    ///
    /// A full disk or a busy machine would make the run in between fail too. A program that waits
    /// until its limit fails too: the run in between ended in time, which shows that the machine was
    /// not too busy.
    ///
    /// - Returns: the name for the verdict and its first words; nil if the mutant survives.
    func kills(
        _ number: Int,
        of build: MutatedBuild,
        in tree: Tree,
        limit: Limit
    ) async throws -> (killer: String, evidence: String)? {
        let first = try await run(as: number, of: build, in: tree, limit: limit).result
        guard first.status != 0 else { return nil }
        let control = try await run(as: -1, of: build, in: tree, limit: limit).result
        guard control.status == 0 else {
            note("\(name) failed without the mutant too, so it does not kill the mutant")
            return nil
        }
        let second = try await run(as: number, of: build, in: tree, limit: limit).result
        guard second.status != 0 else { return nil }
        let isByTime = second.isLate || second.signal == SIGKILL
        return (isByTime ? "\(name) by time" : name, evidence(second))
    }

    private func evidence(_ result: Shell.Result) -> String {
        if result.isLate { return "it does not end" }
        if let signal = result.signal { return "signal \(signal)" }
        let lines = result.output.split(separator: "\n")
        let line = failure.map { sign in lines.first { $0.hasPrefix(sign) } } ?? lines.last
        return line.map(String.init) ?? "exit code \(result.status)"
    }

    /// The argument that is replaced by the path of the state file.
    static let statePlace = "STATE"
}
