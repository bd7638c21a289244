// Mutator finds the places of a Swift file that mutants change, and writes the file with a choice
// at each place. It does not build, run tests or access files.

/// A change of one expression of a source file.
package struct Mutant: Hashable, Sendable {
    /// The path of the file from the project's root.
    package let file: String
    /// The line of the expression, from 1.
    package let line: Int
    /// The names of the enclosing declarations, such as `Reader.next`.
    package let declaration: String
    /// The expression, on one line.
    package let original: String
    /// The expression that replaces it in the mutant.
    package let mutated: String
    /// A digest of the text of the innermost enclosing declaration.
    ///
    /// When it changes, the key of a mutant may become that of another mutant.
    package let context: UInt64
    /// Which of several equal changes in the declaration it is, from 1.
    package internal(set) var occurrence = 1

    /// The name of the mutant while its declaration and its expression stay the same.
    ///
    /// It has no line number, because every edit above changes the line.
    package var key: String {
        [file, declaration, original, mutated, String(occurrence)].joined(separator: "|")
    }

    /// The place and the change, for reports.
    package var description: String {
        "\(file):\(line): \(Self.shortened(original)) → \(Self.shortened(mutated))"
            + (declaration.isEmpty ? "" : " in \(declaration)")
    }

    /// Returns a place in the form that `isAt` expects, without leading `./` and trailing slashes.
    package static func place(typed text: String) -> String {
        var text = text[...]
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        while text.hasSuffix("/") { text = text.dropLast() }
        return String(text)
    }

    /// Whether it is in a folder, in a file, or on a line of a file, such as `Sources/A.swift:7`.
    package func isAt(_ place: String) -> Bool {
        file == place || file.hasPrefix(place + "/") || "\(file):\(line)" == place
    }

    /// At most 90 characters, about what a terminal shows next to a path.
    private static func shortened(_ text: String) -> String {
        text.count <= 90 ? text : "\(text.prefix(55)) … \(text.suffix(30))"
    }
}

extension [Mutant] {
    /// Whether the mutant is in a sample, which depends only on the seed and on the mutant's key:
    /// an edit of one file does not change the sample of another.
    package func sample(_ count: Int, seed: UInt64) -> [Mutant] {
        let ranked = map { (rank: Self.rank($0.key, seed), mutant: $0) }
            .sorted { ($0.rank, $0.mutant.key) < ($1.rank, $1.mutant.key) }
        return ranked.prefix(count).map(\.mutant)
    }

    /// A digest of the key, mixed by the finalizer of SplitMix64, so that similar keys have distant
    /// values.
    private static func rank(_ key: String, _ seed: UInt64) -> UInt64 {
        var hash = digest(key.utf8, after: emptyDigest ^ (seed &* 0x9e37_79b9_7f4a_7c15))
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}

/// The digest of empty input: FNV's offset basis.
package let emptyDigest: UInt64 = 0xcbf2_9ce4_8422_2325

/// The FNV-1a digest of bytes, continued from another digest.
package func digest(_ bytes: some Sequence<UInt8>, after other: UInt64 = emptyDigest) -> UInt64 {
    bytes.reduce(other) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
}
