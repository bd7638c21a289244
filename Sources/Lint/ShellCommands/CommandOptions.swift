/// The options and operands of a command.
struct CommandOptions {
    struct Option {
        /// The name with its hyphens, such as `-k`.
        let name: String
        /// The value: the rest of the word, or the next word.
        var value: String?
        /// The bytes of the value.
        var valueRange: Range<Int>?
        /// The bytes to delete: the word, or the letter in a word of joined letters; with the value
        /// if it is the next word.
        var range: Range<Int>
        let word: ShellWord
    }

    private(set) var options: [Option] = []
    private(set) var operands: [ShellWord] = []

    /// - Parameters:
    ///   - words: the words after the program's name.
    ///   - valued: the options that take a value; empty for a program whose options are not known.
    ///     For such a program, single letters are not joined.
    ///   - named: further options that take a value.
    init(_ words: [ShellWord], valued: Set<String>, named: Set<String>) {
        var rest = words[...]
        let takers = valued.union(named)
        while let word = rest.popFirst() {
            let text = word.text
            if text == "--" {
                operands += rest
                return
            }
            guard text.hasPrefix("-"), text.count > 1 else {
                operands.append(word)
                continue
            }
            var found = Self.joined(word, valued, takers) ?? [Self.option(word)]
            if let last = found.last, last.value == nil, takers.contains(last.name),
                let next = rest.popFirst()
            {
                found[found.count - 1].value = next.text
                found[found.count - 1].valueRange = next.bytes(
                    of: next.text.startIndex..<next.text.endIndex
                )
                if last.range == word.range, last.range.upperBound <= next.range.upperBound {
                    found[found.count - 1].range = last.range.lowerBound..<next.range.upperBound
                }
            }
            options += found
        }
    }

    /// Returns the option of a word that is one option: `--name`, `--name=value` or `-name`.
    private static func option(_ word: ShellWord) -> Option {
        let text = word.text
        guard let sign = text.firstIndex(of: "="), text.hasPrefix("--") else {
            return Option(name: text, range: word.range, word: word)
        }
        let value = text.index(after: sign)..<text.endIndex
        return Option(
            name: String(text[..<sign]),
            value: String(text[value]),
            valueRange: word.bytes(of: value),
            range: word.range,
            word: word
        )
    }

    /// Returns the options of a word with joined letters, such as `-sko file`; nil for another
    /// word.
    private static func joined(
        _ word: ShellWord,
        _ valued: Set<String>,
        _ takers: Set<String>
    ) -> [Option]? {
        let text = word.text
        guard !valued.isEmpty, !text.hasPrefix("--"), !takers.contains(text) else { return nil }
        var options: [Option] = []
        for index in text.indices.dropFirst() {
            let next = text.index(after: index)
            var option = Option(name: "-\(text[index])", range: word.range, word: word)
            let takes = takers.contains(option.name)
            if takes, next < text.endIndex {
                option.value = String(text[next...])
                option.valueRange = word.bytes(of: next..<text.endIndex)
            } else if !takes, text.count > 2, let letter = word.bytes(of: index..<next) {
                option.range = letter
            }
            options.append(option)
            if takes { break }
        }
        return options
    }
}
