import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `SSLTrustPolicyTest.plist` and `TestDescriptions.txt` of Security-61901.0.87.0.1,
/// SecurityTests/ssl-policy-certs: the hosts that a certificate matches under an SSL policy.
///
/// In the plist, tests 3 and 29 pass, as they did before iOS 13 stopped reading common names.
struct ServerTrustHostNameTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let number: Int
        let description: String
        var host = "test.apple.com"
        var commonName: String?
        /// The alternative names; nil for none.
        let names: [DeclaredName]?
        var purposes: [ObjectIdentifier] = [.serverAuth]
        /// The expected rejection; nil if the host matches.
        var reason: Rejection?

        var testDescription: String { "Test \(number): \(description)" }
        var entity: String { "test\(number)" }

        /// Returns the entry of a host that does not match.
        static func mismatch(
            _ number: Int,
            _ description: String,
            _ name: String,
            host: String = "test.apple.com",
            commonName: String? = nil
        ) -> Row {
            Row(
                number: number,
                description: description,
                host: host,
                commonName: commonName,
                names: [.dns(name)],
                reason: .nameMismatch(reference: host, presented: [name])
            )
        }
    }

    static let rows: [Row] = [
        .mismatch(1, "neither CN nor SAN", "bad.apple.com", commonName: "bad.apple.com"),
        .mismatch(2, "CN but not SAN", "bad.apple.com", commonName: "test.apple.com"),
        Row(
            number: 3,
            description: "CN, no SAN",
            commonName: "test.apple.com",
            names: nil,
            reason: .noIdentity
        ),
        Row(
            number: 4,
            description: "SAN but not CN",
            commonName: "bad.apple.com",
            names: [.dns("test.apple.com")]
        ),
        .mismatch(
            5,
            "a wildcard that is not the left-most label",
            "test.*.apple.com",
            host: "test.bad.apple.com"
        ),
        .mismatch(6, "the same, and too few labels", "test.*.apple.com"),
        Row(
            number: 7,
            description: "a wildcard",
            host: "good.test.apple.com",
            names: [.dns("*.test.apple.com")]
        ),
        .mismatch(8, "a label too few for the wildcard", "*.test.apple.com"),
        .mismatch(
            9,
            "a label too many for the wildcard",
            "*.test.apple.com",
            host: "one.bad.test.apple.com"
        ),
        .mismatch(10, "a wildcard below a top-level domain", "*.com", host: "apple.com"),
        .mismatch(11, "a wildcard below a public suffix", "*.co.uk", host: "apple.co.uk"),
        .mismatch(12, "a wildcard inside a label", "t*t.apple.com"),
        .mismatch(13, "a wildcard for no letter at the end", "apple*.com", host: "apple.com"),
        .mismatch(14, "a wildcard for letters at the end", "apple*.com", host: "appleseed.com"),
        .mismatch(15, "two wildcards", "*.*.apple.com", host: "one.bad.apple.com"),
        Row(
            number: 16,
            description: "EKU without server authentication",
            names: [.dns("test.apple.com")],
            purposes: [.emailProtection],
            reason: .extendedKeyUsage(missing: .serverAuth, depth: 0)
        ),
        Row(
            number: 17,
            description: "no EKU",
            names: [.dns("test.apple.com")],
            purposes: []
        ),
        .mismatch(18, "host with a label after", "test.apple.com", host: "test.apple.com.test"),
        Row(
            number: 19,
            description: "host with a dot after",
            host: "test.apple.com.",
            names: [.dns("test.apple.com")]
        ),
        Row(
            number: 20,
            description: "host with a dot before",
            host: ".test.apple.com",
            names: [.dns("test.apple.com")],
            reason: .badNameSyntax(".test.apple.com")
        ),
        .mismatch(21, "SAN with a label after", "test.apple.com.test"),
        Row(
            number: 22,
            description: "SAN without dNSName",
            names: [.email("test@apple.com")],
            reason: .nameMismatch(reference: "test.apple.com", presented: [])
        ),
        .mismatch(23, "SAN with a dot after", "test.apple.com."),
        .mismatch(24, "SAN with a dot before", ".test.apple.com"),
        .mismatch(25, "a wildcard for a letter at the beginning", "*est.apple.com"),
        .mismatch(
            26,
            "a wildcard for no letter at the beginning",
            "*est.apple.com",
            host: "est.apple.com"
        ),
        .mismatch(27, "a wildcard for a letter at the end of a label", "tes*.apple.com"),
        .mismatch(
            28,
            "a wildcard for no letter at the end of a label",
            "tes*.apple.com",
            host: "tes.apple.com"
        ),
        Row(
            number: 29,
            description: "CN in another case, no SAN",
            host: "TEST.apple.com",
            commonName: "test.apple.com",
            names: nil,
            reason: .noIdentity
        ),
        .mismatch(30, "nothing but a wildcard", "*", host: "apple"),
        .mismatch(31, "nothing but two wildcards", "*.*", host: "apple.com"),
        .mismatch(32, "nothing but three wildcards", "*.*.*"),
        .mismatch(33, "a wildcard with a dot after", "*.", host: "apple"),
        .mismatch(34, "a wildcard with a dot before", ".*", host: "apple"),
        .mismatch(35, "nothing but a wildcard, for two labels", "*", host: "apple.com"),
        .mismatch(36, "with a dot after, for two labels", "*.", host: "apple.com"),
        .mismatch(37, "with a dot before, for two labels", ".*", host: "apple.com"),
    ]

    /// The certificates, issued before July 2019; Apple requires a purpose from then on.
    static let fixture = Fixture(
        rows.reduce(into: ["root": .root()]) { entities, row in
            entities[row.entity] = .leaf("root") {
                $0.subject = commonName(row.commonName ?? "Test\(row.number)")
                $0.subjectAlternativeNames = row.names ?? []
                $0.extendedKeyUsage = row.purposes
                $0.notBefore = .absolute(Instant(seconds: 1_556_668_800))
                $0.notAfter = .absolute(Instant(seconds: 1_872_201_600))
            }
        }
    )

    @Test(arguments: rows)
    func `compares host names as Apple's tests expect`(_ row: Row) throws {
        let test = ServerTrustCase(
            test: row.description,
            served: [row.entity],
            anchors: ["root"],
            policies: [.ssl(host: .dns(row.host))],
            result: row.reason == nil ? .unspecified : .recoverableFailure,
            reason: row.reason,
            chain: [row.entity, "root"]
        )
        try test.check(Self.fixture)
    }

    @Test func `the test cases cover every test in SSLTrustPolicyTest.plist`() {
        #expect(Self.rows.map(\.number) == Array(1...37))
        #expect(Self.rows.filter { $0.reason == nil }.map(\.number) == [4, 7, 17, 19])
    }
}
