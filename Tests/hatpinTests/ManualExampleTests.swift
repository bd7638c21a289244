import CommandWorkshop
import TestSupport
import Testing

/// The files and commands of a manual page, marked by invisible comments.
///
/// The code block after `<!-- file: PATH -->` is a file. The code block after `<!-- run -->` or
/// `<!-- run: exit 1 -->` has commands, each with lines of its output; a line `…` means omitted
/// lines.
private struct ManualExamples {
    struct Command: Equatable {
        let line: String
        /// The exit code that the page states.
        let exit: Int32
        /// The lines of output that the page shows.
        var output: [String] = []
    }

    private enum Mark {
        case file(String)
        case run(exit: Int32)

        init?(_ line: String) {
            if let file = line.wholeMatch(of: /<!-- file: (\S+) -->/) {
                self = .file(String(file.output.1))
            } else if let run = line.wholeMatch(of: /<!-- run(?:: exit ([0-9]+))? -->/) {
                self = .run(exit: run.output.1.flatMap { Int32($0) } ?? 0)
            } else {
                return nil
            }
        }
    }

    /// The text of each file, by path.
    private(set) var files: [String: String] = [:]
    private(set) var commands: [Command] = []

    init(_ page: String) {
        var mark: Mark?
        var block: [String]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let lines = block, line.hasPrefix("```") {
                if let mark { add(lines, as: mark) }
                (mark, block) = (nil, nil)
            } else if block != nil {
                block?.append(line)
            } else if line.hasPrefix("```") {
                block = []
            } else if let found = Mark(line) {
                mark = found
            }
        }
    }

    private mutating func add(_ lines: [String], as mark: Mark) {
        switch mark {
        case .file(let path):
            files[path] = lines.map { "\($0)\n" }.joined()
        case .run(let exit):
            for line in lines {
                if line.hasPrefix("$ ") {
                    commands.append(Command(line: String(line.dropFirst(2)), exit: exit))
                } else if !line.isEmpty, line != "…", !commands.isEmpty {
                    commands[commands.count - 1].output.append(line)
                }
            }
        }
    }

    /// Returns the first shown line that the output does not have after the lines before it, or
    /// nil.
    static func missingLine(of shown: [String], in output: String) -> String? {
        var rest = output.split(separator: "\n")[...]
        for line in shown {
            guard let place = rest.firstIndex(where: { $0 == line }) else { return line }
            rest = rest[(place + 1)...]
        }
        return nil
    }
}

@Suite("Examples of the manual", .blocking)
struct ManualExampleTests {
    private static let pages = [
        "docs/ios.md", "docs/android.md", "docs/backend.md", "docs/attacks.md", "docs/ci.md",
        "docs/fuzzing.md", "docs/pinning.md", "docs/der-surgery.md", "docs/known-differences.md",
        "docs/flaky-results.md", "docs/dane.md",
    ]

    @Test(arguments: pages)
    func `commands print what the page shows`(page: String) throws {
        let examples = ManualExamples(try #require(repositoryFile(page)))
        #expect(!examples.commands.isEmpty)
        let workshop = try Workshop(examples.files)
        for command in examples.commands {
            let result = workshop.shell(command.line)
            #expect(result.exit == command.exit, "\(command.line)\n\(result)")
            let missing = ManualExamples.missingLine(
                of: command.output,
                in: result.output + result.error
            )
            #expect(missing == nil, "\(command.line)\n\(result)")
        }
    }

    @Test func `finds files and commands of a page by their HTML comments`() {
        let examples = ManualExamples(
            """
            <!-- file: a/b.yaml -->

            ```yaml
            a: 1

            b: 2
            ```

            ```console
            $ hatpin unmarked
            ```

            <!-- run: exit 1 -->
            ```console
            $ hatpin one
            first
            …

            last
            $ hatpin two
            ```

            <!-- run -->
            ```console
            $ hatpin three
            ```
            """
        )
        #expect(examples.files == ["a/b.yaml": "a: 1\n\nb: 2\n"])
        #expect(
            examples.commands == [
                .init(line: "hatpin one", exit: 1, output: ["first", "last"]),
                .init(line: "hatpin two", exit: 1), .init(line: "hatpin three", exit: 0),
            ]
        )
    }

    private static let shownLines: [([String], String?)] = [
        (["a", "c"], nil), ([], nil), (["a", "d"], "d"), (["c", "a"], "a"), (["a", "a"], "a"),
        (["b "], "b "),
    ]

    @Test(arguments: shownLines)
    func `reports a shown line that is not in the output`(shown: [String], missing: String?) {
        #expect(ManualExamples.missingLine(of: shown, in: "a\nb\n\nc\n") == missing)
    }
}
