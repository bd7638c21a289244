import TestSupport
import Testing

@testable import PathValidation

/// The forms of names that constraints compare, at their limits.
@Suite struct ConstraintFormsTests {
    private static func name(_ text: String) -> HostName? { HostName(Array(text.utf8)[...]) }

    private static let tens = String(repeating: "a23456789.", count: 25)

    @Test(arguments: [
        ("a", true), ("a_b", true), ("-a", true), ("a.b", true), ("", false), (".", false),
        (".a", false), ("a.", false), ("a..b", false), ("a b", false), ("*.a", false),
        (String(repeating: "a", count: 63) + ".b", true),
        (String(repeating: "a", count: 64) + ".b", false),
        ("b." + String(repeating: "a", count: 63), true),
        ("b." + String(repeating: "a", count: 64), false),
        (tens + "abc", true), (tens + "abcd", false),
    ])
    func `reads host names`(text: String, isOne: Bool) {
        #expect((Self.name(text) != nil) == isOne)
    }

    @Test func `accepts letters, digits, hyphens and underscores in a name`() {
        let bytes = (UInt8.min...UInt8.max).filter { HostName([0x61, $0, 0x61]) != nil }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
        )
    }

    @Test func `accepts a host with a trailing dot`() {
        #expect(HostName(host: "A.test.") == HostName(host: "a.test"))
        #expect(HostName(host: "a.test..") == nil)
        #expect(HostName(host: Self.tens + "abc.") != nil)
    }

    @Test(arguments: [
        ("a.b.test", "b.test", true, true), ("a.c.b.test", "b.test", true, false),
        ("b.test", "b.test", false, false), ("ab.test", "b.test", false, false),
        ("test", "b.test", false, false), ("c.test", "b.test", false, false),
        ("a.b.best", "b.test", false, false),
    ])
    func `recognises whether a DNS name is below another name`(
        text: String,
        base: String,
        isBelow: Bool,
        isChild: Bool
    ) throws {
        let (name, base) = (try #require(Self.name(text)), try #require(Self.name(base)))
        #expect(name.isBelow(base) == isBelow)
        #expect(name.isChild(of: base) == isChild)
        #expect(name.isInside(base) == (isBelow || name == base))
    }

    @Test(
        arguments: [
            ("http://Example.test/a", "example.test"), ("http://example.test:80", "example.test"),
            ("http://a@example.test?b", "example.test"), ("a://b@c@example.test#d", "example.test"),
            ("http:/example.test", nil), ("http:example.test", nil), ("example.test", nil),
            ("http://192.0.2.1/", nil), ("http://a.1/", nil), ("http:///a", nil), ("http://", nil),
            ("http://[2001:db8::1]/", nil),
        ] as [(String, String?)]
    )
    func `finds the host of a URI`(uri: String, host: String?) {
        #expect(URIHost.of(Array(uri.utf8)[...]) == host.flatMap(Self.name))
    }

    @Test(arguments: [
        ("a@example.test", true), ("@example.test", false), ("a@", false), ("a", false),
        ("a@b@example.test", false), ("\"a\"@example.test", false), ("a b@example.test", false),
        ("!@example.test", true), ("~@example.test", true), ("a\u{7f}@example.test", false),
    ])
    func `reads mailboxes`(text: String, isOne: Bool) {
        #expect((Mailbox(Array(text.utf8)[...]) != nil) == isOne)
    }

    @Test(
        arguments: [
            ("0a000000 00000000", true), ("0a000000 80000000", true), ("0a000000 fe000000", true),
            ("0a000000 ff000000", true), ("0a000000 ff800000", true), ("0a000000 ffffffff", true),
            ("0a000000 7f000000", false), ("0a000000 ff00ff00", false),
            ("0a000000 01000000", false),
            ("0a000000 ff400000", false), ("0a000000 ff000001", false), ("0a000000 ffffff", false),
            ("0a0000 ff0000", false), ("", false),
            ("20010db8000000000000000000000000 ffffffff000000000000000000000000", true),
            ("20010db8000000000000000000000000 ffffffff000000000000000000000001", false),
        ]
    )
    func `accepts only masks of leading ones`(text: String, isOne: Bool) {
        #expect((AddressBlock(hexBytes(text)[...]) != nil) == isOne)
    }

    @Test(arguments: [
        ("c0000200", true), ("c00002ff", true), ("c0000300", false), ("c00001ff", false),
        ("c00002", false), ("c0000200000000000000000000000000", false),
    ])
    func `finds addresses in a block`(address: String, isInside: Bool) throws {
        let block = try #require(AddressBlock(hexBytes("c0000200 ffffff00")[...]))
        #expect(block.contains(hexBytes(address)[...]) == isInside)
    }
}
