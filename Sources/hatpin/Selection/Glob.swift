/// A pattern for ids.
///
/// `*` stands for any characters, slashes included, and `?` for one; brackets are ordinary
/// characters, because ids have them.
package struct Glob: Hashable, Sendable {
    private let pattern: [Character]

    /// The pattern that is written so.
    package init(_ pattern: some StringProtocol) {
        self.pattern = Array(pattern)
    }

    /// Whether the text has a wildcard.
    static func isPattern(_ text: some StringProtocol) -> Bool {
        text.contains(where: isWildcard)
    }

    /// What every text that matches begins with.
    static func literalPrefix(of pattern: String) -> Substring {
        pattern.prefix { !isWildcard($0) }
    }

    private static func isWildcard(_ character: Character) -> Bool {
        character == "*" || character == "?"
    }

    /// Whether the whole text matches; in time proportional to both lengths multiplied.
    package func matches(_ text: some StringProtocol) -> Bool {
        let text = Array(text)
        var (at, next) = (0, 0)
        // Where to go on after the last star: one more character goes to the star each time.
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
