import TestSupport
import Testing
import X509

@Suite struct DERValuesTests {
    struct Case<Value: Equatable & Sendable>: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let expected: Result<Value, DERError>

        init(_ description: String, _ hex: String, _ value: Value) {
            testDescription = description
            bytes = Array(hex: hex) ?? []
            expected = .success(value)
        }

        init(_ description: String, _ hex: String, _ fault: DERError.Fault, at offset: Int) {
            testDescription = description
            bytes = Array(hex: hex) ?? []
            expected = .failure(DERError(fault, at: offset))
        }

        func check(_ read: (inout DERReader) throws(DERError) -> Value) {
            var reader = DERReader(bytes)
            let actual: Result<Value, DERError>
            do throws(DERError) {
                actual = .success(try read(&reader))
            } catch {
                actual = .failure(error)
            }
            #expect(actual == expected)
        }
    }

    @Test(arguments: [
        Case("true", "0101ff", true),
        Case("false", "010100", false),
        Case("true in BER", "010101", .badBoolean, at: 2),
        Case("no byte", "0100", .badBoolean, at: 2),
        Case("two bytes", "0102ffff", .badBoolean, at: 2),
        Case("another type", "0201ff", .unexpectedTag, at: 0),
    ])
    func `reads BOOLEAN strictly`(_ test: Case<Bool>) {
        test.check { reader throws(DERError) in try reader.boolean() }
    }

    @Test(arguments: [
        Case("absent", "0500", false),
        Case("true", "0101ff", true),
        Case("the default, encoded", "010100", .encodedDefault, at: 0),
    ])
    func `reads BOOLEAN DEFAULT FALSE strictly`(_ test: Case<Bool>) {
        test.check { reader throws(DERError) in try reader.booleanDefaultFalse() }
    }

    @Test(arguments: [
        Case("zero", "020100", 2..<3),
        Case("minus one", "0201ff", 2..<3),
        Case("128, which needs a leading zero", "02020080", 2..<4),
        Case("127 with a leading zero", "0202007f", .badInteger, at: 2),
        Case("minus one in two bytes", "0202ffff", .badInteger, at: 2),
        Case("minus 129", "0202ff7f", 2..<4),
        Case("no byte", "0200", .badInteger, at: 2),
    ])
    func `reads INTEGER strictly`(_ test: Case<Range<Int>>) {
        test.check { reader throws(DERError) in try reader.integer() }
    }

    @Test(arguments: [
        Case("zero", "020100", 0),
        Case("256", "02020100", 256),
        Case("Int.max", "02087fffffffffffffff", Int.max),
        Case("2^63, which becomes Int.max", "0209008000000000000000", Int.max),
        Case("minus one", "0201ff", .badInteger, at: 2),
    ])
    func `reads non-negative INTEGERs strictly`(_ test: Case<Int>) {
        test.check { reader throws(DERError) in try reader.nonNegativeInteger() }
    }

    @Test(arguments: [
        Case("one arc pair", "06012a", 2..<3),
        Case("an arc of two bytes", "06032a8648", 2..<5),
        Case("no byte", "0600", .badObjectIdentifier, at: 2),
        Case("the last arc cut short", "06022a86", .badObjectIdentifier, at: 2),
        Case("an arc with a leading zero", "06032a8001", .badObjectIdentifier, at: 3),
        Case("the first arc with a leading zero", "06028001", .badObjectIdentifier, at: 2),
    ])
    func `reads OBJECT IDENTIFIER strictly`(_ test: Case<Range<Int>>) {
        test.check { reader throws(DERError) in try reader.objectIdentifier() }
    }

    @Test(arguments: [
        Case("no bits", "030100", [0, 3, 3]),
        Case("one byte", "0302 00ff", [0, 3, 4]),
        Case("three bits", "0302 05e0", [5, 3, 4]),
        Case("no byte", "0300", .badBitString, at: 2),
        Case("unused bits of nothing", "0301 01", .badBitString, at: 2),
        Case("eight unused bits", "0302 0800", .badBitString, at: 2),
        Case("a set unused bit", "0302 05e1", .badBitString, at: 2),
    ])
    func `reads BIT STRING strictly`(_ test: Case<[Int]>) {
        test.check { reader throws(DERError) in
            let (bytes, unused) = try reader.bitString()
            return [unused, bytes.lowerBound, bytes.upperBound]
        }
    }

    @Test(arguments: [
        Case("whole bytes", "0302 00ff", 3..<4),
        Case("part of a byte", "0302 01fe", .badBitString, at: 0),
    ])
    func `reads BIT STRINGs of whole bytes strictly`(_ test: Case<Range<Int>>) {
        test.check { reader throws(DERError) in try reader.byteAlignedBits() }
    }

    @Test(arguments: [
        Case("ASCII", "1602 617f", 2..<4),
        Case("Latin-1", "1602 61e9", .badString, at: 3),
    ])
    func `reads IA5String strictly`(_ test: Case<Range<Int>>) {
        test.check { reader throws(DERError) in try reader.ia5String() }
    }
}

