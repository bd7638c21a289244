import Testing

@testable import TLS

/// Header blocks from the examples of RFC 7541 appendix C, and malformed blocks.
struct HeaderFieldTests {
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static let first = [
        HeaderField(":method", "GET"), HeaderField(":scheme", "http"), HeaderField(":path", "/"),
        HeaderField(":authority", "www.example.com"),
    ]
    private static let third = [
        HeaderField(":method", "GET"), HeaderField(":scheme", "https"),
        HeaderField(":path", "/index.html"), HeaderField(":authority", "www.example.com"),
        HeaderField("custom-key", "custom-value"),
    ]

    /// The same three requests of one connection, without and with the Huffman code.
    static let blocks = [
        [
            "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
            "8286 84be 5808 6e6f 2d63 6163 6865",
            "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
        ],
        [
            "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
            "8286 84be 5886 a8eb 1064 9cbf",
            "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
        ],
    ]

    @Test(arguments: blocks)
    func `decodes the requests of RFC 7541`(blocks: [String]) throws {
        var decoder = HeaderDecoder()
        let decoded = blocks.map { decoder.fields(of: Self.bytes($0), atMost: 1_000) }
        let second = Self.first + [HeaderField("cache-control", "no-cache")]
        #expect(decoded == [Self.first, second, Self.third])
    }

    static let malformed = [
        "80", "ff80808001", "ffffffffffff", "40", "4003", "400181", "be", "7f", "3fe2ff01",
        "823f00", "418cf1e3c2e5f23a6ba0ab90f4", "4181ff", "4184ffffffff",
    ]

    @Test(arguments: malformed)
    func `rejects a malformed block`(text: String) {
        var decoder = HeaderDecoder()
        #expect(decoder.fields(of: Self.bytes(text), atMost: 1_000) == nil)
    }

    @Test func `a truncated header block has fewer fields or is rejected`() {
        for block in Self.blocks.flatMap(\.self).map(Self.bytes) {
            for end in block.indices {
                var decoder = HeaderDecoder()
                _ = decoder.fields(of: Self.bytes(Self.blocks[0][0]), atMost: 1_000)
                let fields = decoder.fields(of: Array(block[..<end]), atMost: 1_000)
                #expect(fields?.count ?? 0 < 5)
            }
        }
    }

    /// One byte for each of four thousand fields.
    @Test func `rejects a header block that decodes to too many bytes`() {
        var decoder = HeaderDecoder()
        let value = [UInt8](repeating: 0x61, count: 4_000)
        let block = [0x40, 1, 0x61, 0x7f, 0xa1, 0x1e] + value + [UInt8](repeating: 0xbe, count: 99)
        #expect(decoder.fields(of: block, atMost: 32_768) == nil)
        var patient = HeaderDecoder()
        #expect(patient.fields(of: block, atMost: 1 << 20)?.count == 100)
    }

    /// A name and a value of one byte each count as 34 (RFC 7541 §4.1).
    @Test(arguments: [(34, 1), (33, nil)] as [(Int, Int?)])
    func `decodes a block up to its limit`(limit: Int, count: Int?) {
        var decoder = HeaderDecoder()
        #expect(decoder.fields(of: [0x40, 1, 0x61, 1, 0x62], atMost: limit)?.count == count)
    }

    @Test func `a dynamic table of size 0 stores no fields`() {
        var decoder = HeaderDecoder()
        let kept: [UInt8] = [0x40, 1, 0x61, 1, 0x62]
        #expect(decoder.fields(of: [0x20] + kept, atMost: 1_000)?.count == 1)
        #expect(decoder.fields(of: [0xbe], atMost: 1_000) == nil)
    }

    @Test(arguments: [0, 1, 126, 127, 128, 254, 255, 300, 20_000])
    func `reads back a literal of any length`(count: Int) {
        var decoder = HeaderDecoder()
        let value = String(repeating: "v", count: count)
        let block = HeaderEncoder.block([(name: "name", value: value)])
        #expect(decoder.fields(of: block, atMost: 1 << 20) == [HeaderField("name", value)])
    }

    @Test func `the static table has 61 fields`() {
        #expect(HeaderDecoder.table.count == 61)
        #expect(HeaderDecoder.table[31] == HeaderField("cookie"))
        #expect(HeaderDecoder.table.last == HeaderField("www-authenticate"))
    }
}
