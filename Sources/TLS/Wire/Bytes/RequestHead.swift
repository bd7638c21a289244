import Basics

extension [UInt8] {
    /// Whether the empty line after the head of a request or an answer has come (RFC 9112 §2.1).
    var hasWholeHead: Bool { endOfHead != nil }

    /// The index after the empty line that ends the head; nil if that line has not come.
    ///
    /// Heads are short: searching again costs less than remembering the position.
    var endOfHead: Int? { firstPlace(of: [13, 10, 13, 10])?.upperBound }
}
