import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

struct URLSessionPinningTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "other-host": .leaf("intermediate", "other.example.test"),
        "renewed": .leaf("intermediate", "www.example.test") { $0.keyOf = "leaf" },
        "rekeyed": .leaf("intermediate", "www.example.test"),
        "expired": .leaf("intermediate", "www.example.test") { $0.expire() },
        "self-signed": .selfSigned("www.example.test"),
        "proxy-root": .root(),
        "proxied": .leaf("proxy-root", "www.example.test"),
    ])

    static let path: Outline.Verdict = .path(["leaf", "intermediate", "root"])

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var compare = "leaf-certificate"
        let served: [String]
        var user: [String] = []
        var pins: [String]?
        let expected: Outline
    }

    static let cases: [Case] = [
        Case(
            testDescription: "the pinned leaf",
            served: ["leaf", "intermediate"],
            pins: ["leaf"],
            expected: .used(path)
        ),
        Case(
            testDescription: "a backup pin before it",
            served: ["leaf", "intermediate"],
            pins: ["rekeyed", "leaf"],
            expected: .used(path)
        ),
        Case(
            testDescription: "another leaf pinned",
            served: ["leaf", "intermediate"],
            pins: ["rekeyed"],
            expected: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            testDescription: "only the leaf counts, not its CA",
            served: ["leaf", "intermediate"],
            pins: ["intermediate", "root"],
            expected: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            testDescription: "the pinned certificate served after another leaf",
            served: ["rekeyed", "intermediate", "leaf"],
            pins: ["leaf"],
            expected: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            testDescription: "renewed with the same key",
            served: ["renewed", "intermediate"],
            pins: ["leaf"],
            expected: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            testDescription: "renewed with the same key, compared by key",
            compare: "leaf-key",
            served: ["renewed", "intermediate"],
            pins: ["leaf"],
            expected: .used(.path(["renewed", "intermediate", "root"]))
        ),
        Case(
            testDescription: "renewed with a new key, compared by key",
            compare: "leaf-key",
            served: ["rekeyed", "intermediate"],
            pins: ["leaf"],
            expected: .cancelled(.pinMismatch, .unspecified)
        ),
        Case(
            testDescription: "the pinned leaf, for another host",
            served: ["other-host", "intermediate"],
            pins: ["other-host"],
            expected: .cancelled(.nameMismatch)
        ),
        Case(
            testDescription: "the pinned leaf, expired",
            served: ["expired", "intermediate"],
            pins: ["expired"],
            expected: .cancelled(.expired)
        ),
        Case(
            testDescription: "the pinned leaf, self-signed",
            served: ["self-signed"],
            pins: ["self-signed"],
            expected: .cancelled(.selfSigned)
        ),
        Case(
            testDescription: "a proxy's root that the user installed",
            served: ["proxied", "proxy-root"],
            user: ["proxy-root"],
            pins: ["leaf"],
            expected: .cancelled(.pinMismatch, .proceed)
        ),
        Case(
            testDescription: "an empty set of pins",
            served: ["leaf", "intermediate"],
            pins: [],
            expected: .cancelled(.pinsMissing, .unspecified)
        ),
        Case(
            testDescription: "no pins for the host: the platform decides",
            served: ["leaf", "intermediate"],
            expected: Outline(
                verdict: path,
                disposition: .performDefaultHandling,
                trustResult: .unspecified
            )
        ),
        Case(
            testDescription: "no pins for the host, and a name that the leaf does not have",
            served: ["other-host", "intermediate"],
            expected: Outline(
                verdict: .reject(.nameMismatch),
                disposition: .performDefaultHandling,
                trustResult: .recoverableFailure,
                error: "NSURLErrorDomain -1202"
            )
        ),
    ]

    @Test(arguments: cases)
    func `accepts only a server whose leaf matches a pin`(_ test: Case) throws {
        let presented = try Self.fixture.presented(
            test.served,
            system: ["root"],
            user: test.user,
            pins: test.pins
        )
        let policy = try PolicyModel.resolve("urlsession", settings: ["compare": test.compare])
            .policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }
}
