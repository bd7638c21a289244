import Basics

extension [UInt8] {
    /// Whether the empty line after the head of a request or an answer has come (RFC 9112 §2.1).
    var hasWholeHead: Bool { endOfHead != nil }

    /// The index after the empty line that ends the head; nil if that line has not come.
    ///
    /// A line may end without CR (RFC 9112 §2.2). Heads are short: searching again costs less than
    /// remembering the position.
    var endOfHead: Int? {
        var start = firstIndex(of: 10).map { $0 + 1 }
        while let line = start, let end = self[line...].firstIndex(of: 10) {
            if end == line || end == line + 1 && self[line] == 13 { return end + 1 }
            start = end + 1
        }
        return nil
    }
}
