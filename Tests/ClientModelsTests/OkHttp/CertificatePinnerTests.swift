import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `CertificatePinnerTest.kt` and `CertificatePinnerKotlinTest.kt` of OkHttp.
///
/// Each test is an entry under its own name; tests with the same name in both are one entry.
/// `pinList`, which reads a builder's properties, is among the lookups.
struct CertificatePinnerTests {
    static let fixture = Fixture([
        "A": .selfSigned("example.com"),
        "A2": .selfSigned("example.com") { $0.keyOf = "A" },
        "B": .selfSigned("example.com"),
        "C": .selfSigned("example.com"),
    ])

    /// A check of a host against a chain, and whether it passes.
    struct Check: Sendable {
        let host: String
        let chain: [String]
        let passes: Bool

        init(_ host: String, _ chain: String..., passes: Bool = true) {
            (self.host, self.chain, self.passes) = (host, chain, passes)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        /// Pattern and entities whose keys are pinned; `sha1:` before a name selects that digest.
        let pins: [(pattern: String, entities: [String])]
        let checks: [Check]

        var testDescription: String { test }
    }

    static let cases = [
        Case(
            test: "sameKeypairSamePin",
            pins: [("example.com", ["A"])],
            checks: [Check("example.com", "A2"), Check("example.com", "B", passes: false)]
        ),
        Case(
            test: "successfulCheck",
            pins: [("example.com", ["A"])],
            checks: [Check("example.com", "A")]
        ),
        Case(
            test: "successfulMatchAcceptsAnyMatchingCertificate, -Old",
            pins: [("example.com", ["B"])],
            checks: [Check("example.com", "A", "B")]
        ),
        Case(
            test: "unsuccessfulCheck",
            pins: [("example.com", ["A"])],
            checks: [Check("example.com", "B", passes: false)]
        ),
        Case(
            test: "multipleCertificatesForOneHostname",
            pins: [("example.com", ["A", "B"])],
            checks: [Check("example.com", "A"), Check("example.com", "B")]
        ),
        Case(
            test: "multipleHostnamesForOneCertificate",
            pins: [("example.com", ["A"]), ("www.example.com", ["A"])],
            checks: [Check("example.com", "A"), Check("www.example.com", "A")]
        ),
        Case(test: "absentHostnameMatches", pins: [], checks: [Check("example.com", "A")]),
        Case(
            test: "successfulCheckForWildcardHostname",
            pins: [("*.example.com", ["A"])],
            checks: [Check("a.example.com", "A")]
        ),
        Case(
            test: "successfulMatchAcceptsAnyMatchingCertificateForWildcardHostname",
            pins: [("*.example.com", ["B"])],
            checks: [Check("a.example.com", "A", "B")]
        ),
        Case(
            test: "unsuccessfulCheckForWildcardHostname",
            pins: [("*.example.com", ["A"])],
            checks: [Check("a.example.com", "B", passes: false)]
        ),
        Case(
            test: "multipleCertificatesForOneWildcardHostname",
            pins: [("*.example.com", ["A", "B"])],
            checks: [Check("a.example.com", "A"), Check("a.example.com", "B")]
        ),
        Case(
            test: "successfulCheckForOneHostnameWithWildcardAndDirectCertificate",
            pins: [("*.example.com", ["A"]), ("a.example.com", ["B"])],
            checks: [Check("a.example.com", "A"), Check("a.example.com", "B")]
        ),
        Case(
            test: "unsuccessfulCheckForOneHostnameWithWildcardAndDirectCertificate",
            pins: [("*.example.com", ["A"]), ("a.example.com", ["B"])],
            checks: [Check("a.example.com", "C", passes: false)]
        ),
        Case(
            test: "checkForHostnameWithDoubleAsterisk",
            pins: [("**.example.co.uk", ["A"])],
            checks: [
                Check("example.co.uk", "B", passes: false),
                Check("foo.example.co.uk", "B", passes: false),
                Check("foo.bar.example.co.uk", "B", passes: false),
                Check("foo.bar.baz.example.co.uk", "B", passes: false),
                Check("uk", "B"), Check("co.uk", "B"), Check("anotherexample.co.uk", "B"),
                Check("foo.anotherexample.co.uk", "B"),
            ]
        ),
        Case(
            test: "testMatchesSha256",
            pins: [("example.com", ["A"])],
            checks: [Check("example.com", "A"), Check("example.com", "B", passes: false)]
        ),
        Case(
            test: "testMatchesSha1, successfulCheckSha1Pin",
            pins: [("example.com", ["sha1:C"])],
            checks: [Check("example.com", "C"), Check("example.com", "B", passes: false)]
        ),
    ]

