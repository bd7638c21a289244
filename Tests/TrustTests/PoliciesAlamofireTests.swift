import Forge
import PKIX
import Testing

@testable import Trust

/// `Tests/ServerTrustPolicyTests.swift` of Alamofire 4.9.1, each test of a policy under the name of
/// its class and its own.
///
/// The fixtures are forged in the shape of `Tests/Resources/Certificates/alamofire.org`, whose
/// leaves have expired: a root, two signing CAs, and leaves below each. Where the original makes the
/// root the lone anchor, the platform's store holds nothing else; where it does not, the store
/// holds another root.
///
/// Without a twin: `PerformRevokedEvaluation` (revocation is not judged), `CustomEvaluation`
/// (a closure is no policy), and `CertificatesInBundle` (no bundle).
struct PoliciesAlamofireTests {
    static let host = "test.alamofire.org"

    static let fixture = Fixture([
        "elsewhere": .root(),
        "root": .root(),
        "ca1": .intermediate("root"),
        "ca2": .intermediate("root"),
        "wildcard": .leaf("ca1", "*.alamofire.org"),
        "multiple-dns-names": .leaf(
            "ca1",
            "test.alamofire.org",
            "blog.alamofire.org",
            "www.alamofire.org"
        ),
        "signed-by-ca1": .leaf("ca1", "test.alamofire.org"),
        "dns-name-and-uri": .leaf("ca1", "test.alamofire.org") {
            $0.subjectAlternativeNames?.append(.uri("https://test.alamofire.org"))
        },
        "expired": .leaf("ca2", "test.alamofire.org") { $0.expire() },
        "missing-dns-name-and-uri": .leaf("ca2"),
        "signed-by-ca2": .leaf("ca2", "test.alamofire.org"),
        "valid-dns-name": .leaf("ca2", "test.alamofire.org"),
        "valid-uri": .leaf("ca2") {
            $0.subjectAlternativeNames = [.uri("https://test.alamofire.org")]
        },
    ])

    /// How the original's trust objects are made.
    enum Shape: Sendable {
        case whole(String)
        case withoutRoot(String)
        case missingIntermediate(String)
        case incorrectIntermediate(String)

        var served: [String] {
            switch self {
            case .whole(let leaf): [leaf, Self.issuer(of: leaf), "root"]
            case .withoutRoot(let leaf): [leaf, Self.issuer(of: leaf)]
            case .missingIntermediate(let leaf): [leaf, "root"]
            case .incorrectIntermediate(let leaf): [leaf, "ca1", "root"]
            }
        }

        /// The path that the shape has where it has one.
        var path: [String] {
            switch self {
            case .whole(let leaf), .withoutRoot(let leaf): [leaf, Self.issuer(of: leaf), "root"]
            case .missingIntermediate(let leaf), .incorrectIntermediate(let leaf): [leaf]
            }
        }

        private static func issuer(of leaf: String) -> String {
            let below1 = ["wildcard", "multiple-dns-names", "signed-by-ca1", "dns-name-and-uri"]
            return below1.contains(leaf) ? "ca1" : "ca2"
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var settings: [String: String] = [:]
        var pins: [String]?
        let served: Shape
        var isRootAnchored = true
        let expected: Outline

        var testDescription: String { test }
    }

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

    static let cases =
        defaultEvaluations + pinnedCertificates + pinnedPublicKeys + disabledEvaluations

    @Test("ServerTrustPolicyTests.swift", arguments: cases)
    func twin(_ test: Case) throws {
        let fixture = Self.fixture
        let presented = try fixture.presented(
            test.served.served,
            system: [test.isRootAnchored ? "root" : "elsewhere"],
            pins: test.pins
        )
        let policy = try PolicyModel.resolve("alamofire", settings: test.settings).policy
        let decision = policy.evaluate(presented, for: .dns(Self.host))
        #expect(try fixture.outline(decision) == test.expected)
    }

    @Test("the suites' tests are all here, each once")
    func tablesAreComplete() {
        #expect(Self.defaultEvaluations.count == 11)
        #expect(Self.pinnedCertificates.count == 23)
        #expect(Self.pinnedPublicKeys.count == 16)
        #expect(Self.disabledEvaluations.count == 2)
        #expect(Set(Self.cases.map(\.test)).count == 52)
    }
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
