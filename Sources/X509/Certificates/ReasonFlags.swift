/// The reasons that a CRL covers, at least one reason: ReasonFlags (RFC 5280 §4.2.1.13).
package struct ReasonFlags: OptionSet, Hashable, Sendable {
    /// The bits; bit 0 of the BIT STRING is the highest of nine, as in keyUsage.
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Bits 1 to 8; bit 0 is unused.
    package static let all = ReasonFlags(rawValue: 0x7f80)

    /// Reads the next element.
    init(_ reader: inout DERReader, _ tag: DERTag) throws(DERError) {
        rawValue = try reader.nineNamedBits(tag)
    }
}
