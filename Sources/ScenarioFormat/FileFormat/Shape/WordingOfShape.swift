// Messages about keys, types and words.

extension Fault {
    static func unknownKey(_ key: String, in noun: String, known: [String]) -> Fault {
        Fault(.unknownKey, "unknown key '\(key)' in \(noun)", help: didYouMean(key, known, "keys"))
    }

    package static func wrongKind(
        _ path: [String],
        expected: [NodeKind],
        found: NodeKind,
        _ example: String? = nil
    ) -> Fault {
        let kinds = expected.map(\.description).joined(separator: " or ")
        return Fault(
            .wrongKind,
            "\(quoted(path)) takes \(kinds), not \(found.description)",
            help: written(example, at: path)
        )
    }

    /// Returns advice to write the key with this example; nil without an example.
    private static func written(_ example: String?, at path: [String]) -> String? {
        guard let key = path.last, let example else { return nil }
        return "write it such as \(key): \(example)"
    }

    package static func missingKey(_ key: String, in noun: String) -> Fault {
        Fault(.missingKey, "\(noun) needs the key '\(key)'")
    }

    static func noValue(_ key: String) -> Fault {
        Fault(
            .noValue,
            "'\(key)' has no value",
            help: "write {} for an empty mapping, ~ to remove the value of a lower layer"
        )
    }

    static let nullElement = Fault(.noValue, "~ is not allowed where a value is needed")

    static func unknownWord(
        _ word: String,
        _ vocabulary: Vocabulary,
        path: [String],
        _ mapping: String?
    ) -> Fault {
        let meant =
            vocabulary.meaning(word).map { "did you mean '\($0)'?" }
            ?? didYouMean(word, vocabulary.names)
        let help = [
            meant ?? known(vocabulary, near: word),
            meant == nil ? written(mapping, at: path) : nil,
        ].compactMap(\.self)
        return Fault(
            .unknownWord,
            "unknown \(vocabulary.noun) '\(word)' for \(quoted(path))",
            help: help.isEmpty ? nil : help.joined(separator: "; or ")
        )
    }

    /// Returns a hint about known words: the three most similar words of a vocabulary that a
    /// command lists, otherwise the word that was probably meant or all words.
    private static func known(_ vocabulary: Vocabulary, near word: String) -> String? {
        guard let listing = vocabulary.listing else {
            return didYouMean(word, vocabulary.names, "words")
        }
        let nearest = closest(to: word, among: vocabulary.names, limit: .max).prefix(3)
        return "the most similar are \(nearest.joined(separator: ", ")); \(listing) shows all"
    }

    package static func unknownWord(_ word: String, noun: String, known: [String]) -> Fault {
        Fault(.unknownWord, "unknown \(noun) '\(word)'", help: didYouMean(word, known, "words"))
    }

    static func notBuilt(_ key: String, _ about: String) -> Fault {
        Fault(.notBuilt, "'\(key)' is not supported yet", help: about)
    }

    static func badNumber(_ text: String, in range: ClosedRange<Int>) -> Fault {
        Fault(
            .badNumber,
            "'\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)"
        )
    }

    static func badName(_ text: String) -> Fault {
        Fault(
            .badName,
            "'\(text)' is not a name of lower-case letters, digits and hyphens"
        )
    }

    static func emptyText(_ noun: String) -> Fault {
        Fault(.nothingStated, "\(noun) must not be empty")
    }

    /// `example` is an allowed value that is not a list.
    package static func emptyList(_ path: [String], _ example: String? = nil) -> Fault {
        Fault(
            .nothingStated,
            "\(quoted(path)) must not be empty",
            help: example.map { "state one, such as \($0)" } ?? "write ~ to remove it"
        )
    }

    package static func exclusive(_ first: String, _ second: String, help: String? = nil) -> Fault {
        Fault(.exclusiveKeys, "'\(first)' and '\(second)' cannot be combined", help: help)
    }

    package static func exactlyOne(of keys: [String], in noun: String) -> Fault {
        Fault(.exclusiveKeys, "\(noun) has exactly one of \(keys.joined(separator: ", "))")
    }

    private static func quoted(_ path: [String]) -> String {
        path.isEmpty ? "the document" : "'\(path.joined(separator: "."))'"
    }
}
