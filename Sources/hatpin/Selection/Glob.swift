/// A pattern for ids.
///
/// `*` matches any characters, including slashes, and `?` matches one character. Brackets are
/// ordinary characters, because ids contain them.
package struct Glob: Hashable, Sendable {
    private let pattern: [Character]

    /// Creates the pattern from its text.
    package init(_ pattern: some StringProtocol) {
        self.pattern = Array(pattern)
    }

    /// Whether the text contains a wildcard.
    static func isPattern(_ text: some StringProtocol) -> Bool {
        text.contains(where: isWildcard)
    }

    /// Returns the characters before the first wildcard, with which every matching text begins.
    static func literalPrefix(of pattern: String) -> Substring {
        pattern.prefix { !isWildcard($0) }
    }

    private static func isWildcard(_ character: Character) -> Bool {
        character == "*" || character == "?"
    }

    /// Whether the whole text matches; the time is proportional to the product of both lengths.
    package func matches(_ text: some StringProtocol) -> Bool {
        let text = Array(text)
        var (at, next) = (0, 0)
        // The position after the last star. If matching fails, it continues here, and the star
        // matches one more character.
        var retry: (at: Int, next: Int)?
        while at < text.count {
            if next < pattern.count, pattern[next] == "*" {
                retry = (at, next + 1)
                next += 1
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[at] {
                at += 1
                next += 1
            } else if let last = retry {
                retry = (last.at + 1, last.next)
                (at, next) = (last.at + 1, last.next)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
