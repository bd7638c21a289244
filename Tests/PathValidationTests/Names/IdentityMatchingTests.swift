import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The comparison of names by RFC 9525 §6 and by Apple's SecDNSMatch; the attacks ID, IP, WC and
/// IDN of the catalogue.
@Suite struct IdentityMatchingTests {
    struct NameCase: CustomTestStringConvertible, Sendable {
        let reference, presented: String
        let match: Bool

        static func match(_ reference: String, _ presented: String) -> NameCase {
            NameCase(reference: reference, presented: presented, match: true)
        }

        static func mismatch(_ reference: String, _ presented: String) -> NameCase {
            NameCase(reference: reference, presented: presented, match: false)
        }

        var testDescription: String { "\(reference) and \(presented.debugDescription)" }
    }

    private static let names: [NameCase] = [
        .match("www.example.test", "www.example.test"),
        .match("WWW.Example.test", "www.EXAMPLE.test"),
        .match("www.example.test.", "www.example.test"),
        .match("localhost", "localhost"),
        .match("a_b.example.test", "a_b.example.test"),
        .match("xn--bcher-kva.example.test", "xn--bcher-kva.example.test"),
        .mismatch("www.example.test", "other.example.test"),
        .mismatch("www.example.test", "example.test"),
        .mismatch("example.test", "www.example.test"),
        .mismatch("www.example.test", "www.example.test."),
        .mismatch("www.example.test.", "www.example.test."),
        .mismatch("www.example.test", ".example.test"),
        .mismatch("www.example.test", "www.example.test\0.evil.test"),
        .mismatch("www.example.test", "www.example.test evil.test"),
        .mismatch("www.example.test", "evil.test,www.example.test"),
        .mismatch("www.example.test", "DNS:www.example.test"),
        .mismatch("www.example.test", "wwwxexample.test"),
        .mismatch("www.example.test", ""),
        .mismatch("\u{212a}elvin.test", "kelvin.test"),
    ]

    private static let wildcards: [NameCase] = [
        .match("www.example.test", "*.example.test"),
        .match("WWW.example.test", "*.EXAMPLE.test"),
        .match("xn--bcher-kva.example.test", "*.example.test"),
        .match("www.example.test.", "*.example.test"),
        .mismatch("example.test", "*.example.test"),
        .mismatch("a.b.example.test", "*.example.test"),
        .mismatch("www.example.test", "*.other.test"),
        .mismatch("www.example.test", "*"),
        .mismatch("localhost", "*"),
        .mismatch("example.test", "*.test"),
        .mismatch("example.test", "*."),
        .mismatch("www.example.test", "*.*.test"),
        .mismatch("www.example.test", "www.*.test"),
        .mismatch("www.example.test", "w*.example.test"),
        .mismatch("www.example.test", "*w.example.test"),
        .mismatch("www.example.test", "w*w.example.test"),
        .mismatch("www.example.test", "**.example.test"),
        .mismatch("www.example.test", "*www.example.test"),
        .mismatch("xn--bcher-kva.example.test", "xn--*-kva.example.test"),
        .mismatch("www.example.test", "*.example.test."),
        .mismatch("example.co.uk", "*.co.uk"),
        .match("www.example.co.uk", "*.example.co.uk"),
        .match("bucket.s3.amazonaws.com", "*.s3.amazonaws.com"),
    ]

    @Test(arguments: names + wildcards)
    func `compares DNS names`(_ test: NameCase) throws {
        let setup = Setup {
            $0.identity = .dns(test.reference)
            $0.leaf.subjectAlternativeNames = [.dns(test.presented)]
        }
        let isReference = test.reference.allSatisfy(\.isASCII)
        switch (test.match, isReference) {
        case (true, _): #expect(try setup.outcome() == .standard)
        case (false, true):
            let rejection = Rejection.nameMismatch(
                reference: test.reference,
                presented: [test.presented]
            )
            #expect(try setup.outcome() == .reject(rejection))
        case (false, false):
            let rejection = Rejection.badNameSyntax(test.reference)
            #expect(try setup.outcome() == .reject(rejection))
        }
    }

    private let standard = ["leaf", "intermediate", "root"]

    @Test(
        arguments: [
            "", ".", "www..example.test", ".example.test", "www.example.test..",
            "*.example.test", "www example.test", "www.example.test:443", "user@example.test",
            "www.example.test\0", "192.0.2.1", "example.1", "::1", "[::1]", "é.example.test",
            String(repeating: "a", count: 64) + ".test",
            String(repeating: "a.", count: 126) + "test",
        ]
    )
    func `rejects invalid server names before any comparison`(reference: String) throws {
        let setup = Setup {
            $0.identity = .dns(reference)
            $0.leaf.subjectAlternativeNames = [
                .dnsBytes(Array(reference.utf8.filter { $0 < 0x80 }))
            ]
        }
        let rejection = Rejection.badNameSyntax(reference)
        #expect(try setup.outcome() == .reject(rejection))
    }

