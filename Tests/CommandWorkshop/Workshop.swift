import Testing

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A temporary folder with scenarios, and the built command.
package final class Workshop {
    package var folder: String { files.path }
    private let files: TemporaryFolder
    private let isTrusted: Bool

    /// - Parameters:
    ///   - files: the files by their paths in the folder.
    ///   - isTrusted: whether the user trusts the folder's current content at each command. Then
    ///     its client definitions are started and all options of its hatpin.yaml apply.
    /// - Throws: if the files cannot be written.
    package init(_ files: [String: String] = [:], isTrusted: Bool = false) throws {
        self.files = try TemporaryFolder()
        self.isTrusted = isTrusted
        for (path, text) in files { try write(text, to: path) }
    }

    deinit {
        // A folder without access rights could not be removed.
        _ = shell("chmod -R u+rwx .")
    }

    package struct Result: Equatable {
        package var exit: Int32
        package var output: String
        package var error: String

        package init(exit: Int32, output: String = "", error: String = "") {
            (self.exit, self.output, self.error) = (exit, output, error)
        }
    }

    /// The command next to the test bundle.
    private static var command: String {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let path = bundle ?? CommandLine.arguments[0]
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/hatpin"
    }

    /// Runs `hatpin` with these arguments, in shell syntax.
    package func hatpin(_ arguments: String) -> Result {
        shell("hatpin \(arguments)")
    }

    /// Runs a script in the folder.
    ///
    /// The environment has no variables about colours, the state folder or CI logs; the user's
    /// state is also in the folder. In the script, `hatpin` is the command and `$HATPIN` its path.
    /// `await CONDITION` waits until a quoted condition is met; after a minute, the script ends
    /// with exit code 98. After five minutes the script is killed with exit code 124, so that a
    /// command that hangs fails only one test.
    package func shell(_ script: String) -> Result {
        let wrapped = """
            cd '\(folder)' || exit 99
            unset FORCE_COLOR CLICOLOR_FORCE NO_COLOR GITHUB_ACTIONS TF_BUILD HATPIN_STATE
            export XDG_STATE_HOME='\(folder)/.state'
            hatpin() { '\(Self.command)' "$@"; }
            HATPIN='\(Self.command)'
            \(isTrusted ? "hatpin trust >/dev/null 2>&1" : ":")
            await() {
                for i in $(seq 1200); do eval "$1" 2>/dev/null && return; sleep 0.05; done
                echo "waited for a minute in vain: $1" >&2
                exit 98
            }
            { \(script)
            } >'\(folder)/.out' 2>'\(folder)/.err' </dev/null
            """
        guard (try? write(wrapped, to: ".script")) != nil else { return Result(exit: 99) }
        let status = system("exec timeout -k 5 300 sh '\(folder)/.script'")
        return Result(
            exit: status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f),
            output: read(".out"),
            error: read(".err").replacing(Self.noteOnAlone, with: "")
        )
    }

    /// Returns the text of a file; empty if there is none.
    package func read(_ path: String) -> String {
        guard let file = fopen("\(folder)/\(path)", "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a file; a file with an interpreter line becomes executable.
    package func write(_ text: String, to path: String) throws {
        try files.write(text.utf8, to: path)
        guard text.hasPrefix("#!") else { return }
        // A child that another test starts has our descriptors until its exec, and a file that is
        // open for writing cannot be executed. So another process writes the program.
        let copy = "cp '\(path)' .copy && chmod +x .copy && mv .copy '\(path)'"
        try #require(shell(copy).exit == 0)
    }
}

extension Workshop {
    /// Three cases: an accepted case and a rejected case, both as expected, and a case with a wrong
    /// expectation.
    package static func small() throws -> Workshop {
        try Workshop(good.merging(wrong) { first, _ in first })
    }

    /// Keeps the commands that add the built-in scenarios to those of the folder.
    package static let alone = [
        "hatpin.yaml": ["audit", "compare", "serve", "mutants"]
            .map { "\($0): { scenarios: Scenarios }\n" }.joined()
    ]

    /// The messages on standard error about the options in `alone`; no test checks these messages.
    private static var noteOnAlone: some RegexComponent {
        /hatpin: applied: --scenarios=Scenarios \(hatpin\.yaml:[1-4]:[0-9]+\)\n/
    }

    /// Two cases with correct expectations.
    package static let good = alone.merging(goodScenarios) { first, _ in first }

    private static let goodScenarios = [
        "Scenarios/names/exact.yaml": """
        scenario: exact
        about: The name that was meant is accepted.
        tags: [names]
        expect: accept
        """,
        "Scenarios/time/expired-leaf.yaml": """
        scenario: expired-leaf
        about: Clients must refuse a leaf that expired yesterday.
        sources: [RFC 5280 §6.1.3 (a)(2)]
        covers: [VAL-001]
        leaf: { valid: -90d..-1d }
        expect: { reject: expired }
        """,
    ]

    package static let wrong = [
        "Scenarios/time/wrong.yaml": """
        scenario: wrong
        about: What ran out is taken for good.
        leaf: { valid: -90d..-1d }
        expect: accept
        """
    ]
}

extension String {
    /// The text without the parts that differ from run to run: durations and the names of run
    /// files.
    package var redacted: String {
        replacing(/\ +[0-9.]+ (µs|ms|s)(?=\n)/, with: " TIME")
            .replacing(/runs\/[0-9a-f-]+/, with: "runs/RUN")
            .replacing(/"(started|now)":"[^"]*"/) { "\"\($0.output.1)\":\"TIME\"" }
            .replacing(/"elapsed":[0-9]+/, with: "\"elapsed\":0")
    }
}

extension Workshop {
    /// The files of two scenarios: a valid server, and one whose certificate has expired.
    package static let validAndExpired = [
        "Scenarios/good.yaml": """
        scenario: good
        about: A valid server.
        sources: RFC 5280
        expect: accept

        """,
        "Scenarios/expired.yaml": """
        scenario: expired
        about: A leaf that expired yesterday.
        sources: RFC 5280 4.1.2.5
        leaf: { valid: -2d..-1d }
        expect: { reject: expired }

        """,
    ]
}
