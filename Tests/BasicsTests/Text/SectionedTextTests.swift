import Basics
import Testing

struct SectionedTextTests {
    @Test func `reads sections, their entries and the fields of each entry`() throws {
        let text = try SectionedText(
            """
            # Comment
            [one] The first
            a | b
            # Comment
            c |
               d   | e

            [ two ]
            """
        )
        #expect(text.sections.map(\.name) == ["one", "two"])
        #expect(text.sections.map(\.title) == ["The first", ""])
        #expect(text["one"]?.entries.map(\.fields) == [["a", "b"], ["c", "d", "e"]])
        #expect(text["one"]?.entries.map(\.line) == [3, 5])
        #expect(text["two"]?.entries == [])
        #expect(text["three"] == nil)
    }

    @Test(
        arguments: [
            ("", nil), ("[a]\nb\n c", nil), ("[a]\n[b]", nil),
            ("[a\nb", .badHeading(line: 1)), ("\n[]", .badHeading(line: 2)),
            ("[a]\nb\n[a]", .repeatedSection(line: 3)),
            ("# a\nb", .entryOutsideSection(line: 2)),
            (" b", .continuationWithoutEntry(line: 1)),
            ("[a]\n b", .continuationWithoutEntry(line: 2)),
        ] as [(String, SectionedText.Fault?)]
    )
    func `refuses a line that is not allowed at its position`(
        text: String,
        fault: SectionedText.Fault?
    ) {
        var found: SectionedText.Fault?
        do { _ = try SectionedText(text) } catch { found = error }
        #expect(found == fault)
    }
}
