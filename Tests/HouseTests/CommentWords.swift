/// Comment lines of Swift, and those among them that put a stand-in where a noun belongs.
struct CommentWords {
    private(set) var lines = 0
    /// The lines, each with the place given.
    private(set) var offences: [String] = []

    /// Question words that open a sentence in place of its subject.
    private static let openings = ["What", "Who", "Whose", "Whom", "How much"]
    /// Pronouns that name no one.
    private static let pronouns: Set = [
        "whoever", "Whoever", "nobody", "Nobody", "somebody", "Somebody",
    ]

    /// Counts the comments of a file.
    mutating func count(_ text: String, of file: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = line.drop { $0 == " " }
            guard line.utf8.starts(with: "//".utf8) else { continue }
            lines += 1
            if Self.offends(line) { offences.append("\(file):\(index + 1): \(line)") }
        }
    }

    private static func offends(_ line: Substring) -> Bool {
        let comment = line.drop { $0 == "/" }.drop { $0 == " " }
        var words = comment.split { !$0.isLetter }.map(String.init)
        if words.contains(where: pronouns.contains) { return true }
        // `- Parameter name: `, `- Returns: `
        if comment.hasPrefix("- "), let colon = comment.firstIndex(of: ":") {
            words = comment[colon...].split { !$0.isLetter }.map(String.init)
        }
        let opening = words.prefix(2).joined(separator: " ")
        return openings.contains { opening == $0 || opening.hasPrefix($0 + " ") }
    }
}
