import Testing
import X509

@Suite struct DERReaderTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        /// The content range of the only element.
        let expected: Result<Range<Int>, DERError>

        init(_ description: String, _ hex: String, _ content: Range<Int>) {
            self.init(description, Array(hex: hex) ?? [], .success(content))
        }

        init(_ description: String, _ hex: String, _ fault: DERError.Fault, at offset: Int) {
            self.init(description, Array(hex: hex) ?? [], .failure(DERError(fault, at: offset)))
        }

        private init(
            _ description: String,
            _ bytes: [UInt8],
            _ expected: Result<Range<Int>, DERError>
        ) {
            testDescription = description
            self.bytes = bytes
            self.expected = expected
        }
    }

    @Test(arguments: [
        Case("empty content", "0500", 2..<2),
        Case("short length", "0403 010203", 2..<5),
        Case("nothing at all", "", .truncated, at: 0),
        Case("no length", "04", .truncated, at: 1),
        Case("content cut short", "0403 0102", .truncated, at: 0),
        Case("length bytes cut short", "0482 01", .truncated, at: 1),
        Case("one byte too many", "0401 01 00", .trailingBytes, at: 3),
        Case("long form for a short length", "0481 01 01", .nonMinimalLength, at: 1),
        Case("length with a leading zero", "0482 0001 01", .nonMinimalLength, at: 1),
        Case("indefinite length", "3080 0500 0000", .indefiniteLength, at: 1),
        Case("length of five bytes", "0485 0000000001 01", .lengthTooLarge, at: 1),
        Case("reserved first length byte", "04ff", .lengthTooLarge, at: 1),
        Case("length of 4 GiB less 1", "0484 ffffffff 00", .truncated, at: 0),
        Case("high tag number", "1f81 01 00", .highTagNumber, at: 0),
    ])
    func `reads one element by the strict rules of DER`(_ test: Case) {
        #expect(read(test.bytes) == test.expected)
    }

    @Test func `a length of 128 bytes has the long form`() {
        let content = [UInt8](repeating: 7, count: 128)
        #expect(read([0x04, 0x81, 0x80] + content) == .success(3..<131))
    }

    private func read(_ bytes: [UInt8]) -> Result<Range<Int>, DERError> {
        Result { () throws(DERError) in
            var reader = DERReader(bytes)
            let element = try reader.next()
            try reader.finish()
            return element.content
        }
    }

    @Test func `the offset of an error counts from the first byte at every nesting level`() throws {
        var reader = DERReader([0x05, 0x00, 0x30, 0x04, 0x30, 0x02, 0x02, 0x01])
        _ = try reader.next(.null)
        var outer = try reader.inside(reader.next(.sequence))
        var inner = try outer.inside(outer.next(.sequence))
        #expect(throws: DERError(.truncated, at: 6)) { try inner.next() }
    }

    @Test func `does not read an element whose tag differs from the requested tag`() throws {
        var reader = DERReader([0x02, 0x01, 0x05])
        #expect(throws: DERError(.unexpectedTag, at: 0)) { try reader.next(.octetString) }
        #expect(try reader.nextIfPresent(.octetString) == nil)
        #expect(reader.nextTag == .integer)
        #expect(try reader.integer() == 2..<3)
        #expect(reader.nextTag == nil)
        #expect(throws: DERError(.unexpectedTag, at: 3)) { try reader.next(.integer) }
    }

    @Test func `elements may be nested 32 deep and no deeper`() throws {
        func open(_ levels: Int) throws {
            // 3000 inside a SEQUENCE inside a SEQUENCE …
            var bytes: [UInt8] = [0x30, 0x00]
            for _ in 1..<levels { bytes = [0x30, UInt8(bytes.count)] + bytes }
            var reader = DERReader(bytes)
            for _ in 0..<levels { reader = try reader.inside(reader.next(.sequence)) }
        }
        try open(DERReader.maximumDepth)
        #expect(throws: DERError(.tooDeep, at: 64)) { try open(DERReader.maximumDepth + 1) }
    }

    /// The path from the outside in, as RFC 5280 would write it.
    @Test func `adds outer fields at the front of an error's path`() {
        let inner = DERError(.badInteger, at: 9)
        #expect(inner.description == "\(DERError.Fault.badInteger.about) at byte 9")
        let entry = inner.inside("b").inside(2)
        #expect(entry == DERError(.badInteger, at: 9, in: "[2].b"))
        #expect(entry.inside("a") == DERError(.badInteger, at: 9, in: "a[2].b"))
        #expect(entry.inside(0).inside("a").path == "a[0][2].b")
        #expect(entry != inner)
        #expect(entry.description == "\(DERError.Fault.badInteger.about) at byte 9 in [2].b")
    }

    @Test func `a range that exceeds the bytes is truncated`() throws {
        var reader = DERReader([0x05, 0x00], in: 1..<9)
        #expect(throws: DERError(.truncated, at: 2)) { try reader.next() }
    }
}