    @Test(arguments: cases)
    func `decides as CertificatePinnerTest.kt expects`(_ test: Case) throws {
        var builder = CertificatePinner.Builder()
        for (pattern, entities) in test.pins {
            try builder.add(pattern, try entities.map(Self.pin))
        }
        let pinner = CertificatePinner(pins: builder.pins, release: .current)
        for check in test.checks {
            let chain = try Self.fixture.decoded(check.chain)
            let passes = (try? pinner.check(check.host) { chain }) != nil
            #expect(passes == check.passes, "\(check.host) \(check.chain)")
        }
    }

    private static func pin(_ name: String) throws -> String {
        let digest = name.hasPrefix("sha1:") ? Digest.sha1 : .sha256
        let entity = name.hasPrefix("sha1:") ? String(name.dropFirst(5)) : name
        let hash = try #require(
            Pin.certificate(try fixture.certificate(entity)).spkiHash(digest)
        )
        return "\(digest.rawValue)/\(String(decoding: Base64.encode(hash), as: UTF8.self))"
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let test: String
        var pattern = "example.com"
        var pin = sound
        /// The message of the exception; nil for a pin that is accepted anyway.
        let message: String?

        var testDescription: String { test }
    }

    static let sound = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test(
        arguments: [
            Bad(
                test: "malformedPin",
                pin: "md5/DmxUShsZuNiqPQsX2Oi9uv2sCnw=",
                message: "pins must start with 'sha256/' or 'sha1/': "
                    + "md5/DmxUShsZuNiqPQsX2Oi9uv2sCnw="
            ),
            Bad(
                test: "malformedBase64",
                pin: "sha1/DmxUShsZuNiqPQsX2Oi9uv2sCnw*",
                message: "Invalid pin hash: sha1/DmxUShsZuNiqPQsX2Oi9uv2sCnw*"
            ),
            Bad(test: "testBadPin", pin: "sha256/a", message: "Invalid pin hash: sha256/a"),
            Bad(
                test: "testBadAlgorithm",
                pin: "sha512/AAAA",
                message: "pins must start with 'sha256/' or 'sha1/': sha512/AAAA"
            ),
            Bad(
                test: "testBadHost",
                pattern: "example.*",
                message: "Unexpected pattern: example.*"
            ),
            Bad(
                test: "an asterisk inside a label",
                pattern: "a*.example.com",
                message: "Unexpected pattern: a*.example.com"
            ),
            Bad(test: "only an asterisk", pattern: "*", message: "Unexpected pattern: *"),
            Bad(
                test: "three asterisks",
                pattern: "***.example.com",
                message: "Unexpected pattern: ***.example.com"
            ),
            Bad(
                test: "two labels of asterisks",
                pattern: "*.*.example.com",
                message: "Unexpected pattern: *.*.example.com"
            ),
            Bad(
                test: "a URL",
                pattern: "https://example.com",
                message: "Invalid pattern: https://example.com"
            ),
            Bad(
                test: "a blank",
                pattern: "example .com",
                message: "Invalid pattern: example .com"
            ),
            Bad(
                test: "an empty first label",
                pattern: ".example.test",
                message: "Invalid pattern: .example.test"
            ),
            Bad(
                test: "an empty label",
                pattern: "www..example.test",
                message: "Invalid pattern: www..example.test"
            ),
            Bad(
                test: "an empty label after an asterisk",
                pattern: "*..example.test",
                message: "Invalid pattern: *..example.test"
            ),
            Bad(
                test: "two dots at the end",
                pattern: "example.test..",
                message: "Invalid pattern: example.test.."
            ),
            Bad(test: "only a dot", pattern: ".", message: "Invalid pattern: ."),
            Bad(test: "a trailing dot", pattern: "example.test.", message: nil),
            Bad(test: "testGoodPin", pattern: "**.example.co.uk", message: nil),
            // Pins that can never match are also accepted.
            Bad(test: "a hash of three bytes", pin: "sha256/AAAA", message: nil),
            Bad(test: "the other alphabet, unpadded, with a space", pin: "sha1/-_ -", message: nil),
        ]
    )
    func `rejects a malformed pin`(_ test: Bad) {
        do {
            let pin = try CertificatePinner.Pin(test.pattern, test.pin)
            #expect(test.message == nil)
            #expect(pin.pattern == test.pattern)
        } catch {
            #expect(error.description == test.message.map { "IllegalArgumentException: \($0)" })
        }
    }

