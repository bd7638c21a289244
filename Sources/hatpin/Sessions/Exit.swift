import Basics

/// The exit code of the process; users and CI services depend on these numbers.
package enum Exit: Int32, CaseIterable, Sendable {
    case success = 0
    case wrongVerdict = 1
    case invalidScenario = 2
    case environment = 3
    case nothingSelected = 4
    case usage = 64
    case bug = 70
    case interrupted = 130

    /// The lines of `--help`, none longer than a terminal's less the number.
    package var about: String {
        switch self {
        case .success: "everything is as expected, known differences included"
        case .wrongVerdict:
            """
            a verdict is wrong, void or missing, or a known difference has ended;
            an audit found a weakness, compare of files a new one, diff a weaker
            verdict, fuzz a finding, inspect --fail-on-findings a broken rule,
            or a mutant survived
            """
        case .invalidScenario: "a scenario file or a configuration is wrong; the others were run"
        case .environment: "the environment or the harness failed"
        case .nothingSelected: "nothing was selected or visited, or an audit read nothing"
        case .usage: "the command line is wrong"
        case .bug: "a bug in hatpin"
        case .interrupted: "interrupted"
        }
    }

    /// From the worst to the best.
    private static let severity: [Exit] = [
        .bug, .interrupted, .environment, .invalidScenario, .wrongVerdict, .nothingSelected,
        .usage, .success,
    ]

    /// The one that the process ends with where several apply; success where none does.
    package static func worst(_ exits: [Exit]) -> Exit {
        severity.first(where: exits.contains) ?? .success
    }

    /// The table for `--help`.
    package static let help =
        "EXIT CODES:\n"
        + allCases.map { exit in
            let number = String(exit.rawValue)
            let margin = String(repeating: " ", count: 6 - number.count)
            let lines = exit.about.split(separator: "\n")
            return "  \(number)\(margin)\(lines.joined(separator: "\n        "))"
        }
        .joined(separator: "\n")
}

extension Failure {
    /// The exit code of the process, if nothing worse happened.
    package var exit: Exit {
        switch kind {
        case .invalidScenario: .invalidScenario
        case .environment: .environment
        case .nothingSelected: .nothingSelected
        case .usage: .usage
        case .bug: .bug
        }
    }
}
