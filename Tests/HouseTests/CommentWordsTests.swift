import Testing

/// Comments name their subject.
struct CommentWordsTests {
    /// Offences in a thousand comment lines.
    private static let limit = 10

    @Test func `comments name their subject`() throws {
        var words = CommentWords()
        for folder in ["Sources", "Tests", "Fuzz", "Benchmarks", "Mutation"] {
            for suffix in [".swift", ".c", ".h"] {
                for file in Repository.files(below: folder, suffix) {
                    words.count(try Repository.text(file), of: file)
                }
            }
        }
        #expect(words.lines > 1_000, "the sources were not found")
        #expect(
            words.offences.count * 1_000 <= words.lines * Self.limit,
            "\(words.offences.count) of \(words.lines), \(words.offences.prefix(20))"
        )
    }

    @Test(arguments: [
        "/// What the server sent.", "// Who signs.", "    /// Whose key it is.",
        "/// How much is left.", "/// - Returns: What was read.", "/// - Parameter key: Who signs.",
        "// Left to whoever asks.", "/// Nobody reads it.", "//  unless somebody does",
    ])
    func `a stand-in is counted`(line: String) {
        var words = CommentWords()
        words.count("let a = 1\n\(line)\nlet b = 2", of: "a.swift")
        #expect(words.lines == 1)
        #expect(words.offences.count == 1)
    }

    @Test(arguments: [
        "/// The bytes that the server sent.", "// Says what is signed.", "/// Whatever it is.",
        "/// However much is left.", "/// - Returns: what was read.", "let what = 1 // What?",
        #"let text = "// nobody""#,
    ])
    func `other words are not`(line: String) {
        var words = CommentWords()
        words.count(line, of: "a.swift")
        #expect(words.offences == [])
    }
}
