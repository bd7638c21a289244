import Testing

@testable import Trust

// The tests of Alamofire 4.9.1's `Tests/ServerTrustPolicyTests.swift`, class by class.
extension PoliciesAlamofireTests {
    // MARK: PerformDefaultEvaluation

    private static func defaultEvaluation(
        _ test: String,
        host: Bool,
        _ served: Shape,
        isRootAnchored: Bool = true,
        _ reason: Rejection.Code? = nil
    ) -> Case {
        Case(
            test: "PerformDefaultEvaluation.testThat\(test)EvaluationWith"
                + (host ? "HostValidation" : "outHostValidation"),
            settings: ["validate-host": "\(host)"],
            served: served,
            isRootAnchored: isRootAnchored,
            expected: reason.map { .refused($0) } ?? .passed(.path(served.path))
        )
    }

    static let defaultEvaluations: [Case] = [
        defaultEvaluation(
            "ValidCertificateChainPasses",
            host: false,
            .whole("valid-dns-name")
        ),
        defaultEvaluation(
            "NonAnchoredRootCertificateChainFails",
            host: false,
            .withoutRoot("valid-dns-name"),
            isRootAnchored: false,
            .unknownIssuer
        ),
        defaultEvaluation(
            "MissingDNSNameLeafCertificatePasses",
            host: false,
            .whole("missing-dns-name-and-uri")
        ),
        defaultEvaluation(
            "ExpiredCertificateChainFails",
            host: false,
            .whole("expired"),
            .expired
        ),
        defaultEvaluation(
            "MissingIntermediateCertificateInChainFails",
            host: false,
            .missingIntermediate("valid-dns-name"),
            .unknownIssuer
        ),
        defaultEvaluation("ValidCertificateChainPasses", host: true, .whole("valid-dns-name")),
        defaultEvaluation(
            "NonAnchoredRootCertificateChainFails",
            host: true,
            .withoutRoot("valid-dns-name"),
            isRootAnchored: false,
            .unknownIssuer
        ),
        defaultEvaluation(
            "MissingDNSNameLeafCertificateFails",
            host: true,
            .whole("missing-dns-name-and-uri"),
            .noIdentity
        ),
        defaultEvaluation(
            "WildcardedLeafCertificateChainPasses",
            host: true,
            .whole("wildcard")
        ),
        defaultEvaluation("ExpiredCertificateChainFails", host: true, .whole("expired"), .expired),
        defaultEvaluation(
            "MissingIntermediateCertificateInChainFails",
            host: true,
            .missingIntermediate("valid-dns-name"),
            .unknownIssuer
        ),
    ]

    // MARK: PinCertificates

    private static func pinCertificates(
        _ test: String,
        pins: [String],
        leaf: String = "valid-dns-name",
        chain: Bool = true,
        host: Bool = false,
        _ expected: Outline
    ) -> Case {
        let suffix =
            chain
            ? test + "EvaluationWith" + (host ? "HostValidation" : "outHostValidation")
            : test + "Evaluation"
        return Case(
            test: "PinCertificates.testThat\(suffix)",
            settings: [
                "policy": "pin-certificates", "validate-certificate-chain": "\(chain)",
                "validate-host": "\(host)",
            ],
            pins: pins,
            served: .whole(leaf),
            isRootAnchored: false,
            expected: expected
        )
    }

    private static func pinCertificatesInChain(host: Bool) -> [Case] {
        [
            pinCertificates(
                "PinnedLeafCertificatePasses",
                pins: ["valid-dns-name"],
                host: host,
                .passed(.path(["valid-dns-name"]))
            ),
            pinCertificates(
                "PinnedIntermediateCertificatePasses",
                pins: ["ca2"],
                host: host,
                .passed(.path(["valid-dns-name", "ca2"]))
            ),
            pinCertificates(
                "PinnedRootCertificatePasses",
                pins: ["root"],
                host: host,
                .passed(.path(["valid-dns-name", "ca2", "root"]))
            ),
            pinCertificates(
                "PinningLeafCertificateNotInCertificateChainFails",
                pins: ["signed-by-ca2"],
                host: host,
                .refused(.pinMismatch)
            ),
            pinCertificates(
                "PinningIntermediateCertificateNotInCertificateChainFails",
                pins: ["ca1"],
                host: host,
                .refused(.pinMismatch)
            ),
            pinCertificates(
                "PinningExpiredLeafCertificateFails",
                pins: ["expired"],
                leaf: "expired",
                host: host,
                .refused(.expired)
            ),
            pinCertificates(
                "PinningIntermediateCertificateWithExpiredLeafCertificateFails",
                pins: ["ca2"],
                leaf: "expired",
                host: host,
                .refused(.expired)
            ),
        ]
    }

