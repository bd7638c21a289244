import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// The forms of a pinned file that a scenario cannot put beside a good pin.
///
/// Two hazards cannot be expressed at all: that `AFPublicKeyTrustChainForServerTrust` releases a
/// variable that was never set where no trust can be made of a certificate, since what is served is
/// in a trust already; and that 3.x decodes its pins as an array instead of a set (NSCoding).
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
