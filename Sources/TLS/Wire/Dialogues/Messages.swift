// Code for binary protocols, whose messages contain their length.

extension [UInt8] {
    /// Returns an unsigned number of at most seven bytes, the most significant byte first; nil if
    /// the message is too short.
    func number(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns an unsigned number of at most seven bytes, the least significant byte first; nil if
    /// the message is too short.
    func littleEndian(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns bytes of the message; nil if the message is too short.
    func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            return nil
        }
        return self[offset..<offset + count]
    }

    /// Returns the length if this many bytes have come; nil if bytes are missing, or if the length
    /// exceeds the maximum length of a message.
    func complete(_ length: Int) -> Int? {
        length <= ApplicationProtocol.longestMessage && length <= count ? length : nil
    }

    /// Makes the bytes of a number, the most significant first.
    init(_ number: Int, count: Int) {
        self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Makes the bytes of a number, the least significant first.
    init(littleEndian number: Int, count: Int) {
        self = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
