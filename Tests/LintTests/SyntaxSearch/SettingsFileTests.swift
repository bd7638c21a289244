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
        File(
            "comments of SQL",
            .blocks,
            "-- a b;\nc d -- e;\n  --f;--\n g h; --",
            "||c|d -- e;\n  --f",
            "||g|h"
        ),
        File("too many braces", .blocks, "} a b; }} { c d; {", "||a|b", "||c|d"),
        File("an open quote", .blocks, "a 'b; c d;", "||a|'b; c d;"),
        File("an open comment", .blocks, "a b; /* c d;", "||a|b"),
        File(
            "braces of Caddy",
            .braces,
            "https://a:1, b {\n  # c\n  tls {$D} `e\n f` {\n g {h.i} \"{j\"\n }\n}\n",
            "|https://a:1, b::tls {$D} `e\n f`|g|{h.i} \"{j\""
        ),
        File(
            "braces of lighttpd",
            .braces,
            "a.b += ( \"c\",\n \"d\" )\n$HTTP[\"host\"] =~ \"e\" {\n f = \"g # h\" # i\n}\n",
            "||a.b|( \"c\",\n \"d\" )",
            "|$HTTP[\"host\"] =~ \"e\"|f|g # h"
        ),
        File(
            "braces of NATS",
            .braces,
            "a: 1\nb { c: true, d: \"e\" }\nf = [\n { g: h, i: j }\n]\nk: {\n l 2 // m\n}\n",
            "||a|1",
            "|b|c|true",
            "|b|d|e",
            "||f|[",
            "||g|h",
            "||i|j",
            "||]|",
            "|k:|l|2"
        ),
        File(
            "JSON in braces",
            .braces,
            #"{"a":{"b":"c","d":true},"e":[{"f":1}],"g" : { "h": "{i}" }}"#,
            #"|"a":|b|c"#,
            #"|"a":|d|true"#,
            #"|"e":[|f|1"#,
            #"|"g" :|h|{i}"#
        ),
        File("an apostrophe in braces", .braces, "a don't b\nc 'd", "||a|don't b", "||c|'d"),
        File("a parenthesis in backquotes", .braces, "a `(`\nb c\n", "||a|`(`", "||b|c"),
        File("too many braces in lines", .braces, "} a b }} { c d {", "||a|b"),
    ]

    @Test func `a key that is listed as a section begins a section`() {
        let text = "a 1\nlistener 2\nb 3\n  listener 4\nc 5\n"
        let file = SettingsFile(Array(text.utf8), .lines, Expression("listener"))
        let found = file.settings.map { "\(file.sectionName(of: $0))|\(file.text($0.key))" }
        #expect(
            found == [
                "|a", "listener 2|listener", "listener 2|b", "listener 4|listener", "listener 4|c",
            ]
        )
    }

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

    @Test func `reads a long line that begins with many blanks in time`() {
        let blanks = String(repeating: " ", count: 200_000)
        let text = blanks + String(repeating: "\\\n", count: 200_000)
        #expect(SettingsFile(Array(text.utf8), .lines).settings.count == 1)
    }

    @Test func `shortens the name of a section`() {
        let text = String(repeating: "a", count: 10_000) + " { b 1; }"
        let settings = SettingsFile(Array(text.utf8), .blocks)
        #expect(settings.settings.map { settings.sectionName(of: $0).utf8.count } == [4_096])
    }

    @Test(arguments: SettingPattern.Form.allCases)
    func `reads deep and long files in time`(form: SettingPattern.Form) {
        let texts = [
            "a{", "<a>\n", "a \\\n", "[a]\n", "a '", "a ${", "/*", "a=\n b\n", "a {\n", "`", "\"\\",
            "a(",
        ]
        for text in texts {
            let bytes = Array(String(repeating: text, count: 30_000).utf8)
            let settings = SettingsFile(bytes, form)
            let names = settings.settings.suffix(10).map(settings.sectionName)
            #expect(names.allSatisfy { $0.utf8.count < 1_000 })
        }
    }
}
