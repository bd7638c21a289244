import Testing

@testable import Scenarios

/// What a terminal is shown.
struct RenderingTests {
    private func diagnostic(_ line: String, column: Int, length: Int) -> Diagnostic {
        Diagnostic(
            code: .unknownKey,
            file: "a\u{1b}[2J.yaml",
            mark: Mark(line: 12, column: column),
            length: length,
            problem: "odd\n::error::x",
            help: nil,
            excerpt: line
        )
    }

    @Test(arguments: [
        ("escape", "\u{1b}[31m", "^[[31m"),
        ("newline", "a\nb", "a^Jb"),
        ("delete", "\u{7f}", "^?"),
        ("C1 control", "\u{9b}31m", "\\u{9b}31m"),
        ("bidirectional override", "\u{202e}x", "\\u{202e}x"),
        ("no width", "a\u{200b}b", "a\\u{200b}b"),
        ("line separator", "\u{2028}", "\\u{2028}"),
        ("private use", "\u{e000}", "\\u{e000}"),
        ("two hashes", "##[error]x", "#\\u{23}[error]x"),
        ("letters of all kinds", "é 漢字 ע", "é 漢字 ע"),
    ])
    func nothingActs(_ name: String, _ text: String, _ shown: String) {
        #expect(Diagnostic.escape(text) == shown)
    }

    @Test func caretsStandUnderWhatIsMeant() {
        let text = diagnostic("\t漢字: \u{1b}x yz", column: 6, length: 2).rendered()
        #expect(
            text == """
                error[S001]: odd^J::error::x
                  --> a^[[2J.yaml:12:6
                   |
                12 | ^I漢字: ^[x yz
                   |         ^^^

                """
        )
    }

    @Test func longLinesAreCut() throws {
        let line = String(repeating: "a", count: 300) + "X" + String(repeating: "b", count: 300)
        let lines = diagnostic(line, column: 301, length: 1).rendered().split(separator: "\n")
        let quoted = try #require(lines.dropFirst(3).first)
        let carets = try #require(lines.dropFirst(4).first)
        #expect(quoted.count < 200)
        #expect(quoted.contains("…aaa"))
        #expect(quoted.hasSuffix("b…"))
        let place = try #require(carets.firstIndex(of: "^"))
        let distance = carets.distance(from: carets.startIndex, to: place)
        #expect(quoted.dropFirst(distance).first == "X")
    }

    @Test func coloursOnlyWhereWanted() {
        #expect(!diagnostic("a", column: 1, length: 1).rendered().contains("\u{1b}"))
        #expect(
            diagnostic("a", column: 1, length: 1).rendered(hasColour: true).contains("\u{1b}[1;31m")
        )
    }
}