    @Test(
        arguments: [
            String(repeating: "a", count: 63) + ".test",
            String(repeating: "a.", count: 124) + "tests",
        ]
    )
    func `accepts the longest label and the longest name`(reference: String) throws {
        let setup = Setup {
            $0.identity = .dns(reference)
            $0.leaf.subjectAlternativeNames = [.dns(reference)]
        }
        #expect(try setup.outcome() == .standard)
    }

    private static let v4: [UInt8] = [192, 0, 2, 1]
    private static let v6: [UInt8] =
        [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff] + v4

    private static func mismatch(_ reference: [UInt8], _ presented: [[UInt8]]) -> Rejection {
        .ipMismatch(reference: reference, presented: presented)
    }

    private static let addresses: [SetupCase] = [
        .accept("IPv4") {
            $0.identity = .ip(v4)
            $0.leaf.subjectAlternativeNames = [.ip(v4)]
        },
        .accept("IPv6, the last of several") {
            $0.identity = .ip(v6)
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .ip(v4), .ip(v6)]
        },
        .reject("another IPv4 address", mismatch(v4, [[192, 0, 2, 2]])) {
            $0.identity = .ip(v4)
            $0.leaf.subjectAlternativeNames = [.ip([192, 0, 2, 2])]
        },
        .reject("IPv4 in IPv6", mismatch(v4, [mapped])) {
            $0.identity = .ip(v4)
            $0.leaf.subjectAlternativeNames = [.ip(mapped)]
        },
        .reject("an address as a dNSName", mismatch(v4, [])) {
            $0.identity = .ip(v4)
            $0.leaf.subjectAlternativeNames = [.dns("192.0.2.1")]
        },
        .reject("a wildcard over an address", mismatch(v4, [])) {
            $0.identity = .ip(v4)
            $0.leaf.subjectAlternativeNames = [.dns("*.0.2.1")]
        },
        .reject("an address as a common name", .noIdentity) {
            $0.identity = .ip(v4)
            $0.leaf.subject = Name((.commonName, "192.0.2.1"))
            $0.leaf.subjectAlternativeNames = []
        },
        .reject("an address of 5 bytes", .badNameSyntax("c000020101")) {
            $0.identity = .ip([192, 0, 2, 1, 1])
            $0.leaf.subjectAlternativeNames = [.ip(v4)]
        },
        .reject(
            "the bytes of an address in a dNSName",
            .nameMismatch(reference: "a.b.", presented: [])
        ) {
            $0.identity = .dns("a.b.")
            $0.leaf.subjectAlternativeNames = [.ip(Array("a.b.".utf8))]
        },
    ]

    @Test(arguments: addresses)
    func `compares addresses`(_ test: SetupCase) throws {
        try test.check()
    }

    private static let host = "www.example.test"
    private static let none = Rejection.nameMismatch(reference: host, presented: [])

    private static let presentations: [SetupCase] = [
        .accept("the name, and another common name") {
            $0.leaf.subject = Name((.commonName, "other.test"))
        },
        .accept("a thousand names, with the right one last") {
            $0.leaf.subjectAlternativeNames =
                (0..<1_000).map { .dns("\($0).example.test") } + [.dns(host)]
        },
        .accept("the name twice") { $0.leaf.subjectAlternativeNames = [.dns(host), .dns(host)] },
        .reject("a common name without subjectAltName", .noIdentity) {
            $0.leaf.subject = Name((.commonName, host))
            $0.leaf.subjectAlternativeNames = []
        },
        .reject(
            "the common name, and another DNS name",
            .nameMismatch(reference: host, presented: ["other.test"])
        ) {
            $0.leaf.subject = Name((.commonName, host))
            $0.leaf.subjectAlternativeNames = [.dns("other.test")]
        },
        .reject("the name as a mailbox", none) { $0.leaf.subjectAlternativeNames = [.email(host)] },
        .reject("the name as a URI", none) {
            $0.leaf.subjectAlternativeNames = [.uri("https://" + host)]
        },
        .reject("the name in a directoryName", none) {
            $0.leaf.subjectAlternativeNames = [.directory(Name((.commonName, host)))]
        },
        .reject("the name as an otherName", none) {
            $0.leaf.subjectAlternativeNames = [
                .other(.commonName, DERWriter.bytes { $0.string(.utf8String, host) })
            ]
        },
        .accept("no reference identity") {
            $0.identity = nil
            $0.leaf.subjectAlternativeNames = [.dns("other.test")]
        },
        .accept("no reference identity and no names") {
            $0.identity = nil
            $0.leaf.subjectAlternativeNames = []
        },
    ]

    @Test(arguments: presentations)
    func `compares a reference identity only with names of its kind`(_ test: SetupCase) throws {
        try test.check()
    }
}
