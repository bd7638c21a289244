import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `HostnameVerifierTest.kt` of OkHttp, its 23 tests under their own names.
///
/// The original's certificates, some of which have expired, are forged again with the same content.
/// Where OpenJDK and Android decode names differently, the tests follow OpenJDK. In `verify` and
/// `thatCatchesErrorsWithBadSession` the session has no certificate; here every certificate has
/// names.
struct HostnameVerifierTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var release = OkHttpRelease.current
        var commonNames: [String] = []
        var names: [DeclaredName] = []
        /// Hosts that match the certificate.
        var verified: [String] = []
        /// Hosts that do not match.
        var refused: [String] = []

        var testDescription: String { test }
    }

    static let hanako = "\u{82b1}\u{5b50}.co.jp"
    static let kelvin = "\u{212a}.com"

    static func bytes(_ text: String) -> DeclaredName { .dnsBytes(Array(text.utf8)) }

    static let localhost = Case(
        test: "subjectAltUsesLocalDomainAndIp",
        commonNames: ["localhost"],
        names: [.dns("localhost.localdomain"), .dns("localhost"), .ip([127, 0, 0, 1])],
        verified: ["localhost", "localhost.localdomain", "127.0.0.1"],
        refused: ["local.host", "127.0.0.2"]
    )

    static let addresses = Case(
        test: "subjectAltNameWithIPAddresses",
        commonNames: ["foo.com"],
        names: ["::1", "2a03:2880:f003:c07:face:b00c::2", "::5", "192.168.1.1"]
            .compactMap { IPAddress.bytes($0).map(DeclaredName.ip) },
        verified: [
            "::1", "::5", "2a03:2880:f003:c07:face:b00c::2", "2a03:2880:f003:c07:face:b00c:0:2",
            "2a03:2880:f003:c07:FACE:B00C:0:2", "192.168.1.1", "::ffff:192.168.1.1",
            "0:0:0:0:0:FFFF:C0A8:0101",
        ],
        refused: ["foo.com", "::2", "2a03:2880:f003:c07:face:b00c:0:3", "127.0.0.1"]
    )

    static let originals = [
        Case(test: "verify", refused: ["localhost"]),
        Case(
            test: "verifyCn",
            commonNames: ["foo.com"],
            refused: ["foo.com", "a.foo.com", "bar.com"]
        ),
        Case(test: "verifyNonAsciiCn", commonNames: [hanako], refused: [hanako, "a." + hanako]),
        Case(
            test: "verifySubjectAlt",
            commonNames: ["foo.com"],
            names: [.dns("bar.com")],
            verified: ["bar.com"],
            refused: ["foo.com", "a.foo.com", "a.bar.com"]
        ),
        Case(
            test: "verifyNonAsciiSubjectAlt",
            commonNames: ["foo.com"],
            names: [.dns("bar.com"), bytes(hanako)],
            verified: ["bar.com"],
            refused: ["foo.com", "a.foo.com", "a.bar.com", hanako, "a." + hanako]
        ),
        Case(
            test: "verifySubjectAltOnly",
            names: [.dns("foo.com")],
            verified: ["foo.com"],
            refused: ["a.foo.com"]
        ),
        Case(
            test: "verifyMultipleCn",
            commonNames: ["foo.com", "bar.com", hanako],
            refused: ["foo.com", "a.foo.com", "bar.com", "a.bar.com", hanako, "a." + hanako]
        ),
        Case(
            test: "verifyWilcardCn",
            commonNames: ["*.foo.com"],
            refused: ["foo.com", "www.foo.com", "\u{82b1}\u{5b50}.foo.com", "a.b.foo.com"]
        ),
        Case(
            test: "verifyWilcardCnOnTld",
            commonNames: ["*.co.jp"],
            refused: ["foo.co.jp", hanako]
        ),
        Case(
            test: "testWilcardNonAsciiSubjectAlt",
            commonNames: ["*.foo.com"],
            names: [.dns("*.bar.com"), bytes("*." + hanako)],
            verified: ["www.bar.com"],
            refused: [
                "foo.com", "www.foo.com", "\u{82b1}\u{5b50}.foo.com", "a.b.foo.com", "bar.com",
                "\u{82b1}\u{5b50}.bar.com", "a.b.bar.com",
            ]
        ),
        localhost,
        Case(
            test: "wildcardsCannotMatchIpAddresses",
            commonNames: ["*.0.0.1"],
            refused: ["127.0.0.1"]
        ),
        Case(
            test: "wildcardsDoesNotNeedTwoDots",
            commonNames: ["*.com"],
            refused: ["google.com"]
        ),
        Case(
            test: "subjectAltName",
            commonNames: ["foo.com"],
            names: [.dns("bar.com"), .dns("baz.com")],
            verified: ["bar.com", "baz.com"],
            refused: ["foo.com", "a.foo.com", "quux.com"]
        ),
        Case(
            test: "subjectAltNameWithWildcard",
            commonNames: ["foo.com"],
            names: [.dns("bar.com"), .dns("*.baz.com")],
            verified: ["bar.com", "a.baz.com"],
            refused: ["foo.com", "baz.com", "a.foo.com", "a.bar.com", "quux.com"]
        ),
        addresses,
        Case(
            test: "generatedCertificate",
            commonNames: ["Foo Corp"],
            names: [.dns("foo.com")],
            verified: ["foo.com"],
            refused: ["bar.com"]
        ),
        Case(
            test: "specialKInHostname",
            commonNames: ["Foo Corp"],
            names: [.dns("k.com"), .dns("tel.com")],
            verified: ["k.com", "K.com"],
            refused: ["foo.com", "bar.com", "\u{2121}.com", kelvin]
        ),
        Case(
            test: "specialKInCert",
            commonNames: ["Foo Corp"],
            names: [bytes("\u{2121}.com"), bytes(kelvin)],
            refused: ["foo.com", "bar.com", "k.com", "K.com", "tel.com"]
        ),
        Case(
            test: "specialKInExternalCert",
            commonNames: ["foo.com"],
            names: [bytes("\u{2121}.com"), bytes(kelvin)],
            refused: ["tel.com", "k.com", "foo.com", "bar.com", "K.com"]
        ),
        Case(
            test: "replacementCharacter",
            commonNames: ["foo.com"],
            names: [bytes("\u{2121}.com"), bytes(kelvin)],
            refused: ["\u{fffd}\u{fffd}\u{fffd}.com", "\u{2121}.com"]
        ),
        Case(test: "thatCatchesErrorsWithBadSession", refused: ["\u{1f4a9}.com"]),
    ]

    static let others = [
        Case(
            test: "a wildcard for a public suffix",
            names: [.dns("*.co.uk")],
            verified: ["example.co.uk"],
            refused: ["co.uk", "www.example.co.uk"]
        ),
        Case(
            test: "invalid wildcards",
            names: ["*", "*.", "w*.foo.com", "*w.foo.com", "www.*.com", "*.*.com", "**.foo.com"]
                .map(DeclaredName.dns),
            refused: ["www.foo.com", "foo.com", "com", "localhost", "w.foo.com", "w.*.com"]
        ),
        Case(
            test: "trailing dots and letter case",
            names: [.dns("WWW.foo.com."), .dns("bar.com")],
            verified: ["www.foo.com", "www.foo.com.", "bar.com.", "BAR.com"],
            refused: ["www.foo.com..", ".bar.com", ""]
        ),
        Case(
            test: "the common name in 3.7.0",
            release: CertificatePinnerTests.old,
            commonNames: ["foo.com", "*.bar.com"],
            verified: ["www.bar.com"],
            refused: ["foo.com"]
        ),
        Case(
            test: "a common name and a DNS name in 3.7.0",
            release: CertificatePinnerTests.old,
            commonNames: ["foo.com"],
            names: [.dns("bar.com")],
            verified: ["bar.com"],
            refused: ["foo.com"]
        ),
        Case(
            test: "no common name in 3.14.9",
            release: .v3_14_9,
            commonNames: ["foo.com"],
            refused: ["foo.com"]
        ),
        Case(
            test: "addresses in Java's notation in 3.14.9",
            release: .v3_14_9,
            names: ["2001:db8::1", "2001:db8:1:2:3:4:5:6", "192.0.2.1"]
                .compactMap { IPAddress.bytes($0).map(DeclaredName.ip) },
            verified: ["2001:db8:1:2:3:4:5:6", "2001:DB8:1:2:3:4:5:6", "192.0.2.1"],
            refused: ["2001:db8::1", "2001:db8:0:0:0:0:0:1", "192.0.2.2"]
        ),
        Case(
            test: "addresses in their canonical form in 4.9.1",
            release: .v4_9_1,
            names: ["2001:db8::1"].compactMap { IPAddress.bytes($0).map(DeclaredName.ip) },
            verified: ["2001:db8::1", "2001:db8:0:0:0:0:0:1"],
            refused: ["2001:db8::2"]
        ),
        Case(
            test: "the Kelvin sign in a certificate in 4.9.1",
            release: .v4_9_1,
            names: [bytes(kelvin)],
            verified: ["k.com", "K.com", kelvin],
            refused: ["foo.com"]
        ),
        Case(
            test: "the Kelvin sign in a host in 4.9.1",
            release: .v4_9_1,
            names: [.dns("k.com")],
            verified: ["k.com", kelvin],
            refused: ["foo.com"]
        ),
        Case(
            test: "a name that begins with a dot",
            names: [bytes(".bar.com")],
            refused: [".bar.com", "bar.com", "foo.bar.com"]
        ),
    ]

    static let fixture = Fixture(
        Dictionary(
            uniqueKeysWithValues: (originals + others).map { test in
                (
                    test.test,
                    Entity.selfSigned {
                        $0.subjectAlternativeNames = test.names
                        $0.subject = Name(
                            relativeNames: test.commonNames.map {
                                [Name.Attribute($0)]
                            }
                        )
                    }
                )
            }
        )
    )

    @Test(arguments: originals)
    func `decides as HostnameVerifierTest.kt expects`(_ test: Case) throws {
        try verify(test)
    }

    @Test(arguments: others)
    func `decides further names as OkHttp does`(_ test: Case) throws {
        try verify(test)
    }

    private func verify(_ test: Case) throws {
        let presented = try Self.fixture.presented([test.test], system: [])
        let verifier = OkHostnameVerifier(release: test.release)
        let certificate = try #require(presented.peerCertificates.first)
        for host in test.verified { #expect(verifier.verify(host, certificate), "\(host)") }
        for host in test.refused { #expect(!verifier.verify(host, certificate), "\(host)") }
    }

    @Test(
        arguments: [
            "127.0.0.1", "1.2.3.4", "::1", "2001:db8::1", "::192.168.0.1", "::ffff:192.168.0.1",
            "FEDC:BA98:7654:3210:FEDC:BA98:7654:3210", "1080:0:0:0:8:800:200C:417A",
            "1080::8:800:200C:417A", "FF01::101", "0:0:0:0:0:0:13.1.68.3",
            "0:0:0:0:0:FFFF:129.144.52.38", "::13.1.68.3", "::FFFF:129.144.52.38",
        ]
    )
    func `recognizes addresses (verifyAsIpAddress)`(_ host: String) {
        #expect(CanonicalHost.canParseAsIPAddress(host))
    }

    @Test(
        arguments: [
            "go", "localhost", "squareup.com", "www.nintendo.co.jp",
            // Not in the original: a part of an address on only one side of the colon.
            "www:80", "a:www",
        ]
    )
    func `recognizes names (verifyAsIpAddress)`(_ host: String) {
        #expect(!CanonicalHost.canParseAsIPAddress(host))
    }

    /// HostnamesCommon.kt: 253 characters, and 63 for each label.
    @Test(
        arguments: [
            ("a", "a"), ("", nil), (".", nil), ("a.", "a."),
            ("WWW.Example.test", "www.example.test"),
            ("a..b", nil), ("bücher.test", "xn--bcher-kva.test"), ("a b", nil), ("a\u{7f}", nil),
            ("a~", "a~"), ("a!", "a!"), ("a/b", nil), ("[::1]", "::1"), ("::1", "::1"),
            ("[::1", nil), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:DB8::0:1", "2001:db8::1"),
            (String(repeating: "a", count: 63), String(repeating: "a", count: 63)),
            (String(repeating: "a", count: 64), nil),
            (
                String(repeating: "a23456789.", count: 25) + "abc",
                String(repeating: "a23456789.", count: 25) + "abc"
            ),
            (String(repeating: "a23456789.", count: 25) + "abcd", nil),
        ] as [(String, String?)]
    )
    func `converts hosts to their canonical form (toCanonicalHost)`(
        _ host: String,
        _ expected: String?
    ) {
        #expect(CanonicalHost.text(host) == expected)
    }

    @Test func `the test cases cover every test in HostnameVerifierTest.kt`() {
        // The twenty-third is verifyAsIpAddress.
        #expect(Self.originals.count == 22)
    }
}

extension Name.Attribute {
    /// Creates the attribute of a common name in UTF-8.
    fileprivate init(_ commonName: String) {
        self.init(type: .commonName, tag: .utf8String, value: Array(commonName.utf8))
    }
}
