import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Entries and anchors of Alamofire 5.12.0 that scenarios do not state.
struct Alamofire5EntriesTests {
    static let fixture = AlamofireSetup.fixture

    @Test func `in an audit, applies a host's evaluator to setups with other hosts`() throws {
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

    @Test(
        arguments: [
            (["evaluator": "pinned-certificates"], "pinned-certificates"),
            (["evaluator": "default", "then": "pinned-certificates"], "pinned-certificates"),
            (["evaluator": "public-keys"], "public-keys"),
            (["evaluator": "default"], "public-keys"),
        ]
    )
    func `the strongest setting for an audit is the strictest evaluator of the same kind`(
        settings: [String: String],
        evaluator: String
    ) throws {
        let configured = try PolicyModel.alamofire5.configured(settings)
        #expect(configured.strongest?.words["evaluator"] == evaluator)
    }

    @Test func `rejects every server if a pinned certificate cannot be an anchor`() throws {
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
