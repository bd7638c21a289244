// SyntaxSearch searches source code for the rules of SyntaxRules. ast-grep parses the code, in a
// process of its own; Hatpin gives it copies of the files, and reads its matches strictly.

/// A place in a source file that a search of a rule matches.
package struct SyntaxMatch: Hashable, Sendable {
    /// The index of the rule, and of its search.
    package let rule, search: Int
    /// The bytes of the match.
    package let range: Range<Int>
    /// The bytes of captures, by name.
    package let captures: [String: Range<Int>]
}

/// The result of searching one source file.
package enum SyntaxResult: Hashable, Sendable {
    /// The matches, in the order of the file, and the number of places that do not parse.
    case matches([SyntaxMatch], errors: Int)
    /// The reason why this file could not be searched.
    case unread(String)
    /// The reason why no file in its language can be searched.
    case unreadable(String)
}

/// A source file to search.
package struct SearchedFile: Sendable {
    package let language: SourceLanguage
    /// The content in UTF-8; other bytes than UTF-8 match no text.
    package let bytes: [UInt8]

    package init(_ language: SourceLanguage, _ bytes: [UInt8]) {
        (self.language, self.bytes) = (language, bytes)
    }
}
