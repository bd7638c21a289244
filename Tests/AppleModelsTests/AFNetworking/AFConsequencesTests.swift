import Forge
import OpenSSL
import PKIX
import TestSupport
import Testing

@testable import AppleModels
@testable import Policies
@testable import Trust

/// Consequences of AFNetworking 4.0.1's steps that its own suite does not test.
///
/// Two of its hazards cannot be expressed: that `AFPublicKeyTrustChainForServerTrust` releases a
/// variable that was never set where no trust can be made of a certificate, since what is served is
/// in a trust already; and that 3.x decodes its pins as an array instead of a set (NSCoding).
struct AFConsequencesTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "other-host": .leaf("intermediate", "other.example.test") { $0.expire() },
        "renewed": .leaf("intermediate", "www.example.test") { $0.keyOf = "leaf" },
        "rekeyed": .leaf("intermediate", "www.example.test"),
        "expired": .leaf("intermediate", "www.example.test") { $0.expire() },
        "below-leaf": .leaf("leaf", "www.example.test"),
        "self-signed": .selfSigned("www.example.test"),
        "rogue-root": .root(),
        "rogue": .leaf("rogue-root", "www.example.test"),
        "ed25519": .leaf("intermediate", "www.example.test") { $0.key = .ed25519 },
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mode: String
        var allowInvalid = false
        let served: [String]
        var system = ["root"]
        var user: [String] = []
        var pins: [String]?
        let expected: Outline
    }

    static let cases: [Case] = [
        Case(
            testDescription: "self-signed and pinned by key: the platform does not trust it",
            mode: "public-key",
            served: ["self-signed"],
            pins: ["self-signed"],
            expected: .no(.selfSigned)
        ),
        Case(
            testDescription: "the same with invalid certificates allowed",
            mode: "public-key",
            allowInvalid: true,
            served: ["self-signed"],
            pins: ["self-signed"],
            expected: .yes(.pin, .recoverableFailure)
        ),
        Case(
            testDescription: "an expired pinned leaf by certificate: dates still count",
            mode: "certificate",
            allowInvalid: true,
            served: ["expired", "intermediate"],
            pins: ["expired"],
            expected: .no(.expired)
        ),
        Case(
            testDescription: "an expired pinned leaf by key: only the key counts",
            mode: "public-key",
            allowInvalid: true,
            served: ["expired", "intermediate"],
            pins: ["expired"],
            expected: .yes(.pin, .recoverableFailure)
        ),
        Case(
            testDescription: "any certificate of a pinned authority, expired, for any host",
            mode: "public-key",
            allowInvalid: true,
            served: ["other-host", "intermediate"],
            pins: ["intermediate"],
            expected: .yes(.pin, .recoverableFailure)
        ),
        Case(
            testDescription: "a certificate that a leaf of the pinned authority signed",
            mode: "public-key",
            allowInvalid: true,
            served: ["below-leaf", "leaf", "intermediate"],
            pins: ["intermediate"],
            expected: .yes(.pin, .recoverableFailure)
        ),
        Case(
            testDescription: "the same where the chain must be valid",
            mode: "public-key",
            served: ["below-leaf", "leaf", "intermediate"],
            pins: ["intermediate"],
            expected: .no(.issuerNotCA)
        ),
        Case(
            testDescription: "the pinned certificate appended to another chain",
            mode: "public-key",
            allowInvalid: true,
            served: ["rogue", "rogue-root", "leaf"],
            pins: ["leaf"],
            expected: .no(.pinMismatch)
        ),
        Case(
            testDescription: "a perfect chain, nothing pinned, invalid certificates allowed",
            mode: "none",
            allowInvalid: true,
            served: ["leaf", "intermediate"],
            expected: .no(.policyGuard, .invalid)
        ),
        Case(
            testDescription: "the same with the flag off: the flag is not monotone",
            mode: "none",
            served: ["leaf", "intermediate"],
            expected: .yes(.path(["leaf", "intermediate", "root"]))
        ),
        Case(
            testDescription: "renewed with the same key, pinned by certificate",
            mode: "certificate",
            served: ["renewed", "intermediate"],
            pins: ["leaf"],
            expected: .no(.pinMismatch)
        ),
        Case(
            testDescription: "renewed with the same key, pinned by key",
            mode: "public-key",
            served: ["renewed", "intermediate"],
            pins: ["leaf"],
            expected: .yes(.path(["renewed", "intermediate", "root"]))
        ),
        Case(
            testDescription: "renewed with a new key, pinned by key",
            mode: "public-key",
            served: ["rekeyed", "intermediate"],
            pins: ["leaf"],
            expected: .no(.pinMismatch, .unspecified)
        ),
        Case(
            testDescription: "a proxy's root that the user installed, nothing pinned",
            mode: "none",
            served: ["rogue", "rogue-root"],
            user: ["rogue-root"],
            expected: .yes(.path(["rogue", "rogue-root"]), .proceed)
        ),
        Case(
            testDescription: "a proxy's root that the user installed, a key pinned",
            mode: "public-key",
            served: ["rogue", "rogue-root"],
            user: ["rogue-root"],
            pins: ["intermediate"],
            expected: .no(.pinMismatch, .proceed)
        ),
        Case(
            testDescription: "a proxy's root that the user installed, a certificate pinned",
            mode: "certificate",
            served: ["rogue", "rogue-root"],
            user: ["rogue-root"],
            pins: ["intermediate"],
            expected: .no(.pinMismatch)
        ),
        Case(
            testDescription: "no pins and a pinning mode",
            mode: "public-key",
            served: ["leaf", "intermediate"],
            expected: .no(.pinsMissing, .unspecified)
        ),
        Case(
            testDescription: "a served certificate whose key the platform cannot extract",
            mode: "public-key",
            allowInvalid: true,
            served: ["ed25519", "intermediate"],
            pins: ["intermediate"],
            expected: Outline(
                verdict: .reject(.badKey),
                trustResult: .unspecified,
                error: "NSInvalidArgumentException"
            )
        ),
        Case(
            testDescription: "the same in certificate mode, which extracts no key",
            mode: "certificate",
            served: ["ed25519", "intermediate"],
            pins: ["intermediate"],
            expected: .yes(.path(["ed25519", "intermediate"]))
        ),
        Case(
            testDescription: "a pin whose key the platform cannot extract is no pin",
            mode: "public-key",
            served: ["leaf", "intermediate"],
            pins: ["ed25519"],
            expected: .no(.pinsMissing, .unspecified)
        ),
    ]

    @Test("consequences for AFNetworking", arguments: cases)
    func consequence(_ test: Case) throws {
        let presented = try Self.fixture.presented(
            test.served,
            system: test.system,
            user: test.user,
            pins: test.pins
        )
        let policy = try PolicyModel.resolve(
            "afnetworking",
            settings: ["mode": test.mode, "allow-invalid": "\(test.allowInvalid)"]
        ).policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    struct PEMCase: Sendable, CustomTestStringConvertible {
        let mode: String
        let expected: Outline

        var testDescription: String { mode }
    }

    @Test(
        "a pinned file that is not DER ends the process, or is skipped",
        arguments: [
            PEMCase(
                mode: "certificate",
                expected: Outline(
                    verdict: .reject(.policyGuard),
                    trustResult: .unspecified,
                    configurationError: "NSInvalidArgumentException"
                )
            ),
            PEMCase(
                mode: "public-key",
                expected: .yes(.path(["leaf", "intermediate", "root"]))
            ),
        ]
    )
    func pinInPEM(_ test: PEMCase) throws {
        var presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: ["leaf"]
        )
        presented.pins?.append(.certificate(Array("-----BEGIN CERTIFICATE-----".utf8)))
        let policy = try PolicyModel.resolve("afnetworking", settings: ["mode": test.mode]).policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    @Test("a pin as a key and a pin as a certificate are the same file")
    func pinForms() throws {
        var presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        presented.pins = [.key(of: try Self.fixture.certificate("leaf"))]
        for mode in ["certificate", "public-key"] {
            let policy = try PolicyModel.resolve("afnetworking", settings: ["mode": mode]).policy
            let decision = policy.evaluate(presented, for: .dns("www.example.test"))
            #expect(decision.disposition == .useCredential)
        }
    }
}
