/// How the next records are formed; the default values form correct records.
package struct RecordShape: Hashable, Sendable {
    /// The maximum length of a record's content, in bytes.
    package var longest = 1 << 14
    /// The number of zero bytes after the content (RFC 8446 §5.4); only in TLS 1.3.
    package var padding = 0
    /// The total length of content, type and padding; nil to use `padding`.
    package var innerLength: Int?
    /// The unusual or incorrect MAC and padding of a CBC suite; nil for the usual MAC and padding.
    package var blocks: Blocks?
    /// The type inside the protection; nil for the correct type.
    package var innerType: UInt8?
    /// The type in the header; nil for the correct type.
    package var outerType: UInt8?
    /// The damage to the fragment, after any protection.
    package var damage: [Damage] = []
    /// The number of times that each record is sent.
    package var copies = 1
    /// A record to send after the first record, if the content needs several records.
    package var interlude: Interlude?

    /// A record that interrupts the records of a message.
    package struct Interlude: Hashable, Sendable {
        package var type: UInt8
        package var bytes: [UInt8]
        package var inPlaintext = false

        package init(type: UInt8, bytes: [UInt8], inPlaintext: Bool = false) {
            (self.type, self.bytes, self.inPlaintext) = (type, bytes, inPlaintext)
        }
    }

    /// Unusual or incorrect bytes after the content of a CBC record (RFC 5246 §6.2.3.2).
    package enum Blocks: Hashable, Sendable {
        /// Flips one bit of the MAC.
        case wrongCode
        /// Sends a first padding byte that differs from the padding length.
        case wrongPadding
        /// Sends the longest padding that the length byte allows.
        case longestPadding
        /// Fills whole blocks by repeating the last content byte; adds no MAC, unless the MAC
        /// covers the ciphertext.
        ///
        /// Receivers read the last byte as the padding length, so the last content byte chooses it.
        case bare
    }

    package init() {}
}
