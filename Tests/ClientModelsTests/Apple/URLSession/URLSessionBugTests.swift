import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Each mistake next to the delegate without it, in a setup where they differ.
struct URLSessionBugTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "other-host": .leaf("intermediate", "other.example.test"),
        "expired": .leaf("intermediate", "www.example.test") { $0.expire() },
        "rogue-root": .root(),
        "rogue": .leaf("rogue-root", "www.example.test"),
        "rogue-api": .leaf("rogue-root", "api.example.test"),
        "rogue-secp256k1": .leaf("rogue-root", "www.example.test") { $0.key = .secp256k1 },
        "unrelated": .leaf("rogue-root", "www.notexample.test", "evilcdn.test"),
        "evil": .leaf("rogue-root", "cdn.test.evil.test"),
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let bug: String
        var settings: [String: String] = [:]
        var host = "www.example.test"
        var served = ["leaf", "intermediate"]
        var system = ["root"]
        var user: [String] = []
        var pins = ["leaf"]
        var requestsClientCertificate = false
        /// The answer of the delegate without the mistake.
        let right: Outline
        let wrong: Outline

        var testDescription: String {
            ([bug] + settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
                .joined(separator: ", ")
        }
    }

    static let path: Outline.Verdict = .path(["leaf", "intermediate", "root"])

    static let evaluation: [Case] = [
        Case(
            bug: "result-not-read",
            served: ["expired", "intermediate"],
            pins: ["expired"],
            right: .cancelled(.expired),
            wrong: .used(.pin, .recoverableFailure)
        ),
        Case(
            bug: "status-mistaken-for-trust",
            settings: ["compare": "anchors"],
            served: ["rogue", "rogue-root"],
            right: .cancelled(.pinMismatch),
            wrong: .used(.unchecked, .recoverableFailure)
        ),
        Case(
            bug: "policies-never-set",
            served: ["other-host", "intermediate"],
            pins: ["other-host"],
            right: .cancelled(.nameMismatch),
            wrong: .used(.path(["other-host", "intermediate", "root"]), .invalid)
        ),
        Case(
            bug: "basic-x509",
            served: ["other-host", "intermediate"],
            pins: ["other-host"],
            right: .cancelled(.nameMismatch),
            wrong: .used(.path(["other-host", "intermediate", "root"]), .unspecified)
        ),
        Case(
            bug: "trust-not-evaluated",
            served: ["expired", "intermediate"],
            pins: ["expired"],
            right: .cancelled(.expired),
            wrong: .used(.pin, .invalid)
        ),
        Case(
            bug: "recoverable-failure-accepted",
            served: ["other-host", "intermediate"],
            pins: ["other-host"],
            right: .cancelled(.nameMismatch),
            wrong: .used(.pin, .recoverableFailure)
        ),
        Case(
            bug: "evaluation-inverted",
            right: .used(path, .unspecified),
            wrong: .cancelled(.policyGuard, .unspecified)
        ),
        Case(
            bug: "evaluation-inverted",
            served: ["expired", "intermediate"],
            pins: ["expired"],
            right: .cancelled(.expired),
            wrong: .used(.pin, .recoverableFailure)
        ),
        Case(
            bug: "anchors-not-only",
            settings: ["compare": "anchors"],
            served: ["rogue", "rogue-root"],
            user: ["rogue-root"],
            right: .cancelled(.pinMismatch),
            wrong: .used(.path(["rogue", "rogue-root"]), .proceed)
        ),
    ]

    static let comparison: [Case] = [
        Case(
            bug: "served-list-compared",
            served: ["rogue", "leaf"],
            system: ["root", "rogue-root"],
            right: .cancelled(.pinMismatch, .unspecified),
            wrong: .used(.path(["rogue", "rogue-root"]), .unspecified)
        ),
        Case(
            bug: "missing-pins-accepted",
            pins: [],
            right: .cancelled(.pinsMissing, .unspecified),
            wrong: .used(path, .unspecified)
        ),
        Case(
            bug: "certificate-hashed",
            settings: ["compare": "leaf-key-hash"],
            right: .used(path, .unspecified),
            wrong: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            bug: "raw-key-hashed",
            settings: ["compare": "leaf-key-hash"],
            right: .used(path, .unspecified),
            wrong: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            bug: "failure-accepted",
            settings: ["compare": "leaf-key"],
            served: ["rogue", "rogue-root", "rogue-secp256k1"],
            user: ["rogue-root"],
            right: .cancelled(.pinMismatch, .proceed),
            wrong: .used(.unchecked, .proceed)
        ),
    ]

    static let answer: [Case] = [
        Case(
            bug: "credential-in-both-branches",
            served: ["rogue"],
            right: .cancelled(.unknownIssuer),
            wrong: .used(.unchecked, .recoverableFailure)
        ),
        Case(
            bug: "default-handling-on-mismatch",
            served: ["rogue"],
            user: ["rogue-root"],
            right: .cancelled(.pinMismatch, .proceed),
            wrong: .leftToThePlatform(.path(["rogue", "rogue-root"]), .proceed)
        ),
    ]

    static let flow: [Case] = [
        Case(
            bug: "authentication-method-not-tested",
            requestsClientCertificate: true,
            right: .used(path, .unspecified),
            wrong: .cancelled(.policyGuard, .unspecified)
        ),
        Case(
            bug: "authentication-method-not-tested",
            right: .used(path, .unspecified),
            wrong: .used(path, .unspecified)
        ),
        Case(
            bug: "main-host-only",
            settings: ["domain": "example.test"],
            host: "api.example.test",
            served: ["rogue-api"],
            user: ["rogue-root"],
            right: .cancelled(.pinMismatch, .proceed),
            wrong: .leftToThePlatform(.path(["rogue-api", "rogue-root"]), .proceed)
        ),
        Case(
            bug: "delegate-never-called",
            served: ["rogue"],
            user: ["rogue-root"],
            right: .cancelled(.pinMismatch, .proceed),
            wrong: .leftToThePlatform(.path(["rogue", "rogue-root"]), .proceed)
        ),
        Case(
            bug: "session-cache-warm",
            served: ["rogue"],
            user: ["rogue-root"],
            right: .cancelled(.pinMismatch, .proceed),
            wrong: Outline(verdict: .unchecked)
        ),
        Case(
            bug: "session-cache-warm",
            served: ["rogue"],
            right: .cancelled(.unknownIssuer),
            wrong: Outline(
                verdict: .reject(.unknownIssuer),
                disposition: .performDefaultHandling,
                trustResult: .recoverableFailure,
                error: "NSURLErrorDomain -1202"
            )
        ),
        Case(
            bug: "host-compared-by-suffix",
            settings: ["domain": "example.test"],
            host: "www.notexample.test",
            served: ["unrelated"],
            system: ["root", "rogue-root"],
            right: .leftToThePlatform(.path(["unrelated", "rogue-root"]), .unspecified),
            wrong: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            bug: "host-compared-by-suffix",
            settings: ["excluded-domain": "cdn.test"],
            host: "evilcdn.test",
            served: ["unrelated"],
            system: ["root", "rogue-root"],
            right: .cancelled(.pinMismatch, .unspecified),
            wrong: .leftToThePlatform(.path(["unrelated", "rogue-root"]), .unspecified)
        ),
        Case(
            bug: "host-compared-by-substring",
            settings: ["excluded-domain": "cdn.test"],
            host: "cdn.test.evil.test",
            served: ["evil"],
            system: ["root", "rogue-root"],
            right: .cancelled(.pinMismatch, .unspecified),
            wrong: .leftToThePlatform(.path(["evil", "rogue-root"]), .unspecified)
        ),
    ]

    static let cases = evaluation + comparison + answer + flow

    @Test(arguments: cases)
    func `each mistaken delegate decides differently from the correct delegate`(_ test: Case) throws
    {
        var presented = try Self.fixture.presented(
            test.served,
            system: test.system,
            user: test.user,
            pins: test.pins
        )
        presented.connection = ConnectionFacts(
            version: .v1_3,
            cipherSuite: try #require(CipherSuite(name: "TLS_AES_128_GCM_SHA256")),
            requestsClientCertificate: test.requestsClientCertificate
        )
        for (bug, expected) in [("none", test.right), (test.bug, test.wrong)] {
            let settings = test.settings.merging(["bug": bug]) { $1 }
            let policy = try PolicyModel.resolve("urlsession", settings: settings).policy
            let decision = policy.evaluate(presented, for: .dns(test.host))
            #expect(try Self.fixture.outline(decision) == expected, "bug \(bug)")
        }
    }

    @Test func `the test cases include a setup for every catalogued mistake`() {
        let shown = Set(Self.cases.map(\.bug))
        #expect(shown == Set(URLSessionBug.catalogue.map(\.name)))
    }

    struct Host: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let host: ReferenceIdentity
        var domain = "example.test"
        let isPinned: Bool
    }

    @Test(
        arguments: [
            Host(testDescription: "itself", host: .dns("example.test"), isPinned: true),
            Host(testDescription: "one below", host: .dns("www.example.test"), isPinned: true),
            Host(testDescription: "far below", host: .dns("a.b.example.test"), isPinned: true),
            Host(testDescription: "capitals", host: .dns("WWW.Example.TEST"), isPinned: true),
            Host(testDescription: "trailing dot", host: .dns("example.test."), isPinned: true),
            Host(
                testDescription: "upper case in the code",
                host: .dns("www.example.test"),
                domain: "Example.test.",
                isPinned: true
            ),
            Host(testDescription: "a neighbour", host: .dns("notexample.test"), isPinned: false),
            Host(testDescription: "above", host: .dns("test"), isPinned: false),
            Host(testDescription: "in front", host: .dns("example.test.evil"), isPinned: false),
            Host(testDescription: "an address", host: .ip([192, 0, 2, 1]), isPinned: false),
        ]
    )
    func `recognises hosts of a pinned domain in every spelling`(_ test: Host) {
        let rule = URLSessionPinning.HostRule.itselfAndBelow
        #expect(rule.holds(test.host, test.domain) == test.isPinned)
    }
}

extension Outline {
    fileprivate static func leftToThePlatform(
        _ verdict: Verdict,
        _ result: TrustResult
    ) -> Outline {
        Outline(verdict: verdict, disposition: .performDefaultHandling, trustResult: result)
    }
}