    struct Lookup: Sendable, CustomTestStringConvertible {
        let test: String
        var release = OkHttpRelease.current
        let patterns: [String]
        /// Hosts, and the indices of the patterns that match.
        let hosts: [(String, [Int])]

        var testDescription: String { test }
    }

    static let old = OkHttpRelease.v3_7_0

    static let lookups = [
        Lookup(
            test: "successfulFindMatchingPins, pinList",
            patterns: ["first.com", "first.com", "second.com"],
            hosts: [("first.com", [0, 1])]
        ),
        Lookup(
            test: "successfulFindMatchingPinsForWildcardAndDirectCertificates",
            patterns: ["*.example.com", "a.example.com", "b.example.com"],
            hosts: [("a.example.com", [0, 1])]
        ),
        Lookup(
            test: "wildcardHostnameShouldNotMatchThroughDot",
            patterns: ["*.example.com"],
            hosts: [
                ("example.com", []), ("..example.com", []), ("a..example.com", []),
                ("a.b.example.com", []),
            ]
        ),
        Lookup(
            test: "doubleWildcardHostnameShouldMatchThroughDot",
            patterns: ["**.example.com"],
            hosts: [
                ("example.com", [0]), (".example.com", [0]), ("..example.com", [0]),
                ("a..example.com", [0]), ("a.b.example.com", [0]),
            ]
        ),
        Lookup(
            test: "doubleWildcardHostnameShouldNotMatchSuffix",
            patterns: ["**.example.com"],
            hosts: [("xample.com", []), ("dexample.com", []), ("barnexample.com", [])]
        ),
        Lookup(
            test: "successfulFindMatchingPinsIgnoresCase",
            patterns: ["EXAMPLE.com", "*.MyExample.Com"],
            hosts: [("example.com", [0]), ("a.myexample.com", [1])]
        ),
        Lookup(
            test: "successfulFindMatchingPinPunycode",
            patterns: ["σkhttp.com"],
            hosts: [("xn--khttp-fde.com", [0])]
        ),
        Lookup(
            test: "checkSubstringMatch",
            patterns: ["*.example.com"],
            hosts: [
                ("a.example.com.notexample.com", []), ("example.com.notexample.com", []),
                ("notexample.com", []), ("example.com", []), ("a.b.example.com", []),
                ("ple.com", []), ("com", []), ("a.example.com", [0]), (".example.com", [0]),
                ("example.example.com", [0]),
            ]
        ),
        Lookup(
            test: "the substring in 3.7.0",
            release: old,
            patterns: ["*.example.com"],
            hosts: [
                ("a.example.com.notexample.com", [0]), ("a.example.com", [0]),
                ("example.com.notexample.com", []), ("a.b.example.com", []), ("example.com", []),
            ]
        ),
        Lookup(
            test: "two asterisks match nothing in 3.7.0",
            release: old,
            patterns: ["**.example.com"],
            hosts: [("example.com", []), ("a.example.com", [])]
        ),
        Lookup(
            test: "no substring, and letter case as written, in 3.0.1",
            release: .v3_0_1,
            patterns: ["*.example.com", "WWW.Example.net"],
            hosts: [
                ("a.example.com.notexample.com", []), ("a.example.com", [0]),
                ("a.b.example.com", []), ("example.com", []), ("www.example.net", []),
            ]
        ),
        Lookup(
            test: "the whole suffix in 3.14.9, without two asterisks",
            release: .v3_14_9,
            patterns: ["*.example.com", "**.example.net"],
            hosts: [
                ("a.example.com.notexample.com", []), ("a.example.com", [0]),
                ("a.example.net", []),
            ]
        ),
        Lookup(
            test: "an address in its canonical form",
            patterns: ["::ffff:192.0.2.1", "2001:DB8:0::1"],
            hosts: [("192.0.2.1", [0]), ("2001:db8::1", [1])]
        ),
    ]

    @Test(arguments: lookups)
    func `finds the pins of all matching patterns`(_ test: Lookup) throws {
        var builder = CertificatePinner.Builder(release: test.release)
        for (place, pattern) in test.patterns.enumerated() {
            let hash = String(decoding: Base64.encode([UInt8(place)]), as: UTF8.self)
            try builder.add(pattern, [(test.release.pinsSHA256 ? "sha256/" : "sha1/") + hash])
        }
        let pinner = CertificatePinner(pins: builder.pins, release: test.release)
        for (host, places) in test.hosts {
            let found = pinner.findMatchingPins(host)
            #expect(found.map { Int($0.hash[0]) } == places, "\(host)")
        }
    }
}
