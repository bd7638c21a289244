import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Entries and pinned files of Alamofire 4.9.1 that scenarios do not state.
struct Alamofire4EntriesTests {
    static let fixture = AlamofireSetup.fixture

    @Test(
        arguments: [
            ("www.example.test", Disposition.cancel), ("WWW.example.test", .performDefaultHandling),
            ("*.example.test", .performDefaultHandling), ("", .cancel),
        ]
    )
    func `finds the policy of a host only under the host's exact spelling`(
        key: String,
        disposition: Disposition
    ) throws {
        let presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: ["renewed"]
        )
        let policy = try PolicyModel.resolve(
            "alamofire",
            settings: ["policy": "pin-certificates", "host-entry": key]
        ).policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(decision.disposition == disposition)
    }

    @Test(arguments: [true, false])
    func `skips a pinned file that is not a certificate`(chain: Bool) throws {
        var presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: ["leaf"]
        )
        presented.pins?.append(.certificate(Array("-----BEGIN CERTIFICATE-----".utf8)))
        for policy in ["pin-certificates", "pin-public-keys"] {
            let decision = try PolicyModel.resolve(
                "alamofire",
                settings: ["policy": policy, "validate-certificate-chain": "\(chain)"]
            ).policy.evaluate(presented, for: .dns("www.example.test"))
            #expect(decision.disposition == .useCredential, "\(policy)")
        }
    }
}
