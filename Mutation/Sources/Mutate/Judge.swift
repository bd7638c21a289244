import Foundation
import Mutator

/// A program that may notice a mutant, by its failure.
struct Judge: Sendable {
    let name: String
    let program: String
    let arguments: [String]
    /// How a line of output begins that tells that it will fail.
    var failure: String?

    /// The scenarios, on bytes alone, without a handshake.
    ///
    /// `ScenarioRound` does the same at a fraction of the time; this one notices besides what happens
    /// when scenarios are read, and what is computed once in a process.
    static let scenarios = Judge(
        name: "scenarios",
        program: "MutantJudge",
        arguments: ["scenarios"]
    )

    /// Each check left out in turn: an operator that decides whether a check is asked shows there
    /// alone.
    static let checks = Judge(
        name: "mutants",
        program: "MutantJudge",
        arguments: ["checks"]
    )

    /// The scenarios over handshakes, for the module that carries them.
    static let handshakes = Judge(
        name: "handshakes",
        program: "MutantJudge",
        arguments: ["handshakes"]
    )

    /// The judges of a mutant that tests leave.
    ///
    /// The checks take minutes, and are for the expressions that name them.
    static func last(of mutant: Mutant) -> [Judge] {
        [scenarios] + (mutant.original.contains("checks") ? [checks] : [])
            + (Project.module(of: mutant.file)?.isOfHandshakes == true ? [handshakes] : [])
    }

    /// Suites of one test target.
    static func tests(_ target: String, _ suites: [String]) -> Judge {
        let names = suites.map { NSRegularExpression.escapedPattern(for: $0) }
        return Judge(
            name: target,
            program: Self.testProgram,
            arguments: swiftTesting + ["--filter", "^(\(names.joined(separator: "|")))(/|$)"],
            failure: "✘"
        )
    }

    /// The suites of a test target, and its tests that are in none.
    static func suites(of target: String, in tree: Tree, programs: URL) async throws -> [String] {
        let listing = try await Shell.run(
            programs.appending(path: testProgram).path,
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

    private static let testProgram = "hatpinPackageTests.xctest"
    private static let swiftTesting = ["--testing-library", "swift-testing"]

    /// How long a judge may take.
    struct Limit: Sendable {
        /// The time that it took with no mutant.
        let usual: TimeInterval
        /// Seconds of processor time.
        ///
        /// A mutant that loops for ever uses it up however busy the machine is.
        var processor: Int
        /// Seconds until it is ended, on a machine that does other work too.
        var wall: Int

        init(usual: TimeInterval) {
            self.usual = usual
            // All cores may have worked in the usual time; four times it at least.
            let cores = max(4, ProcessInfo.processInfo.activeProcessorCount)
            processor = Int(usual * Double(cores)) + 10
            wall = Int(usual * 10) + 60
        }
    }

    /// Without a mutant a judge has an hour.
    static let unlimited = Limit(usual: 360)

    /// A judge with more memory than this fails, in KiB: 8 GiB are 20 times what one needs.
    private static let memory = 8 << 20

    /// Runs the judge.
    ///
    /// - Parameters:
    ///   - number: the mutant; none if negative.
    ///   - build: the programs.
    ///   - tree: their project.
    ///   - limit: how long it may take.
    ///   - input: its standard input.
    ///   - watch: is given its output, line by line.
    /// - Returns: how it ended, and the places that it evaluated.
    /// - Throws: where it cannot be started, or its state cannot be kept in a file.
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
        // The hard limit too, which ends it by SIGKILL: SIGXCPU may be blocked, as in the threads of
        // Dispatch, from which it is started.
        let limits = "ulimit -v \(Self.memory) -t \(limit.processor) -c 0"
        var environment = [
            ChoiceFile.stateVariable: state.path,
            // Colours would stand before the sign of a failure.
            "NO_COLOR": "1",
            "SWIFT_BACKTRACE": "enable=no",
        ]
        environment[PublicVectors.variable] = PublicVectors.folder
        let result = try await Shell.run(
            "/bin/bash",
            ["-c", "\(limits); exec \"$@\"", "judge"]
                + [build.programs.appending(path: program).path]
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

    /// Whether it notices a mutant: it fails twice, and not without the mutant in between, as it would
    /// on a machine whose disk is full or that is too busy.
    ///
    /// One that waits until its limit fails too: the run in between, which ended in time, shows that the
    /// machine was not too busy.
    ///
    /// - Returns: the name for the verdict and what it said first; nil where it does not notice.
    func notices(
        _ number: Int,
        of build: MutatedBuild,
        in tree: Tree,
        limit: Limit
    ) async throws -> (killer: String, evidence: String)? {
        let first = try await run(as: number, of: build, in: tree, limit: limit).result
        guard first.status != 0 else { return nil }
        let control = try await run(as: -1, of: build, in: tree, limit: limit).result
        guard control.status == 0 else {
            note("\(name) fail without the mutant, too, so that it is not said to notice it")
            return nil
        }
        let second = try await run(as: number, of: build, in: tree, limit: limit).result
        guard second.status != 0 else { return nil }
        let isByTime = second.isLate || second.signal == SIGKILL
        return (isByTime ? "\(name) by time" : name, evidence(second))
    }

    private func evidence(_ result: Shell.Result) -> String {
        if result.isLate { return "it waits" }
        if let signal = result.signal { return "signal \(signal)" }
        let lines = result.output.split(separator: "\n")
        let line = failure.map { sign in lines.first { $0.hasPrefix(sign) } } ?? lines.last
        return line.map(String.init) ?? "exit code \(result.status)"
    }

    /// The argument that stands for the path of the state file.
    static let statePlace = "STATE"
}