/// The characters of each string type of a name (X.680 §41).
@Suite struct CharacterStringTests {
    @Test(arguments: [
        (
            DERTag.printableString,
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '()+,-./:=?"
        ),
        (.numericString, "0123456789 "),
        (.visibleString, (0x20...0x7e).map { String(Unicode.Scalar(UInt8($0))) }.joined()),
        (.ia5String, (0...0x7f).map { String(Unicode.Scalar(UInt8($0))) }.joined()),
        (.utf8String, (0...0x7f).map { String(Unicode.Scalar(UInt8($0))) }.joined()),
    ])
    func `a string type accepts exactly its characters`(tag: DERTag, characters: String) {
        for byte in UInt8.min...UInt8.max {
            #expect(
                isRead(tag, [byte]) == characters.utf8.contains(byte),
                "\(tag) \(byte)"
            )
        }
    }

    @Test(arguments: [
        (DERTag.bmpString, "0041", true), (.bmpString, "00", false), (.bmpString, "d7ff", true),
        (.bmpString, "d800", false), (.bmpString, "dfff", false), (.bmpString, "e000", true),
        (.bmpString, "0041d800", false), (.universalString, "0010ffff", true),
        (.universalString, "00110000", false), (.universalString, "0000d800", false),
        (.universalString, "000041", false), (.universalString, "0000004100110000", false),
        (.utf8String, "c3a9", true), (.utf8String, "c3", false),
    ])
    func `a string type of wide characters accepts only its valid encodings`(
        tag: DERTag,
        text: String,
        isOne: Bool
    ) {
        #expect(isRead(tag, hexBytes(text)) == isOne)
    }

    private func isRead(_ tag: DERTag, _ bytes: [UInt8]) -> Bool {
        let attribute = Name.Attribute(type: .commonName, tag: tag, value: bytes)
        return (try? EncodedName(der: Name(relativeNames: [[attribute]]).encoded)) != nil
    }
}

