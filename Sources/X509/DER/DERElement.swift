/// The identifier byte of an element: class, constructed bit and number (X.690 §8.1.2).
///
/// X.509 only uses tag numbers 0 to 30, so one byte is enough.
package struct DERTag: Hashable, Sendable, RawRepresentable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let boolean = DERTag(rawValue: 0x01)
    package static let integer = DERTag(rawValue: 0x02)
    package static let bitString = DERTag(rawValue: 0x03)
    package static let octetString = DERTag(rawValue: 0x04)
    package static let null = DERTag(rawValue: 0x05)
    package static let objectIdentifier = DERTag(rawValue: 0x06)
    package static let enumerated = DERTag(rawValue: 0x0a)
    package static let utf8String = DERTag(rawValue: 0x0c)
    package static let numericString = DERTag(rawValue: 0x12)
    package static let printableString = DERTag(rawValue: 0x13)
    package static let teletexString = DERTag(rawValue: 0x14)
    package static let ia5String = DERTag(rawValue: 0x16)
    package static let utcTime = DERTag(rawValue: 0x17)
    package static let generalizedTime = DERTag(rawValue: 0x18)
    package static let visibleString = DERTag(rawValue: 0x1a)
    package static let universalString = DERTag(rawValue: 0x1c)
    package static let bmpString = DERTag(rawValue: 0x1e)
    package static let sequence = DERTag(rawValue: 0x30)
    package static let set = DERTag(rawValue: 0x31)

    /// Returns the context-specific tag `[number]`, 0 to 30; a constructed element contains
    /// elements.
    package static func context(_ number: UInt8, constructed: Bool) -> DERTag {
        DERTag(rawValue: 0x80 | (constructed ? 0x20 : 0) | (number & 0x1f))
    }

    package var isConstructed: Bool { rawValue & 0x20 != 0 }
    package var isContextSpecific: Bool { rawValue & 0xc0 == 0x80 }
    /// The tag number, 0 to 30.
    package var number: UInt8 { rawValue & 0x1f }
}

/// One element, as two ranges into the bytes that contain it.
///
/// An element holds no copy of the bytes and no pointer to them; a report can use its ranges as
/// positions.
package struct DERElement: Hashable, Sendable {
    package let tag: DERTag
    /// The range of the identifier and length bytes.
    package let header: Range<Int>
    /// The range of the content bytes.
    package let content: Range<Int>

    package init(tag: DERTag, header: Range<Int>, content: Range<Int>) {
        self.tag = tag
        self.header = header
        self.content = content
    }

    /// The range of the whole encoding, header and content.
    package var encoding: Range<Int> { header.lowerBound..<content.upperBound }
}
