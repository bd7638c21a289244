import Testing

/// Pages that are read from the top stay short.
struct DocumentTests {
    /// The lines of README, about three screens: what it is, how it begins, where to read on.
    private static let limit = 150

    private static func excess(of text: String) -> Int {
        max(0, text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 - limit)
    }

    @Test func `README is not too long`() throws {
        #expect(Self.excess(of: try Repository.text("README.md")) == 0)
    }

    @Test(arguments: [(150, 0), (151, 1)])
    func `lines beyond the limit are counted`(lines: Int, excess: Int) {
        #expect(Self.excess(of: String(repeating: "line\n", count: lines)) == excess)
    }
}
