import TestSupport
import Testing

/// The seeds of `ReadHTTP2`: clients' frames, written by hand.
struct HTTP2SeedTests {
    /// Byte 0 is the size of the pieces, byte 1 whether a preface and settings come first.
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        // :method GET, :scheme https, :path and :authority with the code of RFC 7541 appendix B.
        let block: [UInt8] =
            [0x82, 0x87, 0x84, 0x41, 0x8c]
            + [0xf1, 0xe3, 0xc2, 0xe5, 0xf2, 0x3a, 0x6b, 0xa0, 0xab, 0x90, 0xf4, 0xff]
        let count = UInt8(block.count)
        let seeds: [String: [UInt8]] = [
            "http-1": [3, 0] + Array("GET / HTTP/1.1\r\n\r\n".utf8),
            "preface": [5, 0] + Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8),
            "request": [7, 1, 0, 0, count, 1, 5, 0, 0, 0, 1] + block,
            "request-in-parts":
                [64, 1, 0, 0, 3, 1, 1, 0, 0, 0, 1] + block[..<3]
                + [0, 0, count - 3, 9, 4, 0, 0, 0, 1] + block[3...],
            "padded-with-priority":
                [9, 1, 0, 0, count + 8, 1, 0x2d, 0, 0, 0, 1, 2, 0, 0, 0, 0, 9] + block + [0, 0],
            "ping": [64, 1, 0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8],
            "settings": [64, 1] + (0..<16).flatMap { _ in [0, 0, 0, 4, 0, 0, 0, 0, 0] },
            "window": [64, 1, 0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 1, 0, 0],
            "table-size": [64, 1, 0, 0, 4, 1, 5, 0, 0, 0, 1, 0x3f, 0xe1, 0x1f, 0x82],
            "kept-fields":
                [64, 1, 0, 0, 6, 1, 5, 0, 0, 0, 1, 0x40, 1, 0x61, 1, 0x62, 0xbe]
                + [0, 0, 1, 1, 5, 0, 0, 0, 3, 0xbe],
        ]
        try expectSeeds(seeds, of: "ReadHTTP2")
    }
}