/// Validity dates (RFC 5280 §4.1.2.5).
@Suite struct DERTimeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let tag: DERTag
        let text: String
        /// The time in RFC 3339; nil for `badTime`.
        let expected: String?

        init(_ description: String, _ tag: DERTag, _ text: String, _ expected: String?) {
            testDescription = description
            self.tag = tag
            self.text = text
            self.expected = expected
        }
    }

    @Test(arguments: [
        Case("the last second of UTCTime", .utcTime, "491231235959Z", "2049-12-31T23:59:59Z"),
        Case("the first second of UTCTime", .utcTime, "500101000000Z", "1950-01-01T00:00:00Z"),
        Case("year 00", .utcTime, "000229120000Z", "2000-02-29T12:00:00Z"),
        Case("UTCTime without seconds", .utcTime, "2611210930Z", nil),
        Case("UTCTime with an offset", .utcTime, "261121093000+0100", nil),
        Case("UTCTime without Z", .utcTime, "261121093000", nil),
        Case("UTCTime with four year digits", .utcTime, "20261121093000Z", nil),
        Case("a sign for a digit", .utcTime, "26+121093000Z", nil),
        Case("29 February of a common year", .utcTime, "250229000000Z", nil),
        Case("30 February", .utcTime, "240230000000Z", nil),
        Case("month 13", .utcTime, "261301000000Z", nil),
        Case("month 0", .utcTime, "260001000000Z", nil),
        Case("day 32", .utcTime, "260132000000Z", nil),
        Case("hour 24", .utcTime, "260101240000Z", nil),
        Case("minute 60", .utcTime, "260101006000Z", nil),
        Case("second 60", .utcTime, "261231235960Z", nil),
        Case(
            "the first second that needs four digits",
            .generalizedTime,
            "20500101000000Z",
            "2050-01-01T00:00:00Z"
        ),
        Case(
            "the last representable second",
            .generalizedTime,
            "99991231235959Z",
            "9999-12-31T23:59:59Z"
        ),
        Case("GeneralizedTime before 2050", .generalizedTime, "20491231235959Z", nil),
        Case("year 0", .generalizedTime, "00000101000000Z", nil),
        Case("fractions of a second", .generalizedTime, "20500101000000.5Z", nil),
        Case("GeneralizedTime without seconds", .generalizedTime, "205001010000Z", nil),
        Case("local time", .generalizedTime, "20500101000000", nil),
        Case("empty", .utcTime, "", nil),
    ])
    func `reads times strictly`(_ test: Case) throws {
        var writer = DERWriter()
        writer.primitive(test.tag, Array(test.text.utf8))
        var reader = DERReader(writer.bytes)
        if let expected = test.expected {
            #expect(try reader.time().description == expected)
        } else {
            #expect(throws: DERError(.badTime, at: 2)) { try reader.time() }
        }
    }

    @Test(
        arguments: [
            (0, [0]), (1, [1]), (127, [127]), (128, [0, 128]), (255, [0, 255]), (256, [1, 0]),
            (-1, [255]), (-128, [128]), (-129, [255, 127]), (-256, [255, 0]), (-257, [254, 255]),
            (32_768, [0, 128, 0]), (-32_768, [128, 0]),
        ] as [(Int, [UInt8])]
    )
    func `writes an integer in its shortest form`(value: Int, content: [UInt8]) {
        var writer = DERWriter()
        writer.integer(value)
        #expect(writer.bytes == [2, UInt8(content.count)] + content)
    }

    /// RFC 5280 §4.1.2.5 allows only Z.
    @Test(
        arguments: [
            ("261121093000+0100", "2026-11-21T08:30:00Z"),
            ("261121093000-0130", "2026-11-21T11:00:00Z"),
            ("261121093000+2359", "2026-11-20T09:31:00Z"), ("261121093000+2400", nil),
            ("261121093000+0060", nil), ("261121093000+0a00", nil), ("261121093000 0100", nil),
            ("2611210930+0100", nil), ("261121093000+010", nil), ("+0100", nil), ("0100", nil),
            ("", nil),
            ("261121093000Z", "2026-11-21T09:30:00Z"), ("261121093000", nil),
        ] as [(String, String?)]
    )
    func `converts a time with an offset to UTC if the rules allow offsets`(
        text: String,
        expected: String?
    ) throws {
        var writer = DERWriter()
        writer.primitive(.utcTime, Array(text.utf8))
        var reader = DERReader(writer.bytes, rules: .timesWithOffsets)
        if let expected {
            #expect(try reader.time().description == expected)
        } else {
            #expect(throws: DERError(.badTime, at: 2)) { try reader.time() }
        }
    }

    @Test func `reads a GeneralizedTime before 2050 on request`() throws {
        var writer = DERWriter()
        writer.primitive(.generalizedTime, Array("20491231235959Z".utf8))
        writer.primitive(.generalizedTime, Array("20500101000000Z".utf8))
        writer.primitive(.generalizedTime, Array("20490230000000Z".utf8))
        var reader = DERReader(writer.bytes)
        let early = try reader.anyTime()
        #expect(early.instant.description == "2049-12-31T23:59:59Z")
        #expect(early.misencoded == 2)
        let late = try reader.anyTime()
        #expect(late.instant.description == "2050-01-01T00:00:00Z")
        #expect(late.misencoded == nil)
        #expect(throws: DERError(.badTime, at: 36)) { try reader.anyTime() }
    }

    @Test func `accepts only UTCTime and GeneralizedTime as a time`() {
        var reader = DERReader([0x16, 0x01, 0x5a])
        #expect(throws: DERError(.unexpectedTag, at: 0)) { try reader.time() }
    }

    @Test(arguments: ["1950-01-01", "2049-12-31", "2050-01-01"])
    func `reads back a time that the writer encoded`(_ date: String) throws {
        let instant = try #require(Instant(rfc3339: date))
        var writer = DERWriter()
        writer.time(instant)
        var reader = DERReader(writer.bytes)
        #expect(try reader.time() == instant)
    }
}
