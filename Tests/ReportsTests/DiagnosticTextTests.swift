import Reports
import Testing

@testable import ScenarioFormat

@Suite("Diagnostics on a terminal")
struct DiagnosticTextTests {
    private func text(
        _ line: String,
        column: Int,
        length: Int,
        hasColour: Bool = false
    ) -> String {
        let diagnostic = Diagnostic(
            code: .unknownKey,
            file: "a\u{1b}[2J.yaml",
            mark: Mark(line: 12, column: column),
            length: length,
            problem: "odd\n::error::x",
            help: nil,
            excerpt: line
        )
        return DiagnosticText(diagnostic, hasColour: hasColour).text
    }

    @Test func caretsStandUnderWhatIsMeant() {
        let shown = text("\t漢字: \u{1b}x yz", column: 6, length: 2)
        #expect(
            shown == """
                error[S001]: odd^J::error::x
                  --> a^[[2J.yaml:12:6
                   |
                12 |     漢字: ^[x yz
                   |           ^^^

                """
        )
    }

    @Test func longLinesAreCut() throws {
        let line = String(repeating: "a", count: 300) + "X" + String(repeating: "b", count: 300)
        let lines = text(line, column: 301, length: 1).split(separator: "\n")
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
        #expect(!text("a", column: 1, length: 1).contains("\u{1b}"))
        #expect(
            text("a", column: 1, length: 1, hasColour: true).contains("\u{1b}[1;31m")
        )
    }
}
