/// Assembles handshake messages from records (RFC 8446 §5.1).
package struct HandshakeAssembly {
    /// The longest accepted message, in bytes.
    ///
    /// The longest certificates of Hatpin and of its clients have a few thousand bytes.
    package var longestMessage = 1 << 17

    private var bytes: [UInt8] = []

    /// Makes an empty assembly.
    package init() {}

    /// Whether no incomplete message is left.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Appends a record's content.
    package mutating func append(_ content: [UInt8]) { bytes += content }

    /// Returns the next whole message with its header; nil until all bytes of the message have
    /// come.
    package mutating func next() throws(ProtocolFailure) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        let length = bytes[1...3].reduce(0) { $0 << 8 | Int($1) }
        guard length <= longestMessage else { throw .tooLong }
        guard bytes.count >= 4 + length else { return nil }
        if bytes.count == 4 + length {
            defer { bytes = [] }
            return bytes
        }
        defer { bytes.removeFirst(4 + length) }
        return Array(bytes[..<(4 + length)])
    }
}
