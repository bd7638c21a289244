/// How the next records are made, where they are not as they should be.
package struct RecordShape: Hashable, Sendable {
    /// The longest content of one.
    package var longest = 1 << 14
    /// Octets of zeros behind the content (RFC 8446 §5.4); TLS 1.3's.
    package var padding = 0
    /// The type inside the protection; nil for that of the content.
    package var innerType: UInt8?
    /// The type that the header shows; nil for the right one.
    package var outerType: UInt8?
    /// Done to the fragment, protected where it is.
    package var damage: [Damage] = []
    /// How often each is sent.
    package var copies = 1
    /// Sent behind the first, where the content takes more than one.
    package var interlude: Interlude?

    /// A record of another type.
    package struct Interlude: Hashable, Sendable {
        package var type: UInt8
        package var octets: [UInt8]

        package init(type: UInt8, octets: [UInt8]) {
            (self.type, self.octets) = (type, octets)
        }
    }

    package init() {}
}
