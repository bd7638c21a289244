import TestSupport
import Testing
import X509

@Suite("IP addresses")
struct IPAddressTests {
    @Test(
        arguments: [
            ("192.0.2.1", [192, 0, 2, 1]),
            ("0.0.0.0", [0, 0, 0, 0]),
            ("::", [UInt8](repeating: 0, count: 16)),
            ("::1", [UInt8](repeating: 0, count: 15) + [1]),
            ("2001:db8::1", [0x20, 1, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
            ("1:2:3:4:5:6:7::", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0]),
            ("::ffff:192.0.2.1", [UInt8](repeating: 0, count: 10) + [0xff, 0xff, 192, 0, 2, 1]),
        ] as [(String, [UInt8])]
    )
    func `reads an address`(_ text: String, _ bytes: [UInt8]) {
        #expect(IPAddress.bytes(text) == bytes)
    }

    @Test(arguments: [
        "", ".", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "1.2.3.", "1..3.4", "0000.1.2.3",
        "1000.1.2.3", "00.1.2.3", " 1.2.3.4", "1.2.3.4 ",
        ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::",
        "1:2:3:4::5:6:7:8", "::+1",
        "::1%eth0", "1.2.3.4::", "::1.2.3", "+1.2.3.4", "[::1]",
    ])
    func `rejects text that is not an address`(_ text: String) {
        #expect(IPAddress.bytes(text) == nil)
    }

    @Test(
        arguments: [
            ("192.0.2.0/24", [192, 0, 2, 0, 255, 255, 255, 0]),
            ("192.0.2.0/23", [192, 0, 2, 0, 255, 255, 254, 0]),
            ("10.0.0.0/0", [10, 0, 0, 0, 0, 0, 0, 0]),
            ("10.1.2.3/32", [10, 1, 2, 3, 255, 255, 255, 255]),
            ("10.0.0.0/255.0.0.255", [10, 0, 0, 0, 255, 0, 0, 255]),
            ("::/128", [UInt8](repeating: 0, count: 16) + [UInt8](repeating: 255, count: 16)),
        ] as [(String, [UInt8])]
    )
    func `reads an address with its mask`(_ text: String, _ bytes: [UInt8]) {
        #expect(IPAddress.subtree(text) == bytes)
    }

    @Test(arguments: [
        "10.0.0.0", "10.0.0.0/33", "10.0.0.0/0024", "10.0.0.0/", "10.0.0.0/+8", "10.0.0.0/::",
        "::/129", "/8",
    ])
    func `rejects text that is not an address with a mask`(_ text: String) {
        #expect(IPAddress.subtree(text) == nil)
    }

    /// RFC 5952 §4.
    @Test(arguments: [
        ("00000000000000000000000000000000", "::"),
        ("00000000000000000000000000000001", "::1"),
        ("20010db8000000000000000000000001", "2001:db8::1"),
        ("20010db8000000010000000000000000", "2001:db8:0:1::"),
        ("20010db8000000000001000000000001", "2001:db8::1:0:0:1"),
        ("20010db8000000010001000100010001", "2001:db8:0:1:1:1:1:1"),
        ("20010db80000000100000001000000ff", "2001:db8:0:1:0:1:0:ff"),
        ("c0000201", "192.0.2.1"),
        ("c00002", "c00002"),
        ("", ""),
    ])
    func `writes an address in the canonical form`(hex: String, text: String) throws {
        #expect(IPAddress.text(try #require([UInt8](hex: hex))) == text)
    }
}
