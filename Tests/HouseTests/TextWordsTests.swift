import Testing

/// Messages of the command, and texts of scenarios and of definitions, name their subject.
struct TextWordsTests {
    /// Pronouns that name no one; a reader who learned English later has to guess whom they mean.
    private static let pronouns: Set = ["whoever", "whomever", "nobody", "somebody"]

    /// The words that stand in a line for a noun; keys of files, and names with hyphens, are none.
    private static func standIns(_ line: Substring) -> [String] {
        line.replacing(/^ *[a-z0-9-]+:/, with: "")
            .split { !$0.isLetter && $0 != "-" }
            .map { $0.lowercased() }
            .filter(pronouns.contains)
    }

    private func offences(_ files: [String], isText: (Substring) -> Bool) throws -> [String] {
        try files.flatMap { file in
            try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
                .filter { isText($0.element) && !Self.standIns($0.element).isEmpty }
                .map { "\(file):\($0.offset + 1): \($0.element)" }
        }
    }

    @Test func `messages name their subject`() throws {
        let files = Repository.files(below: "Sources", ".swift")
        #expect(files.count > 500, "the sources were not found")
        // Comments have a count of their own.
        let offences = try offences(files) { !$0.drop { $0 == " " }.hasPrefix("//") }
        #expect(offences == [])
    }

    @Test(arguments: ["Scenarios", "Clients"])
    func `texts of files name their subject`(folder: String) throws {
        let files = Repository.files(below: folder, ".yaml")
        #expect(files.count > 50, "the files were not found")
        #expect(try offences(files) { _ in true } == [])
    }

    @Test(arguments: [
        "  A pin does not keep out whoever deceives it.", "accept: nobody asks",
        "  nobody-asks: nobody",
        #"    "which nobody checks, in a listed ""#, "Somebody's key.",
    ])
    func `a stand-in is counted`(line: String) {
        #expect(Self.standIns(line[...]).count == 1)
    }

    @Test(arguments: [
        "  nobody:", "serve: [somebody-else, intermediate]", "no one asks", "A client that asks.",
    ])
    func `other words are not`(line: String) {
        #expect(Self.standIns(line[...]) == [])
    }
}
