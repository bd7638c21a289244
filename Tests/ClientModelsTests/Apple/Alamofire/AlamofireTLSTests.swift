import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `Tests/TLSEvaluationTests.swift` of Alamofire 4.9.1 and of 5.12.0, whose servers are
/// expired.badssl.com and revoked.badssl.com.
///
/// The host's CA (`comodo`) is a root itself, and an older root (`addtrust`) cross-signed it. The
/// original pins the older root. The server sends the cross-signed certificate, but the platform
/// builds the shorter chain to the CA's own root. So the tests of a pinned root, which are named
/// `Succeeds`, expect an error from iOS 10.1 on.
///
/// There is no network, so the revoked host staples the response of its CA. The two tests that the
/// original disables, because platforms decide differently without a revocation policy, test a
/// stapled response here. In place of a session without a manager, these tests use a manager that
/// has no evaluator for the host and needs none.
struct AlamofireTLSTests {
    typealias Release = AlamofireTests.Release

    static let fixture = Fixture([
        "addtrust": .root(),
        "comodo": .root(),
        "comodo-cross": .intermediate("addtrust") {
            $0.copy = "comodo"
            $0.keyOf = "comodo"
        },
        "ca2": .intermediate("comodo"),
        "leaf": .leaf("ca2", "expired.badssl.com") { $0.expire() },
        "revoked": .leaf("ca2", "revoked.badssl.com") {
            $0.ocsp = StatusResponse()
            $0.ocsp?.status = .revoked
        },
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let release: Release
        let test: String
        var leaf = "leaf"
        var settings: [String: String] = [:]
        var pins: [String]?
        let expected: Outline

        var testDescription: String { "\(release.rawValue) \(test)" }
    }

    private static func expired(
        _ release: Release,
        _ test: String,
        _ settings: [String: String],
        pins: [String]? = nil,
        _ expected: Outline
    ) -> Case {
        Case(
            release: release,
            test: "testThatExpiredCertificateRequest" + test,
            settings: settings,
            pins: pins,
            expected: expected
        )
    }

    private static func revoked(
        _ release: Release,
        _ test: String,
        _ settings: [String: String],
        _ expected: Outline
    ) -> Case {
        Case(release: release, test: test, leaf: "revoked", settings: settings, expected: expected)
    }

    private static let found = Outline.used(.pin, .recoverableFailure)

    private static func systemRefused(
        _ reason: Rejection.Code,
        _ result: TrustResult
    ) -> Outline {
        Outline(
            verdict: .reject(reason),
            disposition: .performDefaultHandling,
            trustResult: result,
            error: "NSURLErrorDomain -1202"
        )
    }

    // MARK: 4.9.1

    private static let noPolicy4 = ["host-entry": "www.badssl.com"]
    private static let certificates4 = ["policy": "pin-certificates"]
    private static let keys4 = ["policy": "pin-public-keys"]

    private static func alone4(_ settings: [String: String]) -> [String: String] {
        settings.merging(["validate-certificate-chain": "false"]) { $1 }
    }

    static let cases4: [Case] = [
        expired(
            .four,
            "FailsWithNoServerTrustPolicy",
            noPolicy4,
            systemRefused(.expired, .recoverableFailure)
        ),
        revoked(
            .four,
            "disabled_testRevokedCertificateRequestBehaviorWithNoServerTrustPolicy",
            noPolicy4,
            systemRefused(.revoked, .fatalFailure)
        ),
        expired(.four, "FailsWithDefaultServerTrustPolicy", [:], .cancelled(.expired)),
        revoked(
            .four,
            "disabled_testRevokedCertificateRequestBehaviorWithDefaultServerTrustPolicy",
            [:],
            .cancelled(.revoked, .fatalFailure)
        ),
        expired(
            .four,
            "FailsWithRevokedServerTrustPolicy",
            ["policy": "revoked-evaluation"],
            .cancelled(.expired)
        ),
        revoked(
            .four,
            "testThatRevokedCertificateRequestFailsWithRevokedServerTrustPolicy",
            ["policy": "revoked-evaluation"],
            .cancelled(.revoked, .fatalFailure)
        ),
        expired(
            .four,
            "FailsWhenPinningLeafCertificateWithCertificateChainValidation",
            certificates4,
            pins: ["leaf"],
            .cancelled(.expired)
        ),
        expired(
            .four,
            "FailsWhenPinningAllCertificatesWithCertificateChainValidation",
            certificates4,
            pins: ["leaf", "comodo-cross", "ca2", "addtrust"],
            .cancelled(.expired)
        ),
        expired(
            .four,
            "SucceedsWhenPinningLeafCertificateWithoutCertificateChainValidation",
            alone4(certificates4),
            pins: ["leaf"],
            found
        ),
        expired(
            .four,
            "SucceedsWhenPinningIntermediateCACertificateWithoutCertificateChainValidation",
            alone4(certificates4),
            pins: ["ca2"],
            found
        ),
        expired(
            .four,
            "SucceedsWhenPinningRootCACertificateWithoutCertificateChainValidation",
            alone4(certificates4),
            pins: ["addtrust"],
            .cancelled(.pinMismatch)
        ),
        expired(
            .four,
            "FailsWhenPinningLeafPublicKeyWithCertificateChainValidation",
            keys4,
            pins: ["leaf"],
            .cancelled(.expired)
        ),
        expired(
            .four,
            "SucceedsWhenPinningLeafPublicKeyWithoutCertificateChainValidation",
            alone4(keys4),
            pins: ["leaf"],
            found
        ),
        expired(
            .four,
            "SucceedsWhenPinningIntermediateCAPublicKeyWithoutCertificateChainValidation",
            alone4(keys4),
            pins: ["ca2"],
            found
        ),
        expired(
            .four,
            "SucceedsWhenPinningRootCAPublicKeyWithoutCertificateChainValidation",
            alone4(keys4),
            pins: ["addtrust"],
            .cancelled(.pinMismatch)
        ),
        expired(
            .four,
            "SucceedsWhenDisablingEvaluation",
            ["policy": "disable-evaluation"],
            .used(.unchecked, .invalid)
        ),
        expired(
            .four,
            "SucceedsWhenCustomEvaluationReturnsTrue",
            ["policy": "custom-evaluation", "closure": "true"],
            .used(.unchecked, .invalid)
        ),
        expired(
            .four,
            "FailsWhenCustomEvaluationReturnsFalse",
            ["policy": "custom-evaluation", "closure": "false"],
            .cancelled(.policyGuard, .invalid)
        ),
    ]

    // MARK: 5.12.0

    private static let noPolicy5 = noPolicy4.merging(["all-hosts-must-be-evaluated": "false"]) {
        $1
    }
    private static let certificates5 = ["evaluator": "pinned-certificates"]
    private static let keys5 = ["evaluator": "public-keys"]

    private static func alone5(
        _ settings: [String: String],
        host: Bool = false
    ) -> [String: String] {
        let alone = ["perform-default-validation": "false", "validate-host": "\(host)"]
        return settings.merging(alone) { $1 }
    }

    static let cases5: [Case] = [
        expired(
            .five,
            "FailsWithNoServerTrustPolicy",
            noPolicy5,
            systemRefused(.expired, .recoverableFailure)
        ),
        revoked(
            .five,
            "disabled_testRevokedCertificateRequestBehaviorWithNoServerTrustPolicy",
            noPolicy5,
            systemRefused(.revoked, .fatalFailure)
        ),
        expired(
            .five,
            "FailsWithDefaultServerTrustPolicy",
            [:],
            .failed("trustEvaluationFailed", .expired)
        ),
        revoked(
            .five,
            "disabled_testRevokedCertificateRequestBehaviorWithDefaultServerTrustPolicy",
            [:],
            .failed("trustEvaluationFailed", .revoked, .fatalFailure)
        ),
        expired(
            .five,
            "FailsWithRevokedServerTrustPolicy",
            ["evaluator": "revocation"],
            .failed("trustEvaluationFailed", .expired)
        ),
        revoked(
            .five,
            "testThatRevokedCertificateRequestFailsWithRevokedServerTrustPolicy",
            ["evaluator": "revocation", "options": "any+require-positive-response"],
            .failed("trustEvaluationFailed", .revoked, .fatalFailure)
        ),
        expired(
            .five,
            "FailsWhenPinningLeafCertificateWithCertificateChainValidation",
            certificates5,
            pins: ["leaf"],
            .failed("trustEvaluationFailed", .expired)
        ),
        expired(
            .five,
            "FailsWhenPinningAllCertificatesWithCertificateChainValidation",
            certificates5,
            pins: ["leaf", "comodo-cross", "ca2", "addtrust"],
            .failed("trustEvaluationFailed", .expired)
        ),
        expired(
            .five,
            "SucceedsWhenPinningLeafCertificateWithoutCertificateChainOrHostValidation",
            alone5(certificates5),
            pins: ["leaf"],
            found
        ),
        expired(
            .five,
            "SucceedsWhenPinningIntermediateCACertificate"
                + "WithoutCertificateChainOrHostValidation",
            alone5(certificates5),
            pins: ["ca2"],
            found
        ),
        expired(
            .five,
            "SucceedsWhenPinningRootCACertificateWithoutCertificateChainValidation",
            alone5(certificates5, host: true),
            pins: ["addtrust"],
            .failed("trustEvaluationFailed", .expired)
        ),
        expired(
            .five,
            "FailsWhenPinningLeafPublicKeyWithCertificateChainValidation",
            keys5,
            pins: ["leaf"],
            .failed("trustEvaluationFailed", .expired)
        ),
        expired(
            .five,
            "SucceedsWhenPinningLeafPublicKeyWithoutCertificateChainOrHostValidation",
            alone5(keys5),
            pins: ["leaf"],
            found
        ),
        expired(
            .five,
            "SucceedsWhenPinningIntermediateCAPublicKeyWithoutCertificateChainOrHostValidation",
            alone5(keys5),
            pins: ["ca2"],
            found
        ),
        expired(
            .five,
            "SucceedsWhenPinningRootCAPublicKeyWithoutCertificateChainValidation",
            alone5(keys5),
            pins: ["addtrust"],
            .failed("publicKeyPinningFailed", .pinMismatch)
        ),
        expired(
            .five,
            "SucceedsWhenDisablingEvaluation",
            ["evaluator": "disabled"],
            .used(.unchecked, .invalid)
        ),
    ]

    @Test(arguments: cases4 + cases5)
    func `decides as TLSEvaluationTests.swift expects`(_ test: Case) throws {
        var presented = try Self.fixture.presented(
            [test.leaf, "ca2", "comodo-cross"],
            system: ["addtrust", "comodo"],
            pins: test.pins
        )
        presented.staples = [try Self.fixture.response(test.leaf)]
        let policy = try PolicyModel.resolve(test.release.model, settings: test.settings).policy
        let host = test.leaf == "leaf" ? "expired.badssl.com" : "revoked.badssl.com"
        let decision = policy.evaluate(presented, for: .dns(host))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    @Test func `the test cases cover every test in TLSEvaluationTests.swift of both releases`() {
        #expect(Self.cases4.count == 18)
        #expect(Self.cases5.count == 16)
        #expect(Set((Self.cases4 + Self.cases5).map(\.testDescription)).count == 34)
    }
}
