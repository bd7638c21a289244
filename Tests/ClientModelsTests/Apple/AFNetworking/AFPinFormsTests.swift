import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// The forms of a pinned file that a scenario cannot combine with a valid pin.
///
/// Two hazards cannot be expressed. `AFPublicKeyTrustChainForServerTrust` releases a variable that
/// was never set if no trust can be made from a certificate; here, served certificates are already
/// in a trust. 3.x decodes its pins as an array instead of a set (NSCoding).
struct AFPinFormsTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
    ])

    struct PEMCase: Sendable, CustomTestStringConvertible {
        let mode: String
        let expected: Outline

        var testDescription: String { mode }
    }

    @Test(
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
    func `ends the process or skips the pin if a pinned file is not DER`(_ test: PEMCase) throws {
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

    @Test func `accepts a certificate whose key is pinned, in both pinning modes`() throws {
        var presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        presented.pins = [.key(of: try Self.fixture.certificate("leaf"))]
        for mode in ["certificate", "public-key"] {
            let policy = try PolicyModel.resolve("afnetworking", settings: ["mode": mode]).policy
            let decision = policy.evaluate(presented, for: .dns("www.example.test"))
            #expect(decision.disposition == .useCredential)
        }
    }
}
