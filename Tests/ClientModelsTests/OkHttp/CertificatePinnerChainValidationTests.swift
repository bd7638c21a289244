import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `CertificatePinnerChainValidationTest.kt` of OkHttp, each test under its own name.
///
/// If the original's outcome depends on the platform, it is OpenJDK's.
struct CertificatePinnerChainValidationTests {
    static let host = "localhost.test"

    static let fixture = Fixture([
        "root": .root { $0.pathLength = 1 },
        "intermediate": .intermediate("root") { $0.pathLength = 0 },
        "leaf": .leaf("intermediate", host),
        "bad-intermediate": .intermediate("root") { $0.pathLength = 0 },
        "rogue": .leaf("bad-intermediate", host),
        "compromised-root": .root { $0.pathLength = 1 },
        "namesake": .intermediate("compromised-root") {
            $0.pathLength = 0
            $0.subject = commonName("intermediate_ca")
        },
        "named": .intermediate("root") {
            $0.pathLength = 0
            $0.subject = commonName("intermediate_ca")
        },
        "rogue-of-namesake": .leaf("namesake", host),
        "lone": .selfSigned(host),
    ])

    /// The pinned CA is below the attacker's.
    static let switched = Fixture([
        "attacker-ca": .root { $0.pathLength = 4 },
        "attacker-intermediate": .intermediate("attacker-ca") {
            $0.pathLength = 3
            $0.subject = commonName("attacker")
        },
        "pinned-root": .intermediate("attacker-intermediate") { $0.pathLength = 2 },
        "pinned-intermediate": .intermediate("pinned-root") { $0.pathLength = 1 },
        "attacker-switch": .leaf("pinned-intermediate", "attacker.test") {
            $0.keyOf = "attacker-intermediate"
            $0.subject = commonName("attacker")
        },
        "phony": .leaf("attacker-switch", host),
    ])

    static let tooMany = Fixture([
        "attacker-ca": .root { $0.pathLength = 2 },
        "pinned-root": .intermediate("attacker-ca") { $0.pathLength = 1 },
        "compromised-intermediate": .intermediate("pinned-root") { $0.pathLength = 0 },
        "attacker-intermediate": .intermediate("compromised-intermediate") {
            $0.keyOf = "attacker-ca"
            $0.pathLength = 0
        },
        "phony": .leaf("attacker-intermediate", host),
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var fixture = CertificatePinnerChainValidationTests.fixture
        var trusted = ["root"]
        let pinned: String
        let served: [String]
        let expected: Outline

        var testDescription: String { test }
    }

    static let mismatch = Outline(
        verdict: .reject(.pinMismatch),
        error: "SSLPeerUnverifiedException: Certificate pinning failure!"
    )

    static let cases = [
        Case(
            test: "pinRootNotPresentInChain",
            pinned: "root",
            served: ["leaf", "intermediate"],
            expected: Outline(verdict: .path(["leaf", "intermediate", "root"]))
        ),
        Case(
            test: "pinIntermediatePresentInChain",
            pinned: "intermediate",
            served: ["leaf", "intermediate"],
            expected: Outline(verdict: .path(["leaf", "intermediate", "root"]))
        ),
        Case(
            test: "unrelatedPinnedLeafCertificateInChain",
            pinned: "leaf",
            served: ["rogue", "bad-intermediate", "leaf"],
            expected: mismatch
        ),
        Case(
            test: "unrelatedPinnedIntermediateCertificateInChain",
            trusted: ["root", "compromised-root"],
            pinned: "named",
            served: ["rogue-of-namesake", "named", "namesake"],
            expected: mismatch
        ),
        Case(
            test: "signersMustHaveCaBitSet",
            fixture: switched,
            trusted: ["pinned-root", "attacker-ca"],
            pinned: "pinned-root",
            served: [
                "phony", "attacker-switch", "pinned-intermediate", "pinned-root",
                "attacker-intermediate",
            ],
            // The chain is in order, so OpenJDK rejects it, as the original's comment says.
            expected: Outline(verdict: .reject(.issuerNotCA), error: "SSLHandshakeException")
        ),
        Case(
            test: "intermediateMustNotHaveMoreIntermediatesThanSigner",
            fixture: tooMany,
            trusted: ["pinned-root", "attacker-ca"],
            pinned: "pinned-root",
            served: ["phony", "attacker-intermediate", "compromised-intermediate", "pinned-root"],
            expected: Outline(verdict: .reject(.pathLength), error: "SSLHandshakeException")
        ),
        Case(
            test: "lonePinnedCertificate",
            trusted: ["lone"],
            pinned: "lone",
            served: ["lone"],
            expected: Outline(verdict: .path(["lone"]))
        ),
    ]

    /// Each check is made twice, as in `pinIntermediatePresentInChain`, because no check may depend
    /// on earlier calls.
    @Test(arguments: cases)
    func `decides as CertificatePinnerChainValidationTest.kt expects`(_ test: Case) throws {
        let presented = try test.fixture.presented(
            test.served,
            system: test.trusted,
            pins: [test.pinned]
        )
        let policy = try PolicyModel.okhttp.configured([:]).policy
        for _ in 1...2 {
            let decision = policy.evaluate(presented, for: .dns(Self.host))
            #expect(try test.fixture.outline(decision) == test.expected)
        }
    }
}
