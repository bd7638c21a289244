// SyntaxSearch searches source code for the rules of SyntaxRules. ast-grep parses the code, in a
// process of its own; Hatpin gives it copies of the files, and reads its matches strictly.

/// What a search looks for.
package enum SearchTarget: Hashable, Sendable {
    /// A search of a rule, by the index of the rule and the index of its search.
    case search(rule: Int, search: Int)
    /// The shared rule with a reserved name.
    case shared(ReservedRule)
}

/// A place in a source file that matches; ordered by the place, then by the rule.
package struct SyntaxMatch: Hashable, Sendable {
    package let target: SearchTarget
    /// The bytes of the match.
    package let range: Range<Int>
    /// The bytes of captures, by name.
    package let captures: [String: Range<Int>]

    package init(target: SearchTarget, range: Range<Int>, captures: [String: Range<Int>]) {
        (self.target, self.range, self.captures) = (target, range, captures)
    }
}

extension SyntaxMatch: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.range.lowerBound, left.order.rule, left.order.search)
            < (right.range.lowerBound, right.order.rule, right.order.search)
    }

    private var order: (rule: Int, search: Int) {
        if case .search(let rule, let search) = target { (rule, search) } else { (-1, -1) }
    }
}

/// A script inside a file that could not be searched.
package struct UnreadScript: Hashable, Sendable {
    /// The bytes of the script in the file.
    package let range: Range<Int>
    package let reason: String
}

/// The result of searching one source file.
package enum SyntaxResult: Hashable, Sendable {
    /// The matches, in the order of the file, the number of places that do not parse, and the
    /// scripts inside the file that could not be searched.
    case matches([SyntaxMatch], errors: Int, unread: [UnreadScript] = [])
    /// The reason why this file could not be searched.
    case unread(String)
    /// The reason why no file in its language can be searched.
    case unreadable(String)
}

/// A source file to search.
package struct SearchedFile: Sendable {
    package let language: SourceLanguage
    /// The content in UTF-8; bytes that are not UTF-8 match no text.
    package let bytes: [UInt8]

    package init(_ language: SourceLanguage, _ bytes: [UInt8]) {
        (self.language, self.bytes) = (language, bytes)
    }
}
