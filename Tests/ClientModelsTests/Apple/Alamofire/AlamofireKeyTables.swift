import TestSupport
import Testing

@testable import ClientModels
@testable import PathValidation

// `PinPublicKeys`, 16 tests of each release; the store has their root.
extension AlamofireTests {
    private static func row(
        _ release: Release,
        _ test: String,
        _ settings: [String: String],
        pins: [String],
        served: Shape = .whole("valid-dns-name"),
        _ expected: Outline
    ) -> Case {
        let policy =
            release == .four ? ["policy": "pin-public-keys"] : ["evaluator": "public-keys"]
        return Case(
            release: release,
            test: "PinPublicKeys.testThat\(test)",
            settings: settings.merging(policy) { $1 },
            pins: pins,
            served: served,
            expected: expected
        )
    }

    private static func mismatch(_ release: Release, _ result: TrustResult) -> Outline {
        release == .four
            ? .cancelled(.pinMismatch, result)
            : .failed("publicKeyPinningFailed", .pinMismatch, result)
    }

    private static func chain(_ release: Release, host: Bool) -> [Case] {
        let settings = ["validate-host": "\(host)"]
        let suffix = "EvaluationWith" + (host ? "HostValidation" : "outHostValidation")
        let pinned = [
            ("Leaf", ["valid-dns-name"]), ("Intermediate", ["ca2"]), ("Root", ["root"]),
            ("Backup", ["signed-by-ca1", "ca1", "valid-dns-name"]),
        ]
        return pinned.map { what, pins in
            row(
                release,
                "Pinning\(what)KeyPasses\(suffix)",
                settings,
                pins: pins,
                .used(.path(["valid-dns-name", "ca2", "root"]))
            )
        } + [
            row(
                release,
                "PinningKeyNotInCertificateChainFails\(suffix)",
                settings,
                pins: ["signed-by-ca2"],
                mismatch(release, .unspecified)
            )
        ]
    }

    private static func alone(_ release: Release) -> [Case] {
        let settings =
            release == .four
            ? ["validate-certificate-chain": "false", "validate-host": "false"]
            : ["perform-default-validation": "false", "validate-host": "false"]
        func test(
            _ what: String,
            _ end: String,
            pin: String,
            _ served: Shape,
            _ expected: Outline? = nil
        ) -> Case {
            row(
                release,
                "Pinning\(what)KeyWithoutCertificateChainValidation\(end)Certificate",
                settings,
                pins: [pin],
                served: served,
                expected ?? .used(.pin, .recoverableFailure)
            )
        }
        let missing = Shape.missingIntermediate("valid-dns-name")
        let expired = "PassesEvaluationWithExpiredLeaf"
        return [
            test(
                "Leaf",
                "PassesEvaluationWithMissingIntermediate",
                pin: "valid-dns-name",
                missing
            ),
            test(
                "Root",
                "FailsEvaluationWithMissingIntermediate",
                pin: "root",
                missing,
                mismatch(release, .recoverableFailure)
            ),
            test(
                "Leaf",
                "PassesEvaluationWithIncorrectIntermediate",
                pin: "valid-dns-name",
                .incorrectIntermediate("valid-dns-name")
            ),
            test("Leaf", expired, pin: "expired", .whole("expired")),
            test("Intermediate", expired, pin: "ca2", .whole("expired")),
            test("Root", expired, pin: "root", .whole("expired")),
        ]
    }

    static let keys4 = chain(.four, host: false) + chain(.four, host: true) + alone(.four)

    static let keys5 = chain(.five, host: false) + chain(.five, host: true) + alone(.five)
}
