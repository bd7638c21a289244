import Testing

@testable import Lint

/// The settings that are read from a file.
@Suite struct SettingsFileTests {
    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let form: SettingPattern.Form
        let text: String
        /// The section, key and value of each setting.
        let settings: [String]

        init(
            _ description: String,
            _ form: SettingPattern.Form,
            _ text: String,
            _ settings: String...
        ) {
            (testDescription, self.form, self.text) = (description, form, text)
            self.settings = settings
        }
    }

    static let files = [
        File("nothing", .lines, ""),
        File("comments", .lines, "# a = 1\n; b\n! c\n  // d\n"),
        File("words", .lines, "insecure\n--proxy x\r\n-k", "||insecure|", "||--proxy|x", "||-k|"),
        File(
            "separators",
            .lines,
            "a=1\nb = 2\nc: 3\nd 4\n\"e\" 5\n:f: 6\n",
            "||a|1",
            "||b|2",
            "||c|3",
            "||d|4",
            "||e|5",
            "||:f|6"
        ),
        File("an empty value", .lines, "a =\nb\n", "||a|", "||b|"),
        File("quotes", .lines, "a = \"x # y\" # z\nb='c\n", "||a|x # y", "||b|'c"),
        File(
            "a comment after a value",
            .lines,
            "a = 1 ; b\nc = d#e\nf # g\n",
            "||a|1",
            "||c|d#e",
            "||f|"
        ),
        File(
            "sections",
            .lines,
            "a=1\n[b]\nc=2\n[d \"e]\"] f = 3\n[g\n",
            "||a|1",
            "|b|c|2",
            "|d \"e]\"|f|3"
        ),
        File(
            "tags",
            .lines,
            "<A *:443>\nB on\n<C>\nD 1\n</C>\nE 2\n</A>\n</A>\nF 3\n",
            "|A *:443|B|on",
            "|A *:443::C|D|1",
            "|A *:443|E|2",
            "||F|3"
        ),
        File(
            "a value in several lines",
            .lines,
            "a =\n  b\n  # c\n  d\ne = f\n  g = h\n",
            "||a|b\n  # c\n  d",
            "||e|f",
            "||g|h"
        ),
        File(
            "a line that goes on",
            .lines,
            "a = b \\\n c\nd = e\\\\\nf = g\\",
            "||a|b \\\n c",
            "||d|e\\\\",
            "||f|g\\"
        ),
        File("a comment that does not go on", .lines, "# a \\\nb = c\n", "||b|c"),
        File(
            "blocks",
            .blocks,
            "a 1; # b 2;\nc d { e \"f;}\" g; h { i; } }\nj {}\nk",
            "||a|1",
            "|c d|e|\"f;}\" g",
            "|c d::h|i|",
            "||k|"
        ),
        File("a last directive without a semicolon", .blocks, "a { b c }", "|a|b|c"),
        File("comments of apt", .blocks, "// a b;\n/* c d; */ e::f \"g\"; // h\n", "||e::f|g"),
        File(
            "slashes in words",
            .blocks,
            "a https://b/*; c ~ //d;",
            "||a|https://b/*",
            "||c|~ //d"
        ),
        File("a variable in braces", .blocks, "a ${b}c; d ${e;", "||a|${b}c", "||d|${e;"),
        File(
            "Lua",
            .blocks,
            "a { content_by_lua_block { if x then y = { 'z' } -- don't\n } b c; }",
            "|a|b|c"
        ),
        File("too many braces", .blocks, "} a b; }} { c d; {", "||a|b", "||c|d"),
        File("an open quote", .blocks, "a 'b; c d;", "||a|'b; c d;"),
        File("an open comment", .blocks, "a b; /* c d;", "||a|b"),
    ]

    @Test(arguments: files)
    func `reads the settings of a file`(file: File) {
        let settings = SettingsFile(Array(file.text.utf8), file.form)
        let found = settings.settings.map { setting in
            "|\(settings.sectionName(of: setting))|\(settings.text(setting.key))"
                + "|\(settings.text(setting.value))"
        }
        #expect(found == file.settings)
    }

    @Test(arguments: files)
    func `reads a truncated file in every format`(file: File) {
        let bytes = Array(file.text.utf8)
        for count in bytes.indices {
            for form in SettingPattern.Form.allCases {
                let settings = SettingsFile(Array(bytes[..<count]), form)
                #expect(settings.settings.allSatisfy { $0.range.upperBound <= count })
            }
        }
    }

    @Test(arguments: [SettingPattern.Form.lines, .blocks])
    func `reads deep and long files in time`(form: SettingPattern.Form) {
        let texts = ["a{", "<a>\n", "a \\\n", "[a]\n", "a '", "a ${", "/*", "a=\n b\n"]
        for text in texts {
            let bytes = Array(String(repeating: text, count: 100_000).utf8)
            let settings = SettingsFile(bytes, form)
            let names = settings.settings.suffix(10).map(settings.sectionName)
            #expect(names.allSatisfy { $0.utf8.count < 1_000 })
        }
    }
}
