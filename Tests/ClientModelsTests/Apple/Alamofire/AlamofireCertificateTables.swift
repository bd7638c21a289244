import TestSupport
import Testing

@testable import ClientModels
@testable import PathValidation

// `PinCertificates`, 23 tests of each release; the store has none of their roots.
extension AlamofireTests {
    private static func row(
        _ release: Release,
        _ test: String,
        _ settings: [String: String],
        pins: [String],
        leaf: String = "valid-dns-name",
        _ expected: Outline
    ) -> Case {
        let policy =
            release == .four ? ["policy": "pin-certificates"] : ["evaluator": "pinned-certificates"]
        return Case(
            release: release,
            test: "PinCertificates.testThat\(test)",
            settings: settings.merging(policy) { $1 },
            pins: pins,
            served: .whole(leaf),
            isRootAnchored: false,
            expected: expected
        )
    }

    /// The pins, and the path to them.
    private static let pinned = [
        ("Leaf", "valid-dns-name", ["valid-dns-name"]),
        ("Intermediate", "ca2", ["valid-dns-name", "ca2"]),
        ("Root", "root", ["valid-dns-name", "ca2", "root"]),
    ]

    private static let unrelated = [("Leaf", "signed-by-ca2"), ("Intermediate", "ca1")]

    private static let ofExpired = [
        ("PinningExpiredLeafCertificate", "expired"),
        ("PinningIntermediateCertificateWithExpiredLeafCertificate", "ca2"),
    ]

    // MARK: 4.9.1, with the chain

    private static func chain4(host: Bool) -> [Case] {
        let settings = ["validate-host": "\(host)"]
        let suffix = "EvaluationWith" + (host ? "HostValidation" : "outHostValidation")
        return pinned.map { what, pin, path in
            row(
                .four,
                "Pinned\(what)CertificatePasses\(suffix)",
                settings,
                pins: [pin],
                .used(.path(path))
            )
        }
            + unrelated.map { what, pin in
                row(
                    .four,
                    "Pinning\(what)CertificateNotInCertificateChainFails\(suffix)",
                    settings,
                    pins: [pin],
                    .cancelled(.pinMismatch)
                )
            }
            + ofExpired.map { what, pin in
                row(
                    .four,
                    "\(what)Fails\(suffix)",
                    settings,
                    pins: [pin],
                    leaf: "expired",
                    .cancelled(.expired)
                )
            }
    }

    // MARK: 5.12.0, with the chain

    private static let nothing5 = [
        "perform-default-validation": "false", "validate-host": "false",
    ]

    /// Without the host, the evaluator evaluates nothing; the tests have the old names.
    private static let passing5WithoutHost = pinned.map { what, pin, _ in
        row(
            .five,
            "Pinned\(what)CertificatePassesEvaluationWithoutHostValidation",
            nothing5,
            pins: [pin],
            .used(.pin, .recoverableFailure)
        )
    }

    private static let passing5WithHost = pinned.map { what, pin, path in
        row(
            .five,
            "Pinned\(what)CertificatePassesEvaluationWithSelfSignedSupportAndHostValidation",
            ["accept-self-signed-certificates": "true"],
            pins: [pin],
            .used(.path(path))
        )
    }

    /// Returns the tests that fail before any pin is compared, because the platform does not trust
    /// the root.
    private static func failing5(host: Bool) -> [Case] {
        let settings = ["validate-host": "\(host)"]
        let suffix = "EvaluationWith" + (host ? "HostValidation" : "outHostValidation")
        return unrelated.map { what, pin in
            row(
                .five,
                "Pinning\(what)CertificateNotInCertificateChainFails\(suffix)",
                settings,
                pins: [pin],
                .failed("trustEvaluationFailed", .unknownIssuer)
            )
        }
            + ofExpired.map { what, pin in
                row(
                    .five,
                    "\(what)Fails\(suffix)",
                    settings,
                    pins: [pin],
                    leaf: "expired",
                    .failed("trustEvaluationFailed", .expired)
                )
            }
    }

    // MARK: Without the chain

    private static func alone(_ release: Release) -> [Case] {
        let settings =
            release == .four
            ? ["validate-certificate-chain": "false", "validate-host": "false"] : nothing5
        let passed = Outline.used(.pin, .recoverableFailure)
        let failed =
            release == .four
            ? Outline.cancelled(.pinMismatch) : .failed("certificatePinningFailed", .pinMismatch)
        let without = "WithoutCertificateChainValidation"
        func test(_ test: String, _ pins: [String], leaf: String, _ expected: Outline) -> Case {
            row(release, test, settings, pins: pins, leaf: leaf, expected)
        }
        return pinned.map { what, pin, _ in
            test(
                "Pinned\(what)Certificate\(without)PassesEvaluation",
                [pin],
                leaf: "valid-dns-name",
                passed
            )
        }
            + unrelated.map { what, pin in
                test(
                    "Pinning\(what)CertificateNotInCertificateChain\(without)FailsEvaluation",
                    [pin],
                    leaf: "valid-dns-name",
                    failed
                )
            }
            + (ofExpired + [("PinningRootCertificateWithExpiredLeafCertificate", "root")])
            .map { what, pin in
                test("\(what)\(without)PassesEvaluation", [pin], leaf: "expired", passed)
            }
            + [
                test(
                    "PinningMultipleCertificates\(without)PassesEvaluation",
                    [
                        "multiple-dns-names", "signed-by-ca1", "expired", "wildcard",
                        "dns-name-and-uri",
                    ],
                    leaf: "expired",
                    passed
                )
            ]
    }

    static let certificates4 = chain4(host: false) + chain4(host: true) + alone(.four)

    static let certificates5 =
        passing5WithoutHost + failing5(host: false) + passing5WithHost + failing5(host: true)
        + alone(.five)
}
