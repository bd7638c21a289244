import Testing
import X509

/// Identifier bytes (X.690 §8.1.2).
@Suite struct DERTagTests {
    @Test(
        arguments: [
            (DERTag.boolean, 1), (.integer, 2), (.bitString, 3), (.octetString, 4), (.null, 5),
            (.objectIdentifier, 6), (.enumerated, 10), (.utf8String, 12), (.numericString, 18),
            (.printableString, 19), (.teletexString, 20), (.ia5String, 22), (.utcTime, 23),
            (.generalizedTime, 24), (.visibleString, 26), (.universalString, 28), (.bmpString, 30),
            (.sequence, 0x30), (.set, 0x31),
        ] as [(DERTag, UInt8)]
    )
    func `universal tags have the numbers of X.680 §8.4`(tag: DERTag, byte: UInt8) {
        #expect(tag.rawValue == byte)
        #expect(tag.number == byte & 31)
        #expect(tag.isConstructed == (byte >= 0x30))
        #expect(!tag.isContextSpecific)
    }

    @Test(
        arguments: [
            (UInt8(0), false, UInt8(0x80)), (0, true, 0xa0), (3, true, 0xa3), (30, false, 0x9e),
        ] as [(UInt8, Bool, UInt8)]
    )
    func `context-specific tags have the given number and form`(
        number: UInt8,
        isConstructed: Bool,
        byte: UInt8
    ) {
        let tag = DERTag.context(number, constructed: isConstructed)
        #expect(tag.rawValue == byte)
        #expect(tag.number == number)
        #expect(tag.isConstructed == isConstructed)
        #expect(tag.isContextSpecific)
    }
}
