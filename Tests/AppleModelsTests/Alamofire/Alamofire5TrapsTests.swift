import Forge
import OpenSSL
import PKIX
import TestSupport
import Testing

@testable import AppleModels
@testable import ApplePlatform
@testable import Policies
@testable import Trust

/// Where Alamofire 5.12.0's evaluators do otherwise than their names let one expect, each beside the
/// configuration that does not.
struct Alamofire5TrapsTests {
    static let fixture = AlamofireWorld.fixture

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let settings: [String: String]
        var served = ["leaf", "intermediate"]
        var user: [String] = []
        var pins: [String]?
        var host = "www.example.test"
        let expected: Outline

        init(
            _ description: String,
            _ settings: [String: String],
            served: [String] = ["leaf", "intermediate"],
            user: [String] = [],
            pins: [String]? = nil,
            host: String = "www.example.test",
            _ expected: Outline
        ) {
            testDescription = description
            (self.settings, self.served, self.user) = (settings, served, user)
            (self.pins, self.host, self.expected) = (pins, host, expected)
        }
    }

    private static let certificates = ["evaluator": "pinned-certificates"]
    private static let keys = ["evaluator": "public-keys"]
    private static let anchors = [
        "evaluator": "pinned-certificates", "accept-self-signed-certificates": "true",
    ]

    private static func with(
        _ settings: [String: String],
        _ more: [String: String]
    ) -> [String: String] {
        settings.merging(more) { $1 }
    }

    static let pins: [Case] = [
        Case(
            "a private authority by certificate needs the platform's trust",
            certificates,
            served: ["private-leaf", "private-root"],
            pins: ["private-root"],
            .failed("trustEvaluationFailed", .unknownIssuer)
        ),
        Case(
            "a private authority by certificate, accepted",
            anchors,
            served: ["private-leaf", "private-root"],
            pins: ["private-root"],
            .used(.path(["private-leaf", "private-root"]))
        ),
        Case(
            "a self-signed certificate by certificate",
            certificates,
            served: ["self-signed"],
            pins: ["self-signed"],
            .failed("trustEvaluationFailed", .selfSigned)
        ),
        Case(
            "a self-signed certificate by certificate, accepted",
            anchors,
            served: ["self-signed"],
            pins: ["self-signed"],
            .used(.path(["self-signed"]))
        ),
        Case(
            "pins as anchors, and a chain that leads to none",
            anchors,
            pins: ["private-root"],
            .failed("trustEvaluationFailed", .pinMismatch)
        ),
        Case(
            "pins as anchors, and nothing evaluated: only their bytes count",
            with(
                anchors,
                ["perform-default-validation": "false", "validate-host": "false"]
            ),
            served: ["stale", "intermediate"],
            pins: ["intermediate"],
            .used(.pin, .recoverableFailure)
        ),
        Case(
            "without default validation the host's still asks for dates",
            with(certificates, ["perform-default-validation": "false"]),
            served: ["stale", "intermediate"],
            pins: ["intermediate"],
            .failed("trustEvaluationFailed", .expired)
        ),
        Case(
            "a proxy that the user trusts: certificates",
            certificates,
            served: ["proxied"],
            user: ["proxy-root"],
            pins: ["intermediate"],
            .failed("certificatePinningFailed", .pinMismatch, .proceed)
        ),
        Case(
            "a proxy that the user trusts: keys",
            keys,
            served: ["proxied"],
            user: ["proxy-root"],
            pins: ["intermediate"],
            .failed("publicKeyPinningFailed", .pinMismatch, .proceed)
        ),
        Case(
            "a proxy that the user trusts: default",
            [:],
            served: ["proxied"],
            user: ["proxy-root"],
            .used(.path(["proxied", "proxy-root"]), .proceed)
        ),
        Case(
            "no certificates",
            certificates,
            pins: [],
            .failed("noCertificatesFound", .pinsMissing, .invalid)
        ),
        Case(
            "no keys",
            keys,
            .failed("noPublicKeysFound", .pinsMissing, .invalid)
        ),
        Case(
            "a key that cannot be extracted is skipped, among the pins",
            keys,
            served: ["ed25519", "intermediate"],
            pins: ["ed25519"],
            .failed("noPublicKeysFound", .pinsMissing, .invalid)
        ),
        Case(
            "a key that cannot be extracted is skipped, in the chain",
            keys,
            served: ["ed25519", "intermediate"],
            pins: ["intermediate"],
            .used(.path(["ed25519", "intermediate", "root"]))
        ),
    ]

    static let composites: [Case] = [
        Case(
            "the anchors of the first are there for the second",
            with(anchors, ["then": "default"]),
            served: ["private-leaf", "private-root"],
            pins: ["private-root"],
            .used(.path(["private-leaf", "private-root"]))
        ),
        Case(
            "the anchors of the second are not there for the first",
            with(anchors, ["evaluator": "default", "then": "pinned-certificates"]),
            served: ["private-leaf", "private-root"],
            pins: ["private-root"],
            .failed("trustEvaluationFailed", .unknownIssuer)
        ),
        Case(
            "both must pass",
            with(certificates, ["then": "public-keys"]),
            pins: ["leaf"],
            .used(.path(["leaf", "intermediate", "root"]))
        ),
        Case(
            "disabled beside another takes nothing from it",
            ["evaluator": "disabled", "then": "default"],
            served: ["stale", "intermediate"],
            .failed("trustEvaluationFailed", .expired)
        ),
        Case(
            "custom throws",
            ["evaluator": "custom", "custom-throws": "true"],
            .failed("customEvaluationFailed", .policyGuard, .invalid)
        ),
        Case(
            "custom throws nothing",
            ["evaluator": "custom"],
            served: ["stale", "intermediate"],
            .used(.unchecked, .invalid)
        ),
    ]

    private static let alone = [
        "evaluator": "revocation", "perform-default-validation": "false", "validate-host": "false",
    ]

    static let revocation: [Case] = [
        Case(
            "revocation alone asks for neither date nor host",
            alone,
            served: ["stale", "intermediate"],
            .used(.path(["stale", "intermediate", "root"]))
        ),
        Case(
            "revocation alone asks for an anchor",
            alone,
            served: ["private-leaf", "private-root"],
            .failed("trustEvaluationFailed", .unknownIssuer)
        ),
        Case(
            "a positive response is required, and none comes",
            ["evaluator": "revocation", "options": "any+require-positive-response"],
            .failed("trustEvaluationFailed", .revocationUnknown)
        ),
        Case(
            "options that Security does not know",
            ["evaluator": "revocation", "options": "undefined"],
            .failed("revocationPolicyCreationFailed", .policyGuard, .unspecified)
        ),
    ]

    static let hosts: [Case] = [
        Case(
            "a host without an evaluator",
            ["host-entry": "example.test"],
            .failed("noRequiredEvaluator", .policyGuard, .invalid)
        ),
        Case(
            "a host without an evaluator, which needs none",
            ["host-entry": "example.test", "all-hosts-must-be-evaluated": "false"],
            Outline(
                verdict: .path(["leaf", "intermediate", "root"]),
                disposition: .performDefaultHandling,
                trustResult: .unspecified
            )
        ),
        Case(
            "the host, spelled otherwise",
            ["host-entry": "www.example.test"],
            host: "WWW.example.test",
            .failed("noRequiredEvaluator", .policyGuard, .invalid)
        ),
        Case(
            "the host, spelled the same",
            ["host-entry": "www.example.test"],
            .used(.path(["leaf", "intermediate", "root"]))
        ),
    ]

    @Test("traps of Alamofire 5", arguments: pins + composites + revocation + hosts)
    func trap(_ test: Case) throws {
        let presented = try Self.fixture.presented(
            test.served,
            system: ["root"],
            user: test.user,
            pins: test.pins
        )
        let policy = try PolicyModel.resolve("alamofire5", settings: test.settings).policy
        let decision = policy.evaluate(presented, for: .dns(test.host))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    @Test("a world that knows nothing of the entry's host is judged by it")
    func standsIn() throws {
        let presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        for model in ["alamofire", "alamofire5"] {
            let policy = try PolicyModel.resolve(
                model,
                settings: ["host-entry": "api.example.com"],
                standsIn: true
            ).policy
            let decision = policy.evaluate(presented, for: .dns("www.example.test"))
            #expect(decision.disposition == .useCredential, "\(model)")
        }
    }

    @Test("a pin that is no certificate cannot be an anchor")
    func settingAnchorCertificatesFailed() throws {
        let presented = try Self.fixture.presented(["leaf"], system: ["root"])
        var trust = try ServerTrust(presented, policies: [.basicX509])
        let evaluator = PinnedCertificatesTrustEvaluator(
            certificates: [[0x30, 0x00]],
            acceptSelfSignedCertificates: true
        )
        let error = AFError.serverTrustEvaluationFailed(reason: .settingAnchorCertificatesFailed)
        #expect(throws: error) {
            try evaluator.evaluate(&trust, forHost: .dns("www.example.test"))
        }
        #expect(
            error.description
                == "AFError.serverTrustEvaluationFailed(settingAnchorCertificatesFailed)"
        )
        #expect(error.rejection == .policyGuard("a pin cannot be an anchor"))
    }
}
