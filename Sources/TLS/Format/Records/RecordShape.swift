/// How the next records are made, where they are not as they should be.
package struct RecordShape: Hashable, Sendable {
    /// The longest content of one.
    package var longest = 1 << 14
    /// Bytes of zeros after the content (RFC 8446 §5.4); TLS 1.3's.
    package var padding = 0
    /// The length to which content, type and padding come together; nil where `padding` counts.
    package var innerLength: Int?
    /// The blocks of a CBC suite; nil for what they should be.
    package var blocks: Blocks?
    /// The type inside the protection; nil for that of the content.
    package var innerType: UInt8?
    /// The type that the header shows; nil for the right one.
    package var outerType: UInt8?
    /// Done to the fragment, protected where it is.
    package var damage: [Damage] = []
    /// How often each is sent.
    package var copies = 1
    /// Sent after the first, where the content takes more than one.
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
        /// One bit of the MAC is wrong.
        case wrongCode
        /// The first byte of the padding is another one than its length.
        case wrongPadding
        /// As much padding as its length can say.
        case longestPadding
        /// The content alone, and its last byte as often as whole blocks need it, so that the content
        /// chooses the padding, and the MAC unless that is of the ciphertext.
        case bare
    }

    package init() {}
}
