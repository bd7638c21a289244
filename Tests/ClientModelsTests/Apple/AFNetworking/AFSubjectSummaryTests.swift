import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// The comparison of 2.2.0 with the domain.
struct AFSubjectSummaryTests {
    struct Summary: Sendable, CustomTestStringConvertible {
        let name: String?
        let domain: String
        let matches: Bool

        var testDescription: String { "\(name ?? "no common name") for \(domain)" }
    }

    @Test(
        arguments: [
            Summary(name: "www.example.test", domain: "www.example.test", matches: true),
            Summary(name: "WWW.Example.test", domain: "www.example.TEST", matches: true),
            Summary(name: "*.example.test", domain: "www.example.test", matches: true),
            Summary(name: "www.*.test", domain: "www.example.test", matches: true),
            Summary(name: "*.*.*", domain: "www.example.test", matches: true),
            Summary(name: "www.example.test", domain: "*.example.test", matches: true),
            Summary(name: "w*.example.test", domain: "www.example.test", matches: false),
            Summary(name: "*.test", domain: "www.example.test", matches: false),
            Summary(name: "www.example.test", domain: "www.example.test.", matches: false),
            Summary(name: "other.example.test", domain: "www.example.test", matches: false),
            Summary(name: nil, domain: "www.example.test", matches: false),
        ]
    )
    func `compares names like AFCertificateHostMatchesDomain of 2.2.0`(_ test: Summary) {
        #expect(AFSubjectSummary(text: test.name).matches(test.domain) == test.matches)
    }

    @Test(
        arguments: [
            ("named", "Example" as String?), ("other-host", "other.example.test"),
            ("only-by-address", nil),
        ]
    )
    func `the rejection by 2.2.0 names the subject summary that was compared`(
        entity: String,
        summary: String?
    ) throws {
        let fixture = Fixture([
            "root": .root(),
            "named": .leaf("root", "www.example.test") { $0.subject = commonName("Example") },
            "other-host": .leaf("root", "www.example.test") {
                $0.subject = commonName("other.example.test")
            },
            "only-by-address": .leaf("root") {
                $0.subject = Name(relativeNames: [])
                $0.subjectAlternativeNames = [.ip([192, 0, 2, 1])]
            },
        ])
        let presented = try fixture.presented([entity], system: ["root"], pins: [entity, "root"])
        let policy = try PolicyModel.afnetworking.configured(
            ["version": "2.2.0", "mode": "public-key", "allow-invalid": "true"]
        ).policy
        #expect(
            policy.evaluate(presented, for: .dns("www.example.test")).verdict
                == .reject(.subjectMismatch(reference: "www.example.test", summary: summary))
        )
    }

    struct CertificateCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// RFC 4514 text, the last relative name first.
        let subject: String
        var names: [DeclaredName] = [.dns("a.example.test"), .dns("b.example.test")]
        let summary: String?
    }

    @Test(
        arguments: [
            CertificateCase(
                testDescription: "a common name before all others",
                subject: "O=Example,CN=www.example.test,OU=Unit",
                summary: "www.example.test"
            ),
            CertificateCase(
                testDescription: "two common names, the last first",
                subject: "CN=b,CN=a",
                summary: "b, a"
            ),
            CertificateCase(
                testDescription: "a common name and a description",
                subject: "2.5.4.13=#0c0466726f6d,CN=www.example.test",
                summary: "www.example.test (from)"
            ),
            CertificateCase(
                testDescription: "an empty subject: the first DNS name",
                subject: "",
                summary: "a.example.test"
            ),
            CertificateCase(
                testDescription: "no common name: the first DNS name",
                subject: "O=Example",
                summary: "a.example.test"
            ),
            CertificateCase(
                testDescription: "no common name: a mailbox before the DNS names",
                subject: "O=Example",
                names: [.dns("a.example.test"), .email("post@example.test")],
                summary: "post@example.test"
            ),
            CertificateCase(
                testDescription: "no common name: the mailbox of the subject",
                subject: "emailAddress=post@example.test,O=Example",
                summary: "post@example.test"
            ),
            CertificateCase(
                testDescription: "no names: the unit",
                subject: "O=Example,OU=b,OU=a",
                names: [],
                summary: "b, a"
            ),
            CertificateCase(
                testDescription: "no names: the organization",
                subject: "O=www.example.test,C=DE",
                names: [],
                summary: "www.example.test"
            ),
            CertificateCase(
                testDescription: "no names: the rest",
                subject: "L=Berlin,C=DE",
                names: [],
                summary: "Berlin, DE"
            ),
            CertificateCase(
                testDescription: "nothing",
                subject: "",
                names: [.ip([192, 0, 2, 1])],
                summary: nil
            ),
        ]
    )
    func `makes the summary like SecCertificateCopySubjectSummary of Security-61901`(
        _ test: CertificateCase
    ) throws {
        let name = try Name(rfc4514: test.subject)
        let fixture = Fixture([
            "leaf": .selfSigned {
                $0.subject = name
                $0.subjectAlternativeNames = test.names
            }
        ])
        #expect(AFSubjectSummary(of: try fixture.certificate("leaf")).text == test.summary)
    }

    struct ModeCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var settings: [String: String] = [:]
        var served = "self-signed"
        let expected: Outline
    }

    static let modeFixture = Fixture([
        "root": .root(),
        "leaf": .leaf("root", "www.example.test") { $0.subject = commonName("Example") },
        "self-signed": .selfSigned("other.example.test"),
    ])

    @Test(
        arguments: [
            ModeCase(
                testDescription: "invalid certificates allowed",
                settings: ["allow-invalid": "true", "validates-domain-name": "true"],
                expected: .yes(.unchecked, .invalid)
            ),
            ModeCase(
                testDescription: "the same with policyWithPinningMode:, which sets YES",
                settings: ["allow-invalid": "true", "factory": "policy-with-pinning-mode"],
                expected: .yes(.unchecked, .invalid)
            ),
            ModeCase(
                testDescription: "a chain that the platform trusts",
                settings: ["validates-domain-name": "true"],
                served: "leaf",
                expected: .yes(.path(["leaf", "root"]))
            ),
            ModeCase(
                testDescription: "a chain that the platform does not trust",
                settings: ["validates-domain-name": "true"],
                expected: .no(.nameMismatch, error: "NSURLErrorDomain -999")
            ),
            ModeCase(
                testDescription: "the same summary with a pinned key",
                settings: ["mode": "public-key", "allow-invalid": "true"],
                expected: .no(.nameMismatch, error: "NSURLErrorDomain -999")
            ),
        ]
    )
    func `in mode none, 2.2.0 decides before the comparison of subject summaries`(
        _ test: ModeCase
    ) throws {
        let presented = try Self.modeFixture.presented(
            [test.served],
            system: ["root"],
            pins: ["self-signed"]
        )
        let policy = try PolicyModel.afnetworking.configured(
            test.settings.merging(["version": "2.2.0"]) { $1 }
        ).policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(try Self.modeFixture.outline(decision) == test.expected)
    }
}
