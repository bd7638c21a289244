/// The form of the next records; correct by default.
package struct RecordShape: Hashable, Sendable {
    /// The maximum content of a record.
    package var longest = 1 << 14
    /// The number of zero bytes after the content (RFC 8446 §5.4); only in TLS 1.3.
    package var padding = 0
    /// The total length of content, type and padding; nil to use `padding`.
    package var innerLength: Int?
    /// The padding of a CBC suite; nil for the correct padding.
    package var blocks: Blocks?
    /// The type inside the protection; nil for the type of the content.
    package var innerType: UInt8?
    /// The type in the header; nil for the correct type.
    package var outerType: UInt8?
    /// The damage to the fragment, after any protection.
    package var damage: [Damage] = []
    /// The number of times that each record is sent.
    package var copies = 1
    /// A record to send after the first record, if the content needs several records.
    package var interlude: Interlude?

    /// A record of another type.
    package struct Interlude: Hashable, Sendable {
        package var type: UInt8
        package var bytes: [UInt8]
        package var inPlaintext = false

        package init(type: UInt8, bytes: [UInt8], inPlaintext: Bool = false) {
            (self.type, self.bytes, self.inPlaintext) = (type, bytes, inPlaintext)
        }
    }

    /// The bytes after the content in blocks (RFC 5246 §6.2.3.2).
    package enum Blocks: Hashable, Sendable {
        /// Flips one bit of the MAC.
        case wrongCode
        /// The first padding byte differs from the padding length.
        case wrongPadding
        /// The longest padding that its length byte allows.
        case longestPadding
        /// Fills whole blocks by repeating the last content byte; adds no MAC, unless the MAC
        /// covers the ciphertext.
        ///
        /// So the last content byte chooses the padding length.
        case bare
    }

    package init() {}
}
