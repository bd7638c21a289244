import TestSupport
import Testing
import X509

/// Decimal digits, encoded as an INTEGER of X.690 §8.3.
@Suite struct DecimalIntegerTests {
    @Test(arguments: [
        ("0", "00"), ("-0", "00"), ("1", "01"), ("127", "7f"), ("128", "0080"), ("255", "00ff"),
        ("256", "0100"), ("32767", "7fff"), ("32768", "008000"), ("-1", "ff"), ("-128", "80"),
        ("-129", "ff7f"), ("-256", "ff00"), ("-32768", "8000"), ("-32769", "ff7fff"),
        ("18446744073709551616", "010000000000000000"),
    ])
    func `encodes decimal digits in shortest form`(text: String, content: String) {
        let digits = text.drop { $0 == "-" }
        #expect(twosComplement(digits, isNegative: text != digits) == hexBytes(content))
    }
}
