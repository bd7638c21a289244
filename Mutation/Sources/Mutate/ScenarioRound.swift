import Foundation
import Mutator

/// The scenarios on many mutants in one process, by `MutantRunner`.
struct ScenarioRound: Sendable {
    let tree: Tree
    let build: MutatedBuild

    private static let program = TestProgram(
        name: "scenarios",
        executable: "MutantRunner",
        arguments: ["each", TestProgram.statePlace]
    )

    /// The scenarios' result for a mutant.
    enum Answer: Hashable, Sendable {
        /// A pair of case and party killed it.
        case killed(by: String)
        /// No pair killed it, or its process ended or waited without a result. The machine may be
        /// the reason, so the programs that repeat their failures run next.
        case open
        /// No scenario evaluates its expression.
        case unreached

        init(_ text: String) {
            switch text {
            case "survived", "crash", "time": self = .open
            case "unreached": self = .unreached
            default: self = .killed(by: text)
            }
        }
    }

    /// The mutant and the result in a line of output; nil for any other line, such as a frame of a
    /// crash, which has a number too.
    static func answer(in line: Substring) -> (number: Int, answer: Answer)? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0] == "mutant", let number = Int(words[1]) else { return nil }
        return (number, Answer(String(words[2])))
    }

    /// Runs the scenarios on mutants.
    ///
    /// - Parameters:
    ///   - numbers: the mutants.
    ///   - report: receives each mutant and its result, as soon as it is known.
    /// - Throws: `Failure` if not all mutants have a result, and any error of `report`.
    func run(
        _ numbers: [Int],
        report: @Sendable (Int, Answer) async throws -> Void
    ) async throws {
        var answered = 0
        // Each mutant has its own limit of processor time in the program.
        let limit = TestProgram.Limit(usual: Double(numbers.count * 60 + 600))
        let run = try await Self.program.run(
            as: -1,
            of: build,
            in: tree,
            limit: limit,
            input: numbers.map { "\($0)\n" }.joined()
        ) { line in
            guard let (number, answer) = Self.answer(in: line) else { return }
            answered += 1
            try await report(number, answer)
        }
        guard run.result.status == 0, answered == numbers.count else {
            throw Failure(description: "cannot run the scenarios:\n\(run.result.output)")
        }
    }
}
