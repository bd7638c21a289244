import TestSupport
import Testing

@testable import ClientModels
@testable import PathValidation

// Evaluation by the platform, and no evaluation.
extension AlamofireTests {
    /// Returns the eleven tests of `PerformDefaultEvaluation`, which are also those of
    /// `PerformRevokedEvaluation`.
    ///
    /// The last test of one class of 5.12.0 has the evaluator of the entry without the host.
    static func evaluations(
        _ release: Release,
        _ testClass: String,
        _ settings: [String: String],
        lastAsksForHost: Bool = true
    ) -> [Case] {
        func row(
            _ test: String,
            host: Bool,
            _ served: Shape,
            isRootAnchored: Bool = true,
            asksForHost: Bool? = nil,
            _ reason: Rejection.Code? = nil
        ) -> Case {
            let failure: (Rejection.Code) -> Outline = {
                release == .four ? .cancelled($0) : .failed("trustEvaluationFailed", $0)
            }
            return Case(
                release: release,
                test: "\(testClass).testThat\(test)EvaluationWith"
                    + (host ? "HostValidation" : "outHostValidation"),
                settings: settings.merging(["validate-host": "\(asksForHost ?? host)"]) { $1 },
                served: served,
                isRootAnchored: isRootAnchored,
                expected: reason.map(failure) ?? .used(.path(served.path))
            )
        }
        let nonAnchored = Shape.withoutRoot("valid-dns-name")
        let missing = Shape.missingIntermediate("valid-dns-name")
        let nameless = Shape.whole("missing-dns-name-and-uri")
        return [
            row("ValidCertificateChainPasses", host: false, .whole("valid-dns-name")),
            row(
                "NonAnchoredRootCertificateChainFails",
                host: false,
                nonAnchored,
                isRootAnchored: false,
                .unknownIssuer
            ),
            row("MissingDNSNameLeafCertificatePasses", host: false, nameless),
            row("ExpiredCertificateChainFails", host: false, .whole("expired"), .expired),
            row(
                "MissingIntermediateCertificateInChainFails",
                host: false,
                missing,
                .unknownIssuer
            ),
            row("ValidCertificateChainPasses", host: true, .whole("valid-dns-name")),
            row(
                "NonAnchoredRootCertificateChainFails",
                host: true,
                nonAnchored,
                isRootAnchored: false,
                .unknownIssuer
            ),
            row("MissingDNSNameLeafCertificateFails", host: true, nameless, .noIdentity),
            row("WildcardedLeafCertificateChainPasses", host: true, .whole("wildcard")),
            row("ExpiredCertificateChainFails", host: true, .whole("expired"), .expired),
            row(
                "MissingIntermediateCertificateInChainFails",
                host: true,
                missing,
                asksForHost: lastAsksForHost,
                .unknownIssuer
            ),
        ]
    }

    static func disabled(_ release: Release, _ settings: [String: String]) -> [Case] {
        [
            Case(
                release: release,
                test: "DisableEvaluation"
                    + ".testThatCertificateChainMissingIntermediateCertificatePassesEvaluation",
                settings: settings,
                served: .missingIntermediate("valid-dns-name"),
                isRootAnchored: false,
                expected: .used(.unchecked, .invalid)
            ),
            Case(
                release: release,
                test: "DisableEvaluation.testThatExpiredLeafCertificatePassesEvaluation",
                settings: settings,
                served: .whole("expired"),
                isRootAnchored: false,
                expected: .used(.unchecked, .invalid)
            ),
        ]
    }

    static let custom4: [Case] = [
        Case(
            release: .four,
            test: "CustomEvaluation.testThatReturningTrueFromClosurePassesEvaluation",
            settings: ["policy": "custom-evaluation", "closure": "true"],
            served: .whole("valid-dns-name"),
            isRootAnchored: false,
            expected: .used(.unchecked, .invalid)
        ),
        Case(
            release: .four,
            test: "CustomEvaluation.testThatReturningFalseFromClosureFailsEvaluation",
            settings: ["policy": "custom-evaluation", "closure": "false"],
            served: .whole("valid-dns-name"),
            isRootAnchored: false,
            expected: .cancelled(.policyGuard, .invalid)
        ),
    ]

    private static func composite(
        _ test: String,
        _ served: Shape,
        isRootAnchored: Bool = true,
        _ expected: Outline
    ) -> Case {
        Case(
            release: .five,
            test: "Composite.testThat\(test)",
            settings: ["evaluator": "default", "then": "revocation", "validate-host": "false"],
            served: served,
            isRootAnchored: isRootAnchored,
            expected: expected
        )
    }

    static let composite5: [Case] = [
        composite(
            "ValidCertificateChainPassesDefaultAndRevocationCompositeChecks",
            .whole("valid-dns-name"),
            .used(.path(["valid-dns-name", "ca2", "root"]))
        ),
        composite(
            "NonAnchoredRootCertificateChainFailsEvaluationWithoutHostValidation",
            .withoutRoot("valid-dns-name"),
            isRootAnchored: false,
            .failed("trustEvaluationFailed", .unknownIssuer)
        ),
        composite(
            "ExpiredLeafCertificateFailsDefaultAndRevocationComposite",
            .whole("expired"),
            .failed("trustEvaluationFailed", .expired)
        ),
    ]
}
