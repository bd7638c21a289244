import Testing

@testable import PathValidation

/// The syntax of alternative names (RFC 5280 §4.2.1.6), at the edges of each set of characters.
@Suite struct NameSyntaxTests {
    /// Returns the bytes that are valid in the place of `_` in a text.
    private static func bytes(
        in text: String,
        where isSound: (ArraySlice<UInt8>) -> Bool
    ) -> String {
        let sound = (UInt8.min...UInt8.max).filter { byte in
            isSound(text.utf8.map { $0 == UInt8(ascii: "_") ? byte : $0 }[...])
        }
        return String(decoding: sound, as: UTF8.self)
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    @Test func `requires a letter at the start of a scheme`() {
        #expect(Self.bytes(in: "_b:c", where: NameSyntax.isAbsoluteURI) == Self.letters)
    }

    @Test func `accepts letters, digits, plus, hyphen and full stop in a scheme`() {
        // A colon in this place is valid, because it ends the scheme earlier.
        #expect(
            Self.bytes(in: "a_b:c", where: NameSyntax.isAbsoluteURI) == "+-.0123456789:"
                + Self.letters
        )
    }

    @Test func `accepts the characters of RFC 3986, and percent signs before two digits`() {
        let visible = String(decoding: UInt8(0x21)...0x7e, as: UTF8.self)
        let others: Set<Character> = [
            "\"", "%", "<", ">", "[", "\\", "]", "^", "`", "{", "|", "}",
        ]
        let allowed = visible.filter { !others.contains($0) }
        #expect(Self.bytes(in: "a:b_", where: NameSyntax.isAbsoluteURI) == allowed)
        #expect(NameSyntax.isAbsoluteURI(Array("a:b%2F".utf8)[...]))
    }

    @Test(arguments: [
        ("http://example.test", true), ("http://example.test:80/a", true), ("urn:a", true),
        ("http://a@example.test/b", true), ("http://a@b@example.test", true),
        ("http://192.0.2.1/", true), ("http://[2001:db8::1]:80/", true), ("http:///a", false),
        ("http://", false), ("http:", false), ("http", false), (":a", false), ("", false),
        ("http://example.test?a", true), ("http://?a", false), ("http://#a", false),
        ("http://[192.0.2.1]/", false), ("http://[2001:db8::g]/", false), ("http:/a", true),
        ("http://-a.test", false), ("http://a_b.test", false), ("http://a@", false),
        ("http://[2001:db8::1", false), ("http://[2001:db8::1]a", false),
        ("http://example.test/[", false), ("http://[@example.test", false),
        ("http://example.test/#a", true), ("http://example.test/#a#b", false),
        ("http://example.test/?a[]", false),
    ])
    func `checks the syntax of URIs`(text: String, isSound: Bool) {
        #expect(NameSyntax.isAbsoluteURI(Array(text.utf8)[...]) == isSound)
    }

    @Test func `accepts visible ASCII except specials in an unquoted local part`() {
        let sound = Self.bytes(in: "a_b@example.test", where: NameSyntax.isMailbox)
        let visible = (UInt8(0x21)...0x7e).filter { !"\"(),:;<>@[\\]".utf8.contains($0) }
        #expect(sound == String(decoding: visible, as: UTF8.self))
    }

    @Test(arguments: [
        ("a@example.test", true), ("@example.test", false), ("a@", false), ("a", false),
        ("", false),
        ("\"a b\"@example.test", true), ("\"a@b\"@example.test", true),
        ("\"\"@example.test", false),
        ("\"a\"@example.test", true), ("\"@example.test", false), ("\"a@example.test", false),
        ("a\"@example.test", false), ("a@-b.test", false), ("a@192.0.2.1", false),
        ("a.b@example.test", true), (".a@example.test", false), ("a.@example.test", false),
        ("a..b@example.test", false),
    ])
    func `checks the syntax of mailboxes`(text: String, isSound: Bool) {
        #expect(NameSyntax.isMailbox(Array(text.utf8)[...]) == isSound)
    }

    @Test(arguments: [
        ("ldap:///cn=a?b", true), ("ldap://example.test/cn=a?b?base", true),
        ("LDAPS://example.test/cn=a?b", true), ("ldap:///cn=a", false), ("ldap:///?b", false),
        ("ldap:///cn=a?", false), ("ldap://a_b/cn=a?b", false), ("ldap:cn=a?b", false),
        ("http:///cn=a?b", false), ("ldap://example.test?b", false),
    ])
    func `checks the syntax of LDAP URIs`(text: String, isSound: Bool) {
        #expect(NameSyntax.isDirectoryURI(Array(text.utf8)[...]) == isSound)
    }

    @Test(arguments: [
        ("a", true), ("1", true), ("", false), ("a.b", false), ("a-", false), ("a b", false),
        (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false),
    ])
    func `checks the syntax of labels`(text: String, isSound: Bool) {
        #expect(NameSyntax.isLabel(Array(text.utf8)[...]) == isSound)
    }

    @Test(arguments: [
        ("example.test", true), ("a", true), ("1.test", true), ("a.1", false), ("a.1b", true),
        ("a-b.test", true), ("-a.test", false), ("a-.test", false), ("a_b.test", false),
        ("a..test", false), (".test", false), ("", false), ("1", false), ("a.test-", false),
        (String(repeating: "a", count: 63) + ".test", true),
        (String(repeating: "a", count: 64) + ".test", false),
        (String(repeating: "a23456789.", count: 25) + "abc", true),
        (String(repeating: "a23456789.", count: 25) + "abcd", false),
    ])
    func `checks the syntax of hosts`(text: String, isSound: Bool) {
        #expect(NameSyntax.isHost(Array(text.utf8)[...]) == isSound)
    }
}