    private static let pinCertificatesAlone: [Case] = [
        pinCertificates(
            "PinnedLeafCertificateWithoutCertificateChainValidationPasses",
            pins: ["valid-dns-name"],
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinCertificates(
            "PinnedIntermediateCertificateWithoutCertificateChainValidationPasses",
            pins: ["ca2"],
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinCertificates(
            "PinnedRootCertificateWithoutCertificateChainValidationPasses",
            pins: ["root"],
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinCertificates(
            "PinningLeafCertificateNotInCertificateChain"
                + "WithoutCertificateChainValidationFails",
            pins: ["signed-by-ca2"],
            chain: false,
            .refused(.pinMismatch)
        ),
        pinCertificates(
            "PinningIntermediateCertificateNotInCertificateChain"
                + "WithoutCertificateChainValidationFails",
            pins: ["ca1"],
            chain: false,
            .refused(.pinMismatch)
        ),
        pinCertificates(
            "PinningExpiredLeafCertificateWithoutCertificateChainValidationPasses",
            pins: ["expired"],
            leaf: "expired",
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinCertificates(
            "PinningIntermediateCertificateWithExpiredLeafCertificate"
                + "WithoutCertificateChainValidationPasses",
            pins: ["ca2"],
            leaf: "expired",
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinCertificates(
            "PinningRootCertificateWithExpiredLeafCertificate"
                + "WithoutCertificateChainValidationPasses",
            pins: ["root"],
            leaf: "expired",
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinCertificates(
            "PinningMultipleCertificatesWithoutCertificateChainValidationPasses",
            pins: [
                "multiple-dns-names", "signed-by-ca1", "expired", "wildcard", "dns-name-and-uri",
            ],
            leaf: "expired",
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
    ]

    static let pinnedCertificates =
        pinCertificatesInChain(host: false) + pinCertificatesInChain(host: true)
        + pinCertificatesAlone

    // MARK: PinPublicKeys

    private static func pinPublicKeys(
        _ test: String,
        pins: [String],
        served: Shape = .whole("valid-dns-name"),
        chain: Bool = true,
        host: Bool = false,
        _ expected: Outline
    ) -> Case {
        let suffix =
            chain ? test + "EvaluationWith" + (host ? "HostValidation" : "outHostValidation") : test
        return Case(
            test: "PinPublicKeys.testThat\(suffix)",
            settings: [
                "policy": "pin-public-keys", "validate-certificate-chain": "\(chain)",
                "validate-host": "\(host)",
            ],
            pins: pins,
            served: served,
            expected: expected
        )
    }

    private static func pinPublicKeysInChain(host: Bool) -> [Case] {
        let path = Outline.passed(.path(["valid-dns-name", "ca2", "root"]))
        return [
            pinPublicKeys("PinningLeafKeyPasses", pins: ["valid-dns-name"], host: host, path),
            pinPublicKeys("PinningIntermediateKeyPasses", pins: ["ca2"], host: host, path),
            pinPublicKeys("PinningRootKeyPasses", pins: ["root"], host: host, path),
            pinPublicKeys(
                "PinningKeyNotInCertificateChainFails",
                pins: ["signed-by-ca2"],
                host: host,
                .refused(.pinMismatch, .unspecified)
            ),
            pinPublicKeys(
                "PinningBackupKeyPasses",
                pins: ["signed-by-ca1", "ca1", "valid-dns-name"],
                host: host,
                path
            ),
        ]
    }

    private static let pinPublicKeysAlone: [Case] = [
        pinPublicKeys(
            "PinningLeafKeyWithoutCertificateChainValidation"
                + "PassesEvaluationWithMissingIntermediateCertificate",
            pins: ["valid-dns-name"],
            served: .missingIntermediate("valid-dns-name"),
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinPublicKeys(
            "PinningRootKeyWithoutCertificateChainValidation"
                + "FailsEvaluationWithMissingIntermediateCertificate",
            pins: ["root"],
            served: .missingIntermediate("valid-dns-name"),
            chain: false,
            .refused(.pinMismatch)
        ),
        pinPublicKeys(
            "PinningLeafKeyWithoutCertificateChainValidation"
                + "PassesEvaluationWithIncorrectIntermediateCertificate",
            pins: ["valid-dns-name"],
            served: .incorrectIntermediate("valid-dns-name"),
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinPublicKeys(
            "PinningLeafKeyWithoutCertificateChainValidation"
                + "PassesEvaluationWithExpiredLeafCertificate",
            pins: ["expired"],
            served: .whole("expired"),
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinPublicKeys(
            "PinningIntermediateKeyWithoutCertificateChainValidation"
                + "PassesEvaluationWithExpiredLeafCertificate",
            pins: ["ca2"],
            served: .whole("expired"),
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
        pinPublicKeys(
            "PinningRootKeyWithoutCertificateChainValidation"
                + "PassesEvaluationWithExpiredLeafCertificate",
            pins: ["root"],
            served: .whole("expired"),
            chain: false,
            .passed(.pin, .recoverableFailure)
        ),
    ]

    static let pinnedPublicKeys =
        pinPublicKeysInChain(host: false) + pinPublicKeysInChain(host: true)
        + pinPublicKeysAlone

    // MARK: DisableEvaluation

    static let disabledEvaluations: [Case] = [
        Case(
            test: "DisableEvaluation"
                + ".testThatCertificateChainMissingIntermediateCertificatePassesEvaluation",
            settings: ["policy": "disable-evaluation"],
            served: .missingIntermediate("valid-dns-name"),
            isRootAnchored: false,
            expected: .passed(.unchecked, .invalid)
        ),
        Case(
            test: "DisableEvaluation.testThatExpiredLeafCertificatePassesEvaluation",
            settings: ["policy": "disable-evaluation"],
            served: .whole("expired"),
            isRootAnchored: false,
            expected: .passed(.unchecked, .invalid)
        ),
    ]
}

extension Outline {
    /// `SessionDelegate` uses the credential.
    fileprivate static func passed(
        _ verdict: Verdict,
        _ result: TrustResult = .unspecified
    ) -> Outline {
        Outline(verdict: verdict, disposition: .useCredential, trustResult: result)
    }

    /// `SessionDelegate` cancels the challenge.
    fileprivate static func refused(
        _ reason: Rejection.Code,
        _ result: TrustResult = .recoverableFailure
    ) -> Outline {
        Outline(
            verdict: .reject(reason),
            disposition: .cancel,
            trustResult: result,
            error: "NSURLErrorDomain -999"
        )
    }
}
