/// A word, a literal or a sign of a source file, with its place.
package struct Token: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case name
        case number
        case string
        /// A word of a shell or a configuration file, with or without quotes.
        case word
        case sign
        case newline
    }

    package let kind: Kind
    /// The bytes, counted from the start of the file.
    package let range: Range<Int>
    /// The text; for a string or word, its value without interpolations.
    package let text: String
    /// The pieces of a string or word with interpolations; empty if there are none.
    package var pieces: [Piece] = []
    /// Whether the token is an item of a list that forms a command.
    package var isItem = false

    /// A part of a string.
    package enum Piece: Hashable, Sendable {
        case text(String)
        /// A variable's value.
        case name(String)
        /// The value of an expression, as written in the file.
        case expression(String)
    }

    /// Returns whether the token is the given sign or name.
    package func `is`(_ text: String) -> Bool {
        (kind == .sign || kind == .name || kind == .word) && self.text == text
    }
}
