import Testing

@testable import hatpin

/// Host names of setups that are served together.
struct RenamingTests {
    @Test(arguments: [
        (0, "www.example.test", "www.caseaaa.test"),
        (27, "*.example.test", "*.caseabb.test"),
        (25, "WWW.ExAmPlE.TEST", "WWW.CaSeAaZ.TEST"),
        (1, "notexample.test", "notcaseaab.test"),
        (1, "example.example", "caseaab.caseaab"),
        (1, "www.other.test", "www.other.test"),
        (1, "ample.test", "ample.test"),
        (1, "", ""),
    ])
    func `a label is replaced by a label of equal length`(
        number: Int,
        name: String,
        renamed: String
    ) throws {
        let renaming = try #require(Renaming(number))
        #expect(String(decoding: renaming.bytes(Array(name.utf8)), as: UTF8.self) == renamed)
    }

    @Test func `returns nil when no label is left`() {
        #expect(Renaming(26 * 26 * 26 - 1) != nil)
        #expect(Renaming(26 * 26 * 26) == nil)
        #expect(Renaming(-1) == nil)
    }
}
