import Basics

extension [UInt8] {
    /// Whether the empty line has come that ends the head of a request or an answer (RFC 9112 §2.1).
    var hasWholeHead: Bool { endOfHead != nil }

    /// The place after that line; nil while it has not come.
    ///
    /// Heads are short: searching again what came before costs less than remembering it.
    var endOfHead: Int? { firstPlace(of: [13, 10, 13, 10])?.upperBound }
}
