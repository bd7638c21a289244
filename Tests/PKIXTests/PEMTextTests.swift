import PKIX
import Testing

@Suite("PEM text")
struct PEMTextTests {
    @Test("what is written is read back", arguments: [1, 2, 3, 47, 48, 49, 300])
    func roundTrip(length: Int) throws {
        let octets = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let text = PEM.text("CERTIFICATE", octets)
        #expect(try PEM.certificates(in: Array(text.utf8)) == [octets])
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 64 })
    }

    @Test(
        "the vectors of RFC 4648 §10",
        arguments: [
            ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, base64: String) {
        #expect(
            PEM.text("X", Array(plain.utf8)) == "-----BEGIN X-----\n\(base64)\n-----END X-----\n"
        )
    }
}
