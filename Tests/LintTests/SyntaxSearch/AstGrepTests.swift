import Basics
import ScenarioFormat
import Testing

@testable import Lint

/// How the search of source code survives bad files and a bad ast-grep.
@Suite struct AstGrepTests {
    private static let rules: SourceRules = {
        var rules = SourceRules()
        rules.add(Array(RuleFileTests.sound.utf8), at: "Rules/test/ABC-001.yaml")
        return rules
    }()

    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// The bytes of the matches.
        let found: [Range<Int>]

        init(_ description: String, _ bytes: [UInt8], _ found: Range<Int>...) {
            (testDescription, self.bytes, self.found) = (description, bytes, found)
        }
    }

    @Test(arguments: [
        File("plain", Array("x = 1\ninsecure()\n".utf8), 6..<16),
        File("empty", []),
        File("with a NUL", Array("x = 1\0\ninsecure()\n".utf8), 7..<17),
        File(
            "that is not UTF-8",
            Array("x = '".utf8) + [0xff, 0xfe] + Array("'\ninsecure()\n".utf8),
            9..<19
        ),
        File(
            "of one line",
            Array((String(repeating: "1;", count: 200_000) + "insecure()").utf8),
            400_000..<400_010
        ),
        File("with a comment for ast-grep", Array("insecure()  # ast-grep-ignore\n".utf8), 0..<10),
        File("that does not parse", Array("((((\ninsecure()\n".utf8), 5..<15),
    ])
    func `finds the call in a file with unusual bytes`(file: File) throws {
        let results = try AstGrep().search([SearchedFile(.python, file.bytes)], for: Self.rules)
        guard case .matches(let matches, _, _)? = results.first else {
            Issue.record("\(results)")
            return
        }
        #expect(matches.map(\.range) == file.found)
    }

    @Test func `tests the kind of a node before the code around it`() {
        let rule = RuleFileTests.sound.replacing(
            "{ pattern: insecure() }",
            with: "{ inside: { kind: module, stopBy: end }, kind: call, has: { regex: ^a$ } }"
        )
        var rules = SourceRules()
        rules.add(Array(rule.utf8), at: "Rules/test/ABC-001.yaml")
        let text = AstGrepRules(rules, in: [.python]).files.joined()
        #expect(text.contains("{all: [{kind: \"call\"}, {inside: {"))
    }

    @Test func `reads the rest of a Dockerfile after an ARG that Docker refuses`() throws {
        let text = "FROM a\nARG NODE_TLS_REJECT_UNAUTHORIZED 1\nRUN b\n"
        let file = SearchedFile(.dockerfile, Array(text.utf8))
        let results = try AstGrep().searchOnce([file], for: .builtIn)
        guard case .matches(_, let errors, _)? = results.first else {
            Issue.record("\(results)")
            return
        }
        #expect(errors == 0)
    }

    struct Program: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The shell script after the answer to `--version`.
        let script: String
        let reason: String
    }

    @Test(arguments: [
        Program(
            testDescription: "is killed",
            script: "kill -9 $$",
            reason: "signal 9 ended ast-grep"
        ),
        Program(
            testDescription: "refuses its rules",
            script: "echo 'Error: x' >&2; exit 8",
            reason: "ast-grep ended with code 8: Error: x"
        ),
        Program(
            testDescription: "writes half a line",
            script: #"printf '{"text":"f('"#,
            reason: "ast-grep wrote a line that Hatpin does not understand"
        ),
        Program(
            testDescription: "writes no JSON",
            script: "echo found one",
            reason: "ast-grep wrote a line that Hatpin does not understand: found one"
        ),
        Program(
            testDescription: "names a place outside the file",
            script:
                #"echo '{"ruleId":"0-0-python","file":"files/0.py","range":{"byteOffset":{"start":0,"end":99}},"metaVariables":{"single":{},"multi":{}}}'"#,
            reason: "ast-grep names a place outside its file"
        ),
    ])
    func `reports a file as not read if ast-grep fails`(program: Program) throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let text = """
            #!/bin/sh
            [ "$1" = --version ] && { echo ast-grep 0.51.1; exit; }
            \(program.script)

            """
        try Files.write(Array(text.utf8), to: folder.path + "/ast-grep", mode: 0o755)
        let search = folder.path + ":/usr/bin:/bin"
        let results = try AstGrep(in: search)
            .search([SearchedFile(.python, Array("insecure()".utf8))], for: Self.rules)
        guard case .unread(let reason)? = results.first else {
            Issue.record("\(results)")
            return
        }
        #expect(reason.hasPrefix(program.reason), "\(reason)")
    }

    @Test func `reads the other files if one file kills ast-grep`() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        // A stand-in that dies if a file has the word.
        let text = """
            #!/bin/sh
            [ "$1" = --version ] && { echo ast-grep 0.51.1; exit; }
            grep -q deadly files/* && kill -9 $$
            exit 0

            """
        try Files.write(Array(text.utf8), to: folder.path + "/ast-grep", mode: 0o755)
        let files = ["a", "b", "deadly", "d", "e"].map { SearchedFile(.python, Array($0.utf8)) }
        let results = try AstGrep(in: folder.path + ":/usr/bin:/bin").search(files, for: Self.rules)
        #expect(
            results.map { $0 == .matches([], errors: 0) } == [true, true, false, true, true]
        )
    }

    @Test func `keeps the matches of a file if a script in it kills ast-grep`() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        // A stand-in that dies if a script has the word, and else starts ast-grep.
        let text = """
            #!/bin/sh
            grep -qs deadly files/*.sh && kill -9 $$
            PATH=${PATH#*:}:$HOME/.local/share/hatpin/source/bin
            exec ast-grep "$@"

            """
        try Files.write(Array(text.utf8), to: folder.path + "/ast-grep", mode: 0o755)
        let path = Environment.variable("PATH") ?? "/usr/bin:/bin"
        let scripts = """
            script:
              - curl -k https://api.example.com
              - curl -k https://deadly.example.com
            variables: { GIT_SSL_NO_VERIFY: "1" }

            """
        let review = SourceReviews.review(
            scripts,
            named: "ci.yml",
            search: SourceSearch(.builtIn, in: folder.path + ":" + path)
        )
        #expect(review.findings.map(\.rule) == ["CUR-001", "CUR-017"])
        #expect(review.unread.map(\.why) == ["script: signal 9 ended ast-grep"])
        #expect(review.unread.first?.place?.mark == Mark(line: 3, column: 5))
    }

    @Test(arguments: [
        ("", "ast-grep is not installed"),
        ("echo ast-grep 0.12.0", "is ast-grep 0.12.0, not ast-grep 0.38 or later"),
        ("echo sg from shadow-utils", "is sg from shadow-utils, not ast-grep"),
        ("exit 1", "says nothing of its version"),
    ])
    func `refuses a program that is not a known ast-grep`(script: String, reason: String) throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        if !script.isEmpty {
            let text = "#!/bin/sh\n\(script)\n"
            try Files.write(Array(text.utf8), to: folder.path + "/ast-grep", mode: 0o755)
        }
        let error = #expect(throws: AstGrep.Missing.self) { try AstGrep(in: folder.path) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
}
