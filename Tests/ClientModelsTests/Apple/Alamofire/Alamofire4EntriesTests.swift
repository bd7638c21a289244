import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Entries and pinned files of Alamofire 4.9.1 beside those that scenarios state.
struct Alamofire4EntriesTests {
    static let fixture = AlamofireSetup.fixture

    @Test(
        "a host is looked up as it is spelled",
        arguments: [
            ("www.example.test", Disposition.cancel), ("WWW.example.test", .performDefaultHandling),
            ("*.example.test", .performDefaultHandling), ("", .cancel),
        ]
    )
    func hostEntry(key: String, disposition: Disposition) throws {
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

    @Test("a pinned file that is no certificate is skipped", arguments: [true, false])
    func pinInPEM(chain: Bool) throws {
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
