import ClientModels
import Forge
import Testing
import X509

@testable import ScenarioFormat

/// The syntaxes of single values.
struct SyntaxTests {
    struct MomentCase: Sendable {
        let text: String
        let moment: Moment?

        init(_ text: String, _ moment: Moment?) {
            self.text = text
            self.moment = moment
        }
    }

    @Test(arguments: [
        MomentCase("-1d", .relative(-86_400)),
        MomentCase("+90d", .relative(7_776_000)),
        MomentCase("+30s", .relative(30)),
        MomentCase("-5m", .relative(-300)),
        MomentCase("+2h", .relative(7_200)),
        MomentCase("-1y", .relative(-31_536_000)),
        MomentCase("0d", .relative(0)),
        MomentCase("+2000y", .relative(63_072_000_000)),
        MomentCase("2026-11-21", .absolute(Instant(seconds: 1_795_219_200))),
        MomentCase("2026-11-21T09:30:00Z", .absolute(Instant(seconds: 1_795_253_400))),
        MomentCase("+2001y", nil),
        MomentCase("+999999999999y", nil),
        MomentCase("90d", nil),
        MomentCase("+d", nil),
        MomentCase("+1w", nil),
        MomentCase("+-1d", nil),
        MomentCase("+1.5d", nil),
        MomentCase("", nil),
        MomentCase("2026-02-30", nil),
        MomentCase("2026-11-21T09:30:00+01:00", nil),
    ])
    func `reads times`(_ example: MomentCase) {
        #expect((try? Moment(example.text)) == example.moment)
    }

    @Test func `reads a validity that ends before it starts`() throws {
        let validity = try StatedValidity("+1d..-1d")
        #expect(validity.notBefore == .relative(86_400))
        #expect(validity.notAfter == .relative(-86_400))
    }

    @Test(arguments: ["-1d", "..", "-1d..", "-1d...+1d", "-1d..+1d..+2d"])
    func `rejects a validity without two dates`(_ text: String) {
        #expect(throws: Fault.self) { try StatedValidity(text) }
    }

    @Test func `reads names of every type`() throws {
        let oid = try #require(ObjectIdentifier("1.2.3"))
        let cases: [(String, DeclaredName)] = [
            ("www.example.test", .dns("www.example.test")),
            ("*.example.test", .dns("*.example.test")),
            ("", .dns("")),
            ("ip:192.0.2.1", .ip([192, 0, 2, 1])),
            ("email:a@example.test", .email("a@example.test")),
            ("uri:https://example.test/", .uri("https://example.test/")),
            ("dn:CN=a", .directory(try Name(rfc4514: "CN=a"))),
            ("srv:_imap.example.test", .service("_imap.example.test")),
            ("xmpp-addr:example.test", .xmppAddress("example.test")),
            ("other:1.2.3=0500", .other(oid, [5, 0])),
            ("dns-bytes:7700", .dnsBytes([0x77, 0])),
            ("ip-bytes:", .ipBytes([])),
        ]
        for (text, name) in cases { #expect(try DeclaredName(san: text) == name) }
    }

    @Test func `reads subtrees`() throws {
        #expect(try DeclaredName(subtree: ".example.test") == .dns(".example.test"))
        #expect(
            try DeclaredName(subtree: "ip:192.0.2.0/24")
                == .ip([192, 0, 2, 0, 255, 255, 255, 0])
        )
    }

    @Test func `reads reference identities`() throws {
        #expect(try ReferenceIdentity("www.example.test.") == .dns("www.example.test."))
        #expect(try ReferenceIdentity("192.0.2.1") == .ip([192, 0, 2, 1]))
        for text in ["", "192.0.2.256", "a b", "a:443", "a/b", "bücher.example", "1"] {
            #expect(throws: Fault.self) { try ReferenceIdentity(text) }
        }
    }

