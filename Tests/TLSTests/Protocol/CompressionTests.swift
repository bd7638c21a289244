import Testing

@testable import TLS

/// Streams of stored bytes, each decoded by zlib 1.2.13, libbrotli 1.0.9 or libzstd 1.5.4.
struct CompressionTests {
    struct Case: Sendable {
        let algorithm: CertificateCompression
        var bytes = Array("abc".utf8)
        var zeros = 0
        let stream: String
    }

    static let cases = [
        Case(algorithm: .zlib, stream: "7801010300fcff616263024d0127"),
        Case(algorithm: .zlib, bytes: [], stream: "7801010000ffff00000001"),
        Case(
            algorithm: .zlib,
            zeros: 10,
            stream: "7801000300fcff6162636360606060606060606000000dd30127"
        ),
        Case(algorithm: .brotli, stream: "20001061626303"),
        Case(algorithm: .brotli, bytes: [], stream: "06"),
        Case(
            algorithm: .brotli,
            zeros: 10,
            stream: "2000106162634800080000000000000000000003"
        ),
        Case(
            algorithm: .brotli,
            zeros: 3_000,
            stream: "200010616263b85d000002201e0b286e00c0"
        ),
        Case(algorithm: .zstd, stream: "28b52ffd0038180000616263010000"),
        Case(algorithm: .zstd, bytes: [], stream: "28b52ffd0038000000010000"),
        Case(algorithm: .zstd, zeros: 3_000, stream: "28b52ffd0038180000616263c25d0000010000"),
    ]

    @Test(arguments: cases)
    func `compresses bytes to the expected stream`(example: Case) {
        let stream = example.algorithm.stream(of: example.bytes, zeros: example.zeros)
        let text = stream.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(text == example.stream)
    }

    @Test(arguments: CertificateCompression.allCases)
    func `millions of zeros compress to a short stream`(algorithm: CertificateCompression) {
        #expect(algorithm.stream(of: [1], zeros: 1 << 23).count < 60_000)
    }

    @Test func `Adler-32 agrees with a published checksum`() {
        var (whole, shortened) = (Adler32(), Adler32())
        // The checksum of "Wikipedia", from Wikipedia's article on Adler-32.
        whole.append(Array("Wikipedia".utf8))
        #expect(whole.value == 0x11e6_0398)
        whole.append([UInt8](repeating: 0, count: 70_000))
        shortened.append(Array("Wikipedia".utf8))
        shortened.append(zeros: 70_000)
        #expect(whole.value == shortened.value)
    }
}
