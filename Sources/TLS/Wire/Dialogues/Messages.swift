// Parts of protocols whose messages are bytes with a length.

extension [UInt8] {
    /// Returns an unsigned number of at most seven bytes, the most significant byte first; nil if the
    /// message ends before.
    func number(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns an unsigned number of at most seven bytes, the least significant byte first; nil if
    /// the message ends before.
    func littleEndian(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns bytes of the message; nil if the message ends before.
    func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            return nil
        }
        return self[offset..<offset + count]
    }

    /// Returns the length of a message if it is complete; nil if bytes are missing, or if it is
    /// longer than any message that is stored.
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
