import Basics
import Reports

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

    /// The meaning of the exit code for every command, in one line of a terminal.
    package var about: String {
        switch self {
        case .success: "everything is as expected; known differences are expected"
        case .wrongVerdict: "the command found a problem; the list below says which"
        case .invalidScenario: "a scenario file, a definition or a configuration is wrong"
        case .environment: "a file, a program or this machine failed, so there is no result"
        case .nothingSelected: "there was nothing to test: no case, no file, no visit"
        case .usage: "the command line is wrong"
        case .bug: "a bug in Hatpin"
        case .interrupted: "interrupted"
        }
    }

    /// The meaning of an exit code for some commands, in at most two lines of a terminal.
    package struct Meaning: Sendable {
        package let commands: String
        package let code: Exit
        package let about: String
    }

    /// The meanings for single commands, which `about` does not state.
    package static let meanings = [
        Meaning(
            commands: "audit",
            code: .wrongVerdict,
            about: """
                a finding, or a weakness of the configuration, is more severe than
                --allow; or, with --strict-unread, a source file was not read
                """
        ),
        Meaning(
            commands: "audit --baseline",
            code: .wrongVerdict,
            about: "the findings differ from those in the file"
        ),
        Meaning(
            commands: "run, serve",
            code: .wrongVerdict,
            about: """
                a verdict is wrong, inconclusive or missing; or a known difference
                no longer occurs
                """
        ),
        Meaning(
            commands: "run, list",
            code: .invalidScenario,
            about: "a file has an error; the cases of the other files were used"
        ),
        Meaning(
            commands: "compare",
            code: .wrongVerdict,
            about: """
                of two files, the new one has a new finding, accepts a new attack,
                or refuses a valid server
                """
        ),
        Meaning(
            commands: "clients, doctor",
            code: .environment,
            about: "something that was named, or that Hatpin needs, is missing"
        ),
        Meaning(
            commands: "inspect",
            code: .wrongVerdict,
            about: "with --fail-on-findings, a certificate breaks a rule"
        ),
        Meaning(
            commands: "inspect",
            code: .invalidScenario,
            about: "something does not decode, or there is nothing to show"
        ),
        Meaning(
            commands: "intercept",
            code: .wrongVerdict,
            about: "a client accepted an attack"
        ),
        Meaning(
            commands: "intercept",
            code: .nothingSelected,
            about: "no attack has a verdict"
        ),
        Meaning(
            commands: "diff",
            code: .wrongVerdict,
            about: "a verdict is weaker than in the earlier run"
        ),
        Meaning(
            commands: "merge",
            code: .environment,
            about: """
                shards are missing; otherwise the code is that of the whole run or
                audit
                """
        ),
        Meaning(
            commands: "mutants",
            code: .wrongVerdict,
            about: "a mutant survived, or a proof of equivalence is wrong"
        ),
        Meaning(
            commands: "fuzz",
            code: .wrongVerdict,
            about: "an input or a case became a finding"
        ),
        Meaning(
            commands: "fuzz",
            code: .environment,
            about: "a target was not built or not instrumented, or the disk is full"
        ),
        Meaning(
            commands: "pkits",
            code: .wrongVerdict,
            about: "a verdict, or the policies of a path, differ from the suite's"
        ),
    ]

    /// The codes, from the most to the least severe.
    private static let severity: [Exit] = [
        .bug, .interrupted, .environment, .invalidScenario, .wrongVerdict, .nothingSelected,
        .usage, .success,
    ]

    /// Returns the most severe of several exit codes, or success for an empty list.
    package static func worst(_ exits: [Exit]) -> Exit {
        severity.first(where: exits.contains) ?? .success
    }

    /// The topic of `hatpin help` on exit codes, and of the page.
    package static let topic = "exit-codes"

    /// The sentence in the help of commands that refers to the topic.
    package static let pointer = "Exit codes: hatpin help \(topic)"

    /// The text of the topic.
    package static let help =
        allCases.map { line(for: $0, $0.about) }.joined()
        + meanings.map { "\n\($0.commands)\n" + line(for: $0.code, $0.about) }.joined()

    private static func line(for exit: Exit, _ about: String) -> String {
        let number = String(exit.rawValue)
        let margin = String(repeating: " ", count: 6 - number.count)
        return "  \(number)\(margin)\(about.replacing("\n", with: "\n        "))\n"
    }
}

extension ManualPage {
    /// The page with all exit codes.
    static let exitCodes = ManualPage(
        name: Exit.topic,
        title: "Exit codes",
        about: """
            What the exit code of `hatpin` means: first for every command, then for single \
            commands. `hatpin help \(Exit.topic)` prints the same.
            """
    ) {
        let codes = Exit.allCases.map { [String($0.rawValue), $0.about] }
        let meanings = Exit.meanings.map {
            ["`\($0.commands)`", String($0.code.rawValue), $0.about.replacing("\n", with: " ")]
        }
        return ManualPage.table(["code", "means"], codes) + "\n"
            + ManualPage.table(["command", "code", "means"], meanings)
    }
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