    @Test(
        arguments: [
            ("0", [0]), ("1", [1]), ("127", [0x7f]), ("128", [0, 0x80]), ("256", [1, 0]),
            ("-1", [0xff]), ("-128", [0x80]), ("-129", [0xff, 0x7f]),
            ("18446744073709551616", [1, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("0x0080", [0, 0x80]), ("0x10", [0x10]), ("00ff", [0, 0xff]),
        ] as [(String, [UInt8])]
    )
    func `reads serial numbers`(_ text: String, _ bytes: [UInt8]) throws {
        #expect(try serialNumber(text) == bytes)
    }

    @Test(
        arguments: [
            ("0500", [5, 0]), ("05 00", [5, 0]), ("0500*2", [5, 0, 5, 0]),
            ("05 00*3 06", [5, 0, 0, 0, 6]),
            ("05*0", []), ("", []),
        ] as [(String, [UInt8])]
    )
    func `reads repeated bytes`(_ text: String, _ bytes: [UInt8]) throws {
        #expect(try Syntax.hex.parse(text) == bytes)
    }

    /// The limit is a mebibyte.
    @Test(arguments: [
        "00*1048577", "05 00*1048576", "00*", "00*x", "*3", "0*3", "00*-1",
        "00*99999999999999999999",
    ])
    func `rejects a malformed repetition of bytes`(_ text: String) {
        #expect(throws: Fault.self) { try Syntax.hex.parse(text) }
    }

    @Test(
        arguments: [
            ([5, 0], "0500"),
            ([UInt8](repeating: 0, count: 63), String(repeating: "00", count: 63)),
            ([5] + [UInt8](repeating: 0xa5, count: 64) + [6, 7], "05 a5*64 0607"),
            ([UInt8](repeating: 0xff, count: 1 << 20), "ff*1048576"), ([], ""),
        ] as [([UInt8], String)]
    )
    func `writes bytes in the notation in which they were read`(
        _ bytes: [UInt8],
        _ text: String
    ) throws {
        #expect(writtenBytes(bytes) == text)
        #expect(try Syntax.hex.parse(text) == bytes)
    }

    @Test(arguments: ["", "-", "0x", "0x1", "-0x10", "ten"])
    func `rejects malformed serial numbers`(_ text: String) {
        #expect(throws: Fault.self) { try serialNumber(text) }
    }

    @Test func `reads pins`() throws {
        let hash = String(repeating: "A", count: 43) + "="
        #expect(try WrittenPin("spki(leaf)") == .entity(EntityPin(.spki, of: "leaf")))
        #expect(try WrittenPin("certificate(leaf)") == .entity(EntityPin(.certificate, of: "leaf")))
        #expect(try WrittenPin("sha256/" + hash) == .sha256([UInt8](repeating: 0, count: 32)))
        #expect(try WrittenPin("pins/a.pem") == .file("pins/a.pem"))
        for text in ["leaf", "spki(leaf", "sha1/AAAA", "sha256/" + hash + "="] {
            #expect(throws: Fault.self) { try WrittenPin(text) }
        }
    }

    @Test func `reads parties`() throws {
        let party = try PartyReference(written: "afnetworking:mode=public-key,allow-invalid")
        #expect(party.name == "afnetworking")
        #expect(party.settings == ["mode": "public-key", "allow-invalid": "true"])
        let any = try PartyReference(written: "afnetworking")
        #expect(any.covers(party))
        #expect(party.covers(party))
        #expect(!party.covers(any))
        // An unstated setting has the model's default.
        #expect(try PartyReference(written: "afnetworking:allow-invalid=false").covers(any))
    }

    @Test func `reads parties whose settings pin entities`() throws {
        let text = "sha256//$(spki(leaf));sha256//$(certificate(root))"
        let party = try PartyReference(written: "curl:insecure,pinned-public-key=" + text)
        #expect(party.settings["pinned-public-key"] == text)
        #expect(party.entityPins.map(\.entity) == ["leaf", "root"])
        // The path of a file is not expanded.
        let file = try PartyReference(written: "curl:pinned-public-key-file=$(x.pem")
        #expect(file.entityPins == [])
    }
}
