import ScenarioFormat
import Testing

@testable import Lint

struct ReviewedFileTests {
    @Test func `a place has the line and column that an editor shows`() {
        let file = ReviewedFile(Array("\u{feff}ä = 1\r\n\tö✓ = 2\n".utf8), named: "a.conf")
        let place = file.span(file.bytes.count - 2..<file.bytes.count - 1)
        #expect((place.mark.line, place.mark.column) == (2, 7))
        #expect(place.line == "\tö✓ = 2")
        #expect(place.column == 7)
        #expect(file.text(place.range) == "2")
    }

    /// Lines of generated code can have megabytes and thousands of findings.
    @Test(arguments: [0, 1_199, 1_200, 1_201, 5_000, 9_999])
    func `the span of a place in a long line shows the part around the place`(offset: Int) {
        let line =
            String(repeating: "ä", count: offset) + "X" + String(repeating: "✓", count: 9_999)
        let file = ReviewedFile(Array(line.utf8), named: "a.js")
        let place = file.span(2 * offset..<2 * offset + 1)
        #expect(place.mark.column == offset + 1)
        #expect(place.line.utf8.count <= 2_500)
        #expect(Array(place.line)[place.column - 1] == "X")
    }

    @Test(arguments: [
        ("a\n  b\nc\n", 4..<5, "  b\n"), ("a\n  b x\nc\n", 4..<5, "b"), ("b", 0..<1, "b"),
        ("a\n\tb\t", 3..<4, "\tb\t"), ("a b\n", 0..<3, "a b\n"),
    ])
    func `a deletion includes whole lines if nothing else is on them`(
        text: String,
        range: Range<Int>,
        lines: String
    ) {
        let file = ReviewedFile(Array(text.utf8), named: "a")
        #expect(file.text(file.wholeLines(range)) == lines)
    }

    @Test func `a fix shows the changed lines, except in generated code`() {
        let text = "a\nbad\n" + String(repeating: "x", count: 3_000) + "bad\n"
        let file = ReviewedFile(Array(text.utf8), named: "a")
        let edits = [Edit(2..<5, "good"), Edit(3_006..<3_009, "good")]
        #expect(file.fix("do", edits).lines == [Fix.Line(number: 2, text: "good")])
        #expect(file.applying(edits).count == text.utf8.count + 2)
    }
}
