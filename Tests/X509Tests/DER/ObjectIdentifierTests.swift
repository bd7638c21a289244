import TestSupport
import Testing
import X509

/// Object identifiers as text, and in the encoding of X.690 §8.19.
@Suite struct ObjectIdentifierTests {
    @Test(arguments: [
        ("2.5.29.19", "551d13"), ("0.0", "00"), ("0.39", "27"), ("1.0", "28"), ("1.39", "4f"),
        ("2.0", "50"), ("2.39", "77"), ("2.40", "78"), ("2.47", "7f"), ("2.48", "8100"),
        ("1.2.127", "2a7f"), ("1.2.128", "2a8100"), ("1.2.16383", "2aff7f"),
        ("1.2.16384", "2a818000"), ("1.2.3.0", "2a0300"),
        ("2.18446744073709551535", "81ffffffffffffffff7f"),
        ("1.2.18446744073709551615", "2a81ffffffffffffffff7f"),
    ])
    func `encodes a dotted decimal, and shows the identifier as the same text`(
        text: String,
        content: String
    ) {
        #expect(ObjectIdentifier(text)?.content == hexBytes(content))
        #expect(ObjectIdentifier(content: hexBytes(content)).description == text)
    }

    @Test(arguments: [
        "", "2", "2.", ".2", "1..2", "0.40", "1.40", "3.1", "1.2.+3", "1.2.-3", "1.2.x",
        "1.2./", "1.2.:", "2.18446744073709551536", "1.2.18446744073709551616",
    ])
    func `rejects text that is not an identifier`(text: String) {
        #expect(ObjectIdentifier(text) == nil)
    }

    @Test(arguments: ["", "2a82808080808080808000", "8280808080808080808000", "81"])
    func `shows the bytes if an arc is too large`(content: String) {
        #expect(ObjectIdentifier(content: hexBytes(content)).description == "oid:" + content)
    }
}
