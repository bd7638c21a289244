import Testing

@testable import Lint

/// Shell scripts inside other files.
struct EmbeddedScriptTests {
    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let language: SourceLanguage
        let text: String
        /// The scripts, without blanks at their ends.
        let scripts: [String]

        init(
            _ description: String,
            _ language: SourceLanguage,
            _ text: String,
            _ scripts: String...
        ) {
            testDescription = description
            (self.language, self.text, self.scripts) = (language, text, scripts)
        }
    }

    static let files = [
        File("a command of a Dockerfile", .dockerfile, "FROM a\nRUN b && c\n", "b && c"),
        File(
            "a command with a comment between its lines",
            .dockerfile,
            "FROM a\nRUN b \\\n  # c\n  d\n",
            "b \\\n        d"
        ),
        File(
            "a list in a Dockerfile",
            .dockerfile,
            "FROM a\nCMD [\"b\", \"c d\"]\n",
            "\"b\"  \"c d\""
        ),
        File("a heredoc of a Dockerfile", .dockerfile, "FROM a\nRUN <<E\nb\nE\n", "b\nE"),
        File("a plain value", .yaml, "run: a b\n", "a b"),
        File("a value with holes", .yaml, "run: a ${{ b }} {{ c }}\n", "a xxxxxxxx xxxxxxx"),
        File("a block of lines", .yaml, "run: |\n  a\n  b\n", "a\n  b"),
        File("a block of one line", .yaml, "run: >\n  a\n  b\n", "a   b"),
        File("a value in quotation marks", .yaml, "run: \"a \\\"b\\\"\"\n", "a  \"b \""),
        File("a value in apostrophes", .yaml, "run: 'a ''b'''\n", "a  'b '"),
        File("a list of scripts", .yaml, "script:\n  - a b\n  - 'c'\n", "a b", "c"),
        File("no script", .yaml, "name: a b\n"),
        File("a list of words", .yaml, "command: [a, 'b c', d e]\n", "a  'b c' 'd e'"),
        File("a list with lines", .yaml, "command:\n  - a # b\n  - c d\n", "a        'c d'"),
        File(
            "a list that continues another one",
            .yaml,
            "command: [a, -c]\nargs: [b]\n",
            "a  -c         b",
            "a  -c",
            "b"
        ),
        File("a script of a package", .json, #"{"scripts": {"a": "b \"c\""}}"#, #"b  "c ""#),
        File("a command in a text", .javascript, "execSync('a b')\n", "a b"),
        File("a text with a hole", .python, "os.system(f\"a {b}\")\n", "a {b}"),
        File("a script in a script", .bash, "sh -ec 'a \"b\"'\n", "a \"b\""),
        File("no script after another option", .bash, "grep -rc 'a b'\n"),
    ]

    @Test(arguments: files)
    func `finds the shell scripts inside a file`(file: File) throws {
        let program = try AstGrep()
        let searched = SearchedFile(file.language, Array(file.text.utf8))
        let result = try program.searchOnce([searched], for: .builtIn)
        let scripts = EmbeddedScript.all(in: searched, result[0], of: 0, at: 0)
        let texts = scripts.map { String(decoding: $0.text, as: UTF8.self).trimmingBlanks }
        #expect(Set(texts) == Set(file.scripts))
        for script in scripts {
            // The bytes of words are where they are in the file.
            let end = script.offset + script.text.count
            #expect(end <= searched.bytes.count)
        }
    }
}
