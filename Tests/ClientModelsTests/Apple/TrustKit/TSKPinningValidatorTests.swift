import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `TSKPinningValidatorTests.m` and `TSKEndToEndNSURLSessionTests.m` of TrustKit, each test of a
/// decision under its own name.
///
/// The fixtures are forged in the shape of the originals: a root, an intermediate and a leaf for
/// `www.good.com`, a self-signed certificate for that host, and an unrelated root. The
/// four live hosts of the end-to-end tests are forged as well.
///
/// Omitted, since they decide nothing: `TSKReporterTests` and `TSKReportsRateLimiterTests` (the
/// reports and how often they are sent; the reported result is in the tables here),
/// `TSKNSURLSessionTests`, `TSKNSURLConnectionTests`, `TSKSwizzlingTests` and
/// `TSKEndToEndSwizzlingTests` (how delegates are swizzled), and `TSKLoggerTests`. The challenge
/// for something other than a server trust (`handleChallenge:`, not handled) is omitted too,
/// because a policy gets only certificates.
struct TSKPinningValidatorTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.good.com"),
        "self-signed": .selfSigned("www.good.com"),
        "globalsign": .root(),
        "elsewhere": .leaf("intermediate", "wrong.host.badssl.com"),
        "badssl": .selfSigned("self-signed.badssl.com"),
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var host = "www.good.com"
        var domain: String?
        var entry: [String: PropertyListValue] = [:]
        /// Entities and hashes.
        let pins: [String]
        var served = ["leaf", "intermediate"]
        let expected: Outline

        var testDescription: String { test }
    }

    static let fake = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    static let fake2 = "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB="

    static let path = Outline.Verdict.path(["leaf", "intermediate", "root"])
    static let allowed = Outline(
        verdict: path,
        disposition: .useCredential,
        trustResult: .unspecified
    )
    static let notPinned = Outline(
        verdict: path,
        disposition: .performDefaultHandling,
        trustResult: .unspecified
    )
    static let mismatch = blocked(.pinMismatch, .unspecified, .failedNoMatchingPin)

    static func blocked(
        _ code: Rejection.Code,
        _ trustResult: TrustResult,
        _ result: TSKTrustEvaluationResult
    ) -> Outline {
        Outline(
            verdict: .reject(code),
            disposition: .cancel,
            trustResult: trustResult,
            error: result.rawValue
        )
    }

    static let cases = [
        Case(
            test: "testVerifyAgainstAnyPublicKey",
            pins: ["leaf", "intermediate", "root"],
            expected: allowed
        ),
        Case(
            test: "testVerifyAgainstIntermediateCAPublicKey",
            pins: ["intermediate", fake],
            expected: allowed
        ),
        Case(test: "testVerifyAgainstCAPublicKey", pins: ["root", fake], expected: allowed),
        Case(test: "testVerifyAgainstLeafPublicKey", pins: ["leaf", fake], expected: allowed),
        Case(test: "testVerifyAgainstBadPublicKey", pins: [fake, fake2], expected: mismatch),
        Case(
            test: "testVerifyAgainstBadPublicKeyPinsExpired",
            entry: ["TSKExpirationDate": .string("2015-01-01")],
            pins: [fake, fake2],
            expected: notPinned
        ),
        Case(
            test: "testVerifyAgainstBadPublicKeyPinningNotEnforced",
            entry: ["TSKEnforcePinning": .boolean(false)],
            pins: [fake, fake2],
            expected: Outline(
                verdict: path,
                disposition: .useCredential,
                trustResult: .unspecified,
                error: "TSKTrustEvaluationFailedNoMatchingPin"
            )
        ),
        Case(
            test: "testVerifyAgainstLeafPublicKeyAndBadPublicKey",
            pins: [fake, "leaf"],
            expected: allowed
        ),
        Case(
            test: "testVerifyAgainstCaPublicKeyAndBadCertificateChain",
            entry: ["TSKEnforcePinning": .boolean(false)],
            pins: ["root", fake],
            served: ["self-signed", "intermediate"],
            expected: blocked(.selfSigned, .recoverableFailure, .failedInvalidCertificateChain)
        ),
        Case(
            test: "testVerifyAgainstCaPublicKeyAndBadHostname",
            host: "www.bad.com",
            pins: ["root", fake],
            expected: blocked(.nameMismatch, .recoverableFailure, .failedInvalidCertificateChain)
        ),
        Case(
            test: "testVerifyAgainstInjectedCaPublicKey",
            pins: ["globalsign", fake],
            served: ["leaf", "intermediate", "globalsign"],
            expected: mismatch
        ),
        Case(
            test: "testDomainNotPinned",
            domain: "www.other.com",
            pins: ["root", fake],
            expected: notPinned
        ),
        // handleChallenge, with the answer for each decision.
        Case(
            test: "handleChallenge: not pinned, default handling",
            domain: "www.other.com",
            pins: [fake, fake2],
            expected: notPinned
        ),
        Case(
            test: "handleChallenge: blocked, cancelled",
            pins: [fake, fake2],
            expected: mismatch
        ),
        Case(
            test: "handleChallenge: allowed, credential used",
            pins: ["leaf", fake],
            expected: allowed
        ),
        // TSKEndToEndNSURLSessionTests.
        Case(
            test: "testPinningValidationFailed",
            entry: ["TSKEnforcePinning": .boolean(true)],
            pins: [fake, fake2],
            expected: mismatch
        ),
        Case(
            test: "testPinningValidationSucceeded",
            entry: ["TSKEnforcePinning": .boolean(true)],
            pins: ["intermediate", fake],
            expected: allowed
        ),
        Case(
            test: "testPinningValidationFailedChainNotTrusted",
            host: "self-signed.badssl.com",
            entry: ["TSKEnforcePinning": .boolean(false)],
            pins: ["badssl", fake],
            served: ["badssl"],
            expected: blocked(.selfSigned, .recoverableFailure, .failedInvalidCertificateChain)
        ),
        Case(
            test: "testPinningValidationFailedChainNotTrustedAndNotPinned",
            host: "wrong.host.badssl.com",
            domain: "www.yahoo.com",
            entry: ["TSKEnforcePinning": .boolean(false)],
            pins: ["badssl", fake],
            served: ["self-signed"],
            expected: Outline(
                verdict: .reject(.nameMismatch),
                disposition: .performDefaultHandling,
                trustResult: .recoverableFailure,
                error: "NSURLErrorDomain -1202"
            )
        ),
    ]

    @Test(arguments: cases)
    func `decides as TSKPinningValidatorTests.m and TSKEndToEndNSURLSessionTests.m expect`(
        _ test: Case
    ) throws {
        var entry = test.entry
        let hashes = try test.pins.map { pin in
            pin.count == 44 ? pin : try Self.fixture.spkiSHA256(pin)
        }
        entry["TSKPublicKeyHashes"] = .array(hashes.map(PropertyListValue.string))
        let domains = [test.domain ?? test.host: PropertyListValue.dictionary(entry)]
        let policy = try TrustKitSetup.policy(of: ["TSKPinnedDomains": .dictionary(domains)])
        let presented = try Self.fixture.presented(test.served, system: ["root"])
        let decision = policy.evaluate(presented, for: .dns(test.host))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    @Test func `does not pin an excluded subdomain (testExcludedSubdomain)`() throws {
        let pins = PropertyListValue.array([.string(Self.fake), .string(Self.fake2)])
        let policy = try TrustKitSetup.policy(of: [
            "TSKPinnedDomains": .dictionary([
                "good.com": .dictionary([
                    "TSKIncludeSubdomains": .boolean(true), "TSKPublicKeyHashes": pins,
                ]),
                "www.good.com": .dictionary([
                    "TSKExcludeSubdomainFromParentPolicy": .boolean(true)
                ]),
            ])
        ])
        let presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        let decision = policy.evaluate(presented, for: .dns("www.good.com"))
        #expect(try Self.fixture.outline(decision) == Self.notPinned)
    }

    @Test func `evaluates the trust for the host, even if the policy of the trust names no host`()
        throws
    {
        let presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        var trust = try ServerTrust(presented, policies: [.basicX509])
        let validator = try TrustKitSetup.validator(
            of: "www.bad.com",
            hashes: [try Self.fixture.spkiSHA256("leaf"), Self.fake],
            presented
        )
        let (decision, result) = validator.evaluateTrust(&trust, for: .dns("www.bad.com"))
        #expect(result == .failedInvalidCertificateChain)
        let mismatch = Rejection.nameMismatch(
            reference: "www.bad.com",
            presented: ["www.good.com"]
        )
        #expect(decision == .shouldBlockConnection(mismatch))
    }
}
