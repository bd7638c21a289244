import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

struct PoliciesReferenceTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "other-host": .leaf("intermediate", "other.example.test"),
        "renewed": .leaf("intermediate", "www.example.test") { $0.keyOf = "leaf" },
        "expired": .leaf("intermediate", "www.example.test") { $0.expire() },
        "proxy-root": .root(),
        "proxied": .leaf("proxy-root", "www.example.test"),
        "promised": .leaf("intermediate", "www.example.test") {
            $0.scts = Array(repeating: .made(LogPromise(log: "first")), count: 200)
        },
    ])

    /// A pin on an entity, as in scenario files.
    enum DeclaredPin: Sendable {
        case certificate(String)
        case spki(String)
        case hash(String)
        case nonsense

        func pin(in fixture: Fixture) throws -> Pin {
            switch self {
            case .certificate(let name):
                return .certificate(try fixture.certificate(name))
            case .spki(let name):
                return .key(of: try fixture.certificate(name))
            case .hash(let name):
                let certificate = try Certificate(der: try fixture.certificate(name))
                return .spkiSHA256(try Digest.sha256.hash(certificate.der[certificate.spki]))
            case .nonsense:
                return .key(of: [0x30, 0x00])
            }
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var served = ["leaf", "intermediate"]
        var user: [String] = []
        var pins: [DeclaredPin]?
        var verdict: Outline.Verdict = .path(["leaf", "intermediate", "root"])
    }

    static let cases: [Case] = [
        Case(testDescription: "no pins"),
        Case(testDescription: "an empty set of pins", pins: [], verdict: .reject(.pinsMissing)),
        Case(testDescription: "the leaf's certificate", pins: [.certificate("leaf")]),
        Case(testDescription: "the leaf's key", pins: [.spki("leaf")]),
        Case(testDescription: "the leaf's key by its hash", pins: [.hash("leaf")]),
        Case(testDescription: "the intermediate's key", pins: [.spki("intermediate")]),
        Case(testDescription: "the key of a root that is not served", pins: [.hash("root")]),
        Case(testDescription: "a backup pin", pins: [.hash("proxied"), .hash("leaf")]),
        Case(
            testDescription: "another key",
            pins: [.hash("proxied")],
            verdict: .reject(.pinMismatch)
        ),
        Case(
            testDescription: "a pin that is not a certificate matches nothing",
            pins: [.nonsense],
            verdict: .reject(.pinMismatch)
        ),
        Case(
            testDescription: "a certificate renewed with the same key, pinned by certificate",
            served: ["renewed", "intermediate"],
            pins: [.certificate("leaf")],
            verdict: .reject(.pinMismatch)
        ),
        Case(
            testDescription: "a certificate renewed with the same key, pinned by key",
            served: ["renewed", "intermediate"],
            pins: [.spki("leaf")],
            verdict: .path(["renewed", "intermediate", "root"])
        ),
        Case(
            testDescription: "the pinned certificate appended to a proxy's chain",
            served: ["proxied", "proxy-root", "leaf", "intermediate"],
            user: ["proxy-root"],
            pins: [.spki("leaf"), .certificate("intermediate")],
            verdict: .reject(.pinMismatch)
        ),
        Case(
            testDescription: "a proxy's root that the user installed, nothing pinned",
            served: ["proxied"],
            user: ["proxy-root"],
            verdict: .path(["proxied", "proxy-root"])
        ),
        Case(
            testDescription: "a proxy's root that is not installed",
            served: ["proxied", "proxy-root"],
            verdict: .reject(.unknownIssuer)
        ),
        Case(
            testDescription: "pinned, but for another host",
            served: ["other-host", "intermediate"],
            pins: [.spki("other-host")],
            verdict: .reject(.nameMismatch)
        ),
        Case(
            testDescription: "pinned, but expired",
            served: ["expired", "intermediate"],
            pins: [.spki("expired")],
            verdict: .reject(.expired)
        ),
    ]

    @Test(arguments: cases)
    func `the party reference requires a valid path, and a matching host and pin`(
        _ test: Case
    ) throws {
        let fixture = Self.fixture
        var presented = try fixture.presented(test.served, system: ["root"], user: test.user)
        presented.pins = try test.pins?.map { try $0.pin(in: fixture) }
        let policy = try PolicyModel.resolve("reference").policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(try fixture.outline(decision) == Outline(verdict: test.verdict))
    }

    /// The SCTs' signatures would cost more than a whole path may.
    @Test(arguments: [
        (TransparencyPolicy.off, Outline.Verdict.path(["promised", "intermediate", "root"])),
        (.chromium, .reject(.budgetExceeded)),
    ])
    func `verifies SCTs if a policy requires them`(
        policy: TransparencyPolicy,
        verdict: Outline.Verdict
    ) throws {
        var presented = try Self.fixture.presented(["promised", "intermediate"], system: ["root"])
        let log = try ForgedLog("first", seed: Fixture.seed)
        presented.logs = [
            TransparencyLog(
                id: log.id,
                key: log.key.spki,
                operatedBy: "one",
                state: .usable,
                since: Fixture.now
            )
        ]
        let model = try PolicyModel.resolve(
            "reference",
            settings: ["transparency": policy.rawValue]
        )
        let decision = model.policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(try Self.fixture.outline(decision).verdict == verdict)
    }
}
