/// Reads numbers and vectors from the start of an array of bytes.
///
/// Each method returns nil if too few bytes are left.
struct Cursor {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    /// Reads a big-endian number of this many bytes.
    mutating func number(_ count: Int) -> Int? {
        take(count).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a vector whose length field has this many bytes (RFC 8446 §3.4).
    mutating func vector(_ lengthCount: Int) -> ArraySlice<UInt8>? {
        number(lengthCount).flatMap { take($0) }
    }
}
