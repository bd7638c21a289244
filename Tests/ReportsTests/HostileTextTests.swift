import Basics
import Reports
import Runner
import TestSupport
import Testing

@Suite("Hostile text")
struct HostileTextTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let terminal, xml, json, workflow: String
    }

    static let cases = [
        Case(
            testDescription: "an escape sequence",
            text: "a\u{1b}[31mb",
            terminal: "a^[[31mb",
            xml: "a\u{fffd}[31mb",
            json: #"a\u001b[31mb"#,
            workflow: "a\\u{1b}[31mb"
        ),
        Case(
            testDescription: "an eight-bit control sequence",
            text: "a\u{9b}31mb",
            terminal: "a\\u{9b}31mb",
            xml: "a\\u{9b}31mb",
            json: #"a\u009b31mb"#,
            workflow: "a\\u{9b}31mb"
        ),
        Case(
            testDescription: "a workflow command on its own line",
            text: "a\n::error::b",
            terminal: "a^J::error::b",
            xml: "a&#10;::error::b",
            json: #"a\n::error::b"#,
            workflow: "a%0A::error::b"
        ),
        Case(
            testDescription: "an old workflow command",
            text: "##[error]b",
            terminal: "#\\u{23}[error]b",
            xml: "#&#35;[error]b",
            json: ##"#\u0023[error]b"##,
            workflow: "#\\u{23}[error]b"
        ),
        Case(
            testDescription: "a bidirectional override",
            text: "a\u{202e}b",
            terminal: "a\\u{202e}b",
            xml: "a\\u{202e}b",
            json: #"a\u202eb"#,
            workflow: "a\\u{202e}b"
        ),
        Case(
            testDescription: "a zero byte",
            text: "a\0b",
            terminal: "a^@b",
            xml: "a\u{fffd}b",
            json: #"a\u0000b"#,
            workflow: "a\\u{0}b"
        ),
        Case(
            testDescription: "the end of a CDATA section",
            text: "a]]>b",
            terminal: "a]]>b",
            xml: "a]]&gt;b",
            json: "a]]>b",
            workflow: "a]]>b"
        ),
        Case(
            testDescription: "the end of a script",
            text: "</script>",
            terminal: "</script>",
            xml: "&lt;/script&gt;",
            json: #"\u003c/script>"#,
            workflow: "</script>"
        ),
        Case(
            testDescription: "a lone carriage return",
            text: "a\rb",
            terminal: "a^Mb",
            xml: "a&#13;b",
            json: #"a\u000db"#,
            workflow: "a%0Db"
        ),
        Case(
            testDescription: "quotes, a backslash and an ampersand",
            text: #"'"\&"#,
            terminal: #"'"\&"#,
            xml: #"&#39;&quot;\&amp;"#,
            json: #"'\"\\&"#,
            workflow: #"'"\&"#
        ),
        Case(
            testDescription: "a line separator",
            text: "a\u{2028}b",
            terminal: "a\\u{2028}b",
            xml: "a\\u{2028}b",
            json: #"a\u2028b"#,
            workflow: "a\\u{2028}b"
        ),
        Case(
            testDescription: "a non-character",
            text: "a\u{ffff}b",
            terminal: "a\\u{ffff}b",
            xml: "a\u{fffd}b",
            json: #"a\uffffb"#,
            workflow: "a\\u{ffff}b"
        ),
        Case(
            testDescription: "a tag beyond the first plane",
            text: "a\u{e0041}b",
            terminal: "a\\u{e0041}b",
            xml: "a\\u{e0041}b",
            json: #"a\udb40\udc41b"#,
            workflow: "a\\u{e0041}b"
        ),
        Case(
            testDescription: "a percent sign",
            text: "100%",
            terminal: "100%",
            xml: "100%",
            json: "100%",
            workflow: "100%25"
        ),
        Case(
            testDescription: "honest letters",
            text: "bücher.example 例え",
            terminal: "bücher.example 例え",
            xml: "bücher.example 例え",
            json: "bücher.example 例え",
            workflow: "bücher.example 例え"
        ),
    ]

    @Test func `the cases use only texts of the list of hostile texts`() {
        #expect(Set(Self.cases.map(\.text)).isSubset(of: HostileTexts.all))
    }

    @Test(arguments: cases)
    func `a terminal shows hostile text escaped`(_ example: Case) {
        var text = TerminalText(hasColour: true)
        text.value(Untrusted(example.text))
        #expect(text.text == example.terminal)
    }

    @Test(arguments: cases)
    func `XML contains hostile text escaped`(_ example: Case) {
        var text = XMLText()
        Untrusted(example.text).write(to: &text)
        #expect(text.text == example.xml)
    }

    @Test(arguments: cases)
    func `JSON contains hostile text escaped`(_ example: Case) {
        var json = JSONWriter()
        json.string(Untrusted(example.text))
        #expect(String(decoding: json.bytes, as: UTF8.self) == "\"\(example.json)\"")
    }

    @Test(arguments: HostileTexts.all)
    func `Markdown contains hostile text escaped`(_ hostile: String) {
        var text = MarkdownText()
        Untrusted(hostile).write(to: &text)
        let isPlain = text.text.unicodeScalars.allSatisfy { scalar in
            !scalar.isASCII || "&#; ,/-".unicodeScalars.contains(scalar)
                || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        #expect(isPlain)
        #expect(!text.text.contains("\u{202e}") && !text.text.contains("##"))
    }

    @Test(arguments: cases)
    func `an annotation contains hostile text escaped`(_ example: Case) {
        let command = WorkflowCommand(
            .error,
            at: WorkflowCommand.Place(file: "a,b:c.yaml", line: 3),
            title: "S001",
            message: Untrusted(example.text)
        )
        #expect(
            command.text == "::error file=a%2Cb%3Ac.yaml,line=3,title=S001::\(example.workflow)\n"
        )
    }

    @Test(arguments: cases)
    func `hostile text in a run file is read back unchanged`(_ example: Case) throws {
        let judgement = Fixture.judgement("a/b", .crash) { $0.detail = Untrusted(example.text) }
        let lines = Fixture.render([.plan(Fixture.plan), .judgement(judgement)], "ndjson")
        #expect(try RunHistory(Array(lines.utf8), path: "").judgements == [judgement])
    }

    @Test(arguments: cases)
    func `no line of a report starts with hostile text or executes it`(_ example: Case) {
        let hostile = Untrusted(example.text)
        let judgement = Fixture.judgement("a/b", .crash) {
            $0.detail = hostile
            $0.presented = [example.text]
            $0.about = example.text
            $0.file = example.text
        }
        let summary = SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 12)
        let records =
            [.plan(Fixture.plan), .judgement(judgement), .summary(summary)] as [RunRecord]
        for format in FormatOf<RunRecord>.all.map(\.name) where format != "html" {
            for line in Fixture.render(records, format).split(separator: "\n") {
                #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(format)")
                #expect(!line.contains("##["), "\(format)")
                #expect(
                    line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e },
                    "\(format)"
                )
            }
        }
    }

    @Test func `a terminal shows only the beginning of an endless text`() {
        var text = TerminalText(hasColour: false)
        text.value(Untrusted(String(repeating: "a", count: 5_000)))
        #expect(text.text == String(repeating: "a", count: 400) + "… (5000 characters)")
    }

    @Test func `interpolation and reflection do not reveal hostile text`() {
        let hostile = Untrusted("secret")
        var dumped = ""
        dump([hostile], to: &dumped)
        #expect(!"\(hostile)".contains("secret"))
        #expect(!String(reflecting: hostile).contains("secret"))
        #expect(!dumped.contains("secret"))
    }
}
