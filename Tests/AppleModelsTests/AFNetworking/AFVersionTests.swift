import Forge
import PKIX
import PinningWorlds
import TestSupport
import Testing

@testable import AppleModels
@testable import Policies
@testable import Trust

/// The releases as data.
struct AFVersionTests {
    @Test("the releases are told apart in the same way wherever they are")
    func names() {
        let names = AFNetworkingVersion.catalogue.map(\.name)
        #expect(names == AFNetworkingClosedForm.versions)
        #expect(Array(names.dropFirst()) == AFRelease.history.map(\.name))
        #expect(Set(AFNetworkingVersion.catalogue).count == names.count)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let version: String
        var mode = AFSecurityPolicy.SSLPinningMode.none
        var factory = AFNetworking.Factory.usual
        var stated: Bool?
        let validates: Bool

        var testDescription: String {
            let word = stated.map { "set to \($0)" } ?? "unset"
            return "\(version), \(mode.rawValue), \(factory.rawValue), \(word)"
        }
    }

    @Test(
        "validatesDomainName",
        arguments: [
            Case(version: "1.3.4", stated: true, validates: false),
            Case(version: "2.0.3", mode: .publicKey, stated: true, validates: false),
            Case(version: "2.1.0", validates: false),
            Case(version: "2.1.0", mode: .publicKey, validates: true),
            Case(version: "2.4.1", validates: false),
            Case(version: "2.4.1", factory: .policyWithPinningMode, validates: true),
            Case(version: "2.4.1", mode: .certificate, validates: true),
            Case(version: "2.4.1", mode: .certificate, factory: .defaultPolicy, validates: false),
            Case(version: "2.4.1", mode: .certificate, stated: false, validates: false),
            Case(version: "2.5.0", validates: false),
            Case(version: "2.5.0", factory: .policyWithPinningMode, validates: false),
            Case(version: "2.5.0", stated: true, validates: true),
            Case(version: "2.5.0", mode: .certificate, validates: true),
            Case(version: "2.5.0", mode: .certificate, stated: false, validates: false),
            Case(
                version: "2.5.1",
                mode: .certificate,
                factory: .defaultPolicy,
                stated: false,
                validates: true
            ),
            Case(version: "2.5.2", validates: false),
            Case(version: "2.5.3", validates: true),
            Case(version: "2.5.3", factory: .policyWithPinningMode, validates: true),
            Case(
                version: "2.5.3",
                mode: .certificate,
                factory: .defaultPolicy,
                stated: false,
                validates: false
            ),
            Case(version: "4.0.1", validates: true),
            Case(version: "4.0.1", stated: false, validates: false),
        ]
    )
    func domainValidation(_ test: Case) {
        let validates = AFNetworkingVersion.named(test.version).validatesDomainName(
            stated: test.stated,
            mode: test.mode,
            factory: test.factory
        )
        #expect(validates == test.validates)
    }

    struct Summary: Sendable, CustomTestStringConvertible {
        let name: String?
        let domain: String
        let matches: Bool

        var testDescription: String { "\(name ?? "no common name") for \(domain)" }
    }

    @Test(
        "AFCertificateHostMatchesDomain of 2.2.0",
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
    func subjectSummary(_ test: Summary) {
        #expect(AFSubjectSummary(text: test.name).matches(test.domain) == test.matches)
    }

    @Test(
        "the refusal of 2.2.0 names the summary that it compared",
        arguments: [
            ("named", "Example" as String?), ("other-host", "other.example.test"), ("unnamed", nil),
        ]
    )
    func refusalNamesTheSummary(entity: String, summary: String?) throws {
        let fixture = Fixture([
            "root": .root(),
            "named": .leaf("root", "www.example.test") { $0.subject = commonName("Example") },
            "other-host": .leaf("root", "www.example.test") {
                $0.subject = commonName("other.example.test")
            },
            "unnamed": .leaf("root", "www.example.test") {
                $0.subject = Name((.organization, "Example"))
            },
        ])
        let presented = try fixture.presented([entity], system: ["root"], pins: [entity, "root"])
        let policy = try PolicyModel.afnetworking.configured(
            ["version": "2.2.0", "mode": "public-key"]
        ).policy
        #expect(
            policy.evaluate(presented, for: .dns("www.example.test")).verdict
                == .reject(.subjectMismatch(reference: "www.example.test", summary: summary))
        )
    }
}
