import X509

/// Values that decoders treat specially, by type, from the parser's own tables.
enum KnownEncodings {
    /// The identifiers in the parser's tables.
    static let identifiers = ObjectIdentifier.known

    /// Every type, by its name in X.680.
    static let types: [(name: String, tag: DERTag)] = [
        ("boolean", .boolean), ("integer", .integer), ("bit-string", .bitString),
        ("octet-string", .octetString), ("null", .null),
        ("object-identifier", .objectIdentifier), ("enumerated", .enumerated),
        ("utf8-string", .utf8String), ("numeric-string", .numericString),
        ("printable-string", .printableString), ("teletex-string", .teletexString),
        ("ia5-string", .ia5String), ("utc-time", .utcTime),
        ("generalized-time", .generalizedTime), ("visible-string", .visibleString),
        ("universal-string", .universalString), ("bmp-string", .bmpString),
        ("sequence", .sequence), ("set", .set),
    ]

    /// Times at the limits of the two types, of calendars and of 32-bit clocks, and invalid times.
    static let times: [(tag: DERTag, text: String)] = [
        (.utcTime, "500101000000Z"), (.utcTime, "491231235959Z"), (.utcTime, "700101000000Z"),
        (.utcTime, "240229000000Z"), (.utcTime, "230229000000Z"), (.utcTime, "2601010000Z"),
        (.utcTime, "260101000000+0100"), (.utcTime, "260431000000Z"), (.utcTime, "260101240000Z"),
        (.utcTime, "260101000060Z"), (.generalizedTime, "20500101000060Z"),
        (.generalizedTime, "20500101000000Z"), (.generalizedTime, "20491231235959Z"),
        (.generalizedTime, "99991231235959Z"), (.generalizedTime, "00000101000000Z"),
        (.generalizedTime, "20380119031408Z"), (.generalizedTime, "21000229000000Z"),
        (.generalizedTime, "20260101000000.5Z"), (.generalizedTime, "20261301000000Z"),
    ]

    /// Returns the content bytes to try in an element of this type; an implicit tag gets the
    /// contents of several types.
    static func contents(_ tag: UInt8) -> [[UInt8]] { contents[Int(tag)] }

    /// The primitive tags of optional fields.
    static let optionalTags: [DERTag] =
        [.boolean, .integer] + (0..<4).map { .context($0, constructed: false) }

    /// The contents of default values, and of their alternatives.
    ///
    /// DER omits a value that equals its default (X.690 §11.5); RFC 5280 has such fields.
    static let defaults: [[UInt8]] = [[0x00], [0xff], []]

    private static let others = numbers + strings + bits + [[0x00], [0xff]]

    private static let numbers: [[UInt8]] = [
        [], [0x00], [0x01], [0x02], [0x03], [0x7f], [0x80], [0xff], [0x00, 0x80], [0x00, 0x01],
        [0xff, 0x7f], [0xff, 0xff], [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        [0x00, 0x80, 0, 0, 0, 0, 0, 0, 0], [UInt8](repeating: 0x7f, count: 20),
        [UInt8](repeating: 0x7f, count: 21),
    ]

    /// Named bits: each of the first ten, several lengths, and non-zero unused bits.
    private static let bits: [[UInt8]] =
        (0..<10).map { bit in
            let byte: UInt8 = 0x80 >> UInt8(bit % 8)
            return [UInt8(7 - bit % 8)] + (bit < 8 ? [byte] : [0, byte])
        } + [
            [], [0x00], [0x08, 0x80], [0x00, 0x80], [0x07, 0x00], [0x06, 0xc1], [0x07, 0xff, 0x80],
            [0x00, 0xff, 0xff, 0xff],
        ]

    private static let strings: [[UInt8]] = [
        "", "*", "*.example.test", "www.example.test\0", ".example.test", "example.test.",
        "https://www.example.test/", "a@example.test", "\u{e9}", "192.0.2.1",
    ].map { Array($0.utf8) }

    /// The contents to try, by the identifier byte.
    private static let contents = (UInt8.min...UInt8.max).map { tag in
        table[DERTag(rawValue: tag)] ?? others
    }

    private static let table: [DERTag: [[UInt8]]] = [
        .boolean: [[0x00], [0xff], [0x01], [], [0xff, 0xff]],
        .integer: numbers, .enumerated: numbers, .bitString: bits,
        .objectIdentifier: identifiers.map(\.content) + [[], [0x80], [0x55, 0x80, 0x01]],
        .utcTime: times.map { Array($0.text.utf8) },
        .generalizedTime: times.map { Array($0.text.utf8) },
    ]
}
