import Mutator

/// Mutants that no test can distinguish from the original, each with the reason.
struct Equivalents {
    /// One entry of the list.
    struct Entry: Hashable {
        let key: String
        let reason: String
        /// Which of several equal expressions in the declaration it is; nil if the entry does not
        /// say.
        let second: String?
    }

    let entries: [Entry]

    /// Reads entries that are separated by empty lines; `#` begins a comment.
    ///
    /// - Throws: `Failure` with the line of an entry that lacks a field.
    init(_ text: String) throws(Failure) {
        var entries: [Entry] = []
        var fields: [String: String] = [:]
        var last = ""
        let lines: [Substring] =
            text.split(separator: "\n", omittingEmptySubsequences: false) + [""]
        for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
            if line.allSatisfy(\.isWhitespace) {
                guard !fields.isEmpty else { continue }
                entries.append(try Self.entry(fields, endingAt: index))
                fields = [:]
            } else if line.hasPrefix(" ") {
                fields[last, default: ""] += " " + line.drop { $0 == " " }
            } else {
                last = String(line.prefix { $0 != " " })
                fields[last] = String(line.dropFirst(last.count).drop { $0 == " " })
            }
        }
        self.entries = entries
    }

    private static func entry(
        _ fields: [String: String],
        endingAt line: Int
    ) throws(Failure) -> Entry {
        guard let file = fields["file"], let declaration = fields["in"], let was = fields["was"],
            let now = fields["now"], let why = fields["why"], !why.isEmpty
        else {
            let text =
                "the equivalent mutant that ends at line \(line) lacks one of file, in, was, now, why"
            throw Failure(description: text)
        }
        func key(_ place: String) -> String {
            [file, declaration, was, now, place].joined(separator: "|")
        }
        let place = fields["place"]
        return Entry(key: key(place ?? "1"), reason: why, second: place == nil ? key("2") : nil)
    }

    /// The entries that name no mutant: their expression changed, so their reason may no longer
    /// hold.
    func stale(_ mutants: [Mutant]) -> [Entry] {
        let keys = Set(mutants.map(\.key))
        return entries.filter { !keys.contains($0.key) }
    }

    /// The entries that match several mutants.
    func unclear(_ mutants: [Mutant]) -> [Entry] {
        let keys = Set(mutants.map(\.key))
        return entries.filter { $0.second.map(keys.contains) ?? false }
    }

    func contains(_ mutant: Mutant) -> Bool { entries.contains { $0.key == mutant.key } }
}
