/// A word, a literal or a sign of a source file, with its place.
package struct Token: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case name
        case number
        case string
        /// A word of a shell or of a file of settings, with or without quotes.
        case word
        case sign
        case newline
    }

    package let kind: Kind
    /// The bytes, from the start of the file.
    package let range: Range<Int>
    /// The text; of a string or a word its value, in which holes are left out.
    package let text: String
    /// The pieces of a string or a word with holes; empty without holes.
    package var pieces: [Piece] = []
    /// Whether it is an item of a list that is a command.
    package var isItem = false

    /// A part of a string.
    package enum Piece: Hashable, Sendable {
        case text(String)
        /// A variable's value.
        case name(String)
        /// The value of an expression, as it is written.
        case expression(String)
    }

    /// Whether it is the sign or the name given.
    package func `is`(_ text: String) -> Bool {
        (kind == .sign || kind == .name || kind == .word) && self.text == text
    }
}
