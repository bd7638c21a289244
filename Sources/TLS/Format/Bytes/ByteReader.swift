/// Reads numbers and vectors of TLS from the start of an array of bytes.
///
/// Each method returns nil if too few bytes are left.
///
/// ```swift
/// var reader = ByteReader([0x02, 0x0a, 0x0b, 0x0c])
/// reader.vector(1)  // [0x0a, 0x0b]
/// reader.rest  // [0x0c]
/// ```
package struct ByteReader {
    private let bytes: [UInt8]
    private var next: Int
    private let end: Int

    /// Makes a reader of these bytes.
    package init(_ bytes: [UInt8]) {
        (self.bytes, next, end) = (bytes, 0, bytes.count)
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, next, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// Whether no bytes are left.
    package var isAtEnd: Bool { next == end }

    /// Reads a big-endian number of this many bytes, at most four.
    package mutating func number(_ count: Int) -> Int? {
        take(count).map { bytes[$0].reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Reads this many bytes.
    package mutating func bytes(_ count: Int) -> [UInt8]? { take(count).map { Array(bytes[$0]) } }

    /// Reads a vector whose length field has this many bytes (RFC 8446 §3.4).
    package mutating func vector(_ lengthBytes: Int) -> [UInt8]? {
        number(lengthBytes).flatMap { bytes($0) }
    }

    /// Reads a vector whose length field has this many bytes, and returns a reader of its content.
    package mutating func nested(_ lengthBytes: Int) -> ByteReader? {
        number(lengthBytes).flatMap { take($0) }.map { ByteReader(bytes, $0) }
    }

    /// All remaining bytes; the reader does not move past them.
    package var rest: [UInt8] { Array(bytes[next..<end]) }

    /// Reads all remaining bytes as two-byte numbers; returns nil if their count is odd.
    package mutating func pairs() -> [UInt16]? {
        var numbers: [UInt16] = []
        while !isAtEnd {
            guard let number = number(2) else { return nil }
            numbers.append(UInt16(number))
        }
        return numbers
    }

    private mutating func take(_ count: Int) -> Range<Int>? {
        guard end - next >= count else { return nil }
        defer { next += count }
        return next..<next + count
    }
}
