import Foundation
import Mutator

/// Mutants put before the scenarios by `MutantJudge`, many in one process.
struct ScenarioRound: Sendable {
    let tree: Tree
    let build: MutatedBuild

    private static let judge = Judge(
        name: "scenarios",
        program: "MutantJudge",
        arguments: ["each", Judge.statePlace]
    )

    /// How scenarios answer a mutant.
    enum Answer: Hashable, Sendable {
        /// By a pair of case and party.
        case noticed(by: String)
        /// No pair noticed it, or its process ended or waited without an answer, which may be the
        /// machine's doing: the judges that repeat their failures have it next.
        case open
        /// No scenario evaluates its expression.
        case unreached

        init(_ text: String) {
            switch text {
            case "survived", "crash", "time": self = .open
            case "unreached": self = .unreached
            default: self = .noticed(by: text)
            }
        }
    }

    /// The mutant and the answer of a line of output; nil for one of another kind, such as the frames
    /// of a crash, which are numbered too.
    static func answer(in line: Substring) -> (number: Int, answer: Answer)? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0] == "mutant", let number = Int(words[1]) else { return nil }
        return (number, Answer(String(words[2])))
    }

    /// Judges mutants.
    ///
    /// - Parameters:
    ///   - numbers: the mutants.
    ///   - tell: is given each mutant, and its answer, as soon as it is known.
    /// - Throws: `Failure` where not all could be judged, and what `tell` throws.
    func run(
        _ numbers: [Int],
        tell: @Sendable (Int, Answer) async throws -> Void
    ) async throws {
        var judged = 0
        // Each mutant has its own limit of processor time there.
        let limit = Judge.Limit(usual: Double(numbers.count * 60 + 600))
        let run = try await Self.judge.run(
            as: -1,
            of: build,
            in: tree,
            limit: limit,
            input: numbers.map { "\($0)\n" }.joined()
        ) { line in
            guard let (number, answer) = Self.answer(in: line) else { return }
            judged += 1
            try await tell(number, answer)
        }
        guard run.result.status == 0, judged == numbers.count else {
            throw Failure(description: "the scenarios cannot judge:\n\(run.result.output)")
        }
    }
}
