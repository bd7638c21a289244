import Forge
import PKIX
import Testing

@testable import Trust

/// `Tests/TLSEvaluationTests.swift` of Alamofire 4.9.1, whose server is expired.badssl.com.
///
/// The host's authority (`comodo`) is a root of its own and is cross-signed by an older one
/// (`addtrust`), which is the root that the original pins. The server sends the cross-signed
/// certificate, yet the shorter chain to the authority's own root is the one that is built: so the
/// tests of a pinned root, which are named `Succeeds`, expect an error from iOS 10.1 on.
///
/// Without a twin: the revocation policy, and closures.
struct PoliciesAlamofireTLSTests {
    static let fixture = Fixture([
        "addtrust": .root(),
        "comodo": .root(),
        "comodo-cross": .intermediate("addtrust") {
            $0.copy = "comodo"
            $0.keyOf = "comodo"
        },
        "ca2": .intermediate("comodo"),
        "leaf": .leaf("ca2", "expired.badssl.com") { $0.expire() },
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        let settings: [String: String]
        var pins: [String]?
        /// Nil where the request succeeds.
        var reason: Rejection.Code?

        var testDescription: String { test }

        init(
            _ test: String,
            policy: String,
            chain: Bool = true,
            pins: [String]? = nil,
            _ reason: Rejection.Code? = nil
        ) {
            self.test = "testThatExpiredCertificateRequest" + test
            settings = ["policy": policy, "validate-certificate-chain": "\(chain)"]
            self.pins = pins
            self.reason = reason
        }
    }

    @Test(
        "TLSEvaluationTests.swift",
        arguments: [
            Case("FailsWithDefaultServerTrustPolicy", policy: "default-evaluation", .expired),
            Case(
                "FailsWhenPinningLeafCertificateWithCertificateChainValidation",
                policy: "pin-certificates",
                pins: ["leaf"],
                .expired
            ),
            Case(
                "FailsWhenPinningAllCertificatesWithCertificateChainValidation",
                policy: "pin-certificates",
                pins: ["leaf", "comodo-cross", "ca2", "addtrust"],
                .expired
            ),
            Case(
                "SucceedsWhenPinningLeafCertificateWithoutCertificateChainValidation",
                policy: "pin-certificates",
                chain: false,
                pins: ["leaf"]
            ),
            Case(
                "SucceedsWhenPinningIntermediateCACertificateWithoutCertificateChainValidation",
                policy: "pin-certificates",
                chain: false,
                pins: ["ca2"]
            ),
            Case(
                "SucceedsWhenPinningRootCACertificateWithoutCertificateChainValidation",
                policy: "pin-certificates",
                chain: false,
                pins: ["addtrust"],
                .pinMismatch
            ),
            Case(
                "FailsWhenPinningLeafPublicKeyWithCertificateChainValidation",
                policy: "pin-public-keys",
                pins: ["leaf"],
                .expired
            ),
            Case(
                "SucceedsWhenPinningLeafPublicKeyWithoutCertificateChainValidation",
                policy: "pin-public-keys",
                chain: false,
                pins: ["leaf"]
            ),
            Case(
                "SucceedsWhenPinningIntermediateCAPublicKeyWithoutCertificateChainValidation",
                policy: "pin-public-keys",
                chain: false,
                pins: ["ca2"]
            ),
            Case(
                "SucceedsWhenPinningRootCAPublicKeyWithoutCertificateChainValidation",
                policy: "pin-public-keys",
                chain: false,
                pins: ["addtrust"],
                .pinMismatch
            ),
            Case("SucceedsWhenDisablingEvaluation", policy: "disable-evaluation"),
        ]
    )
    func twin(_ test: Case) throws {
        let policy = try PolicyModel.resolve("alamofire", settings: test.settings).policy
        let decision = policy.evaluate(
            try Self.presented(pins: test.pins),
            for: .dns("expired.badssl.com")
        )
        let isDisabled = test.settings["policy"] == "disable-evaluation"
        let verdict: Outline.Verdict =
            test.reason.map { .reject($0) } ?? (isDisabled ? .unchecked : .pin)
        let expected = Outline(
            verdict: verdict,
            disposition: test.reason == nil ? .useCredential : .cancel,
            trustResult: isDisabled ? .invalid : .recoverableFailure,
            error: test.reason == nil ? nil : "NSURLErrorDomain -999"
        )
        #expect(try Self.fixture.outline(decision) == expected)
    }

    @Test("testThatExpiredCertificateRequestFailsWithNoServerTrustPolicy")
    func noPolicy() throws {
        let policy = try PolicyModel.resolve("urlsession").policy
        let decision = policy.evaluate(
            try Self.presented(pins: nil),
            for: .dns("expired.badssl.com")
        )
        let expected = Outline(
            verdict: .reject(.expired),
            disposition: .performDefaultHandling,
            trustResult: .recoverableFailure,
            error: "NSURLErrorDomain -1202"
        )
        #expect(try Self.fixture.outline(decision) == expected)
    }

    private static func presented(pins: [String]?) throws -> Presented {
        try fixture.presented(
            ["leaf", "ca2", "comodo-cross"],
            system: ["addtrust", "comodo"],
            pins: pins
        )
    }
}
