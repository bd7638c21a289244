import Testing
import X509

@testable import ClientModels
@testable import PathValidation
@testable import TestSupport

/// The security tests in `Tests/Tests/AFHTTPSessionManagerTests.m` of AFNetworking d9f589cc.
///
/// The four `testThatServerTrustErrorIsCreatedWithProperUserInfo…` are omitted: they test which
/// keys the `userInfo` of an `NSError` has, and an error is its domain and code here.
struct AFHTTPSessionManagerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mode: String
        let baseURL: String
        let isInvalid: Bool

        init(_ test: String, _ mode: String, _ baseURL: String, isInvalid: Bool = false) {
            (testDescription, self.mode, self.baseURL) = (test, mode, baseURL)
            self.isInvalid = isInvalid
        }
    }

    static let cases = [
        Case("testValidSecureNoPinningSecurityPolicy", "none", "https"),
        Case("testValidInsecureNoPinningSecurityPolicy", "none", "http"),
        Case("testValidCertificatePinningSecurityPolicy", "certificate", "https"),
        Case("testInvalidCertificatePinningSecurityPolicy", "certificate", "http", isInvalid: true),
        Case("testValidPublicKeyPinningSecurityPolicy", "public-key", "https"),
        Case("testInvalidPublicKeyPinningSecurityPolicy", "public-key", "http", isInvalid: true),
        Case(
            "testInvalidCertificatePinningSecurityPolicyWithoutBaseURL",
            "certificate",
            "none",
            isInvalid: true
        ),
        Case(
            "testInvalidPublicKeyPinningSecurityPolicyWithoutBaseURL",
            "public-key",
            "none",
            isInvalid: true
        ),
    ]

    @Test(arguments: cases)
    func `checks the base URL as AFHTTPSessionManagerTests.m expects`(_ test: Case) throws {
        let decision = try decision(["mode": test.mode, "base-url": test.baseURL])
        if test.isInvalid {
            #expect(
                decision
                    == Decision(
                        .reject(.policyGuard("Invalid Security Policy")),
                        configurationError: "Invalid Security Policy"
                    )
            )
        } else {
            #expect(decision.configurationError == nil)
            #expect(decision.disposition == .useCredential)
        }
    }

    @Test(arguments: AFNetworkingVersion.catalogue)
    func `checks the base URL from 3.2.0 on`(_ version: AFNetworkingVersion) throws {
        let decision = try decision([
            "version": version.name, "mode": "public-key", "base-url": "http",
            "validates-certificate-chain": "false",
        ])
        #expect((decision.configurationError != nil) == ["3.2.1", "4.0.1"].contains(version.name))
    }

    /// apple.com with google.com pinned, a live test of the original.
    @Test(
        arguments: ["certificate", "public-key"]
    )
    func testInvalidServerTrustProducesCorrectErrorFor(mode: String) throws {
        let decision = try decision(["mode": mode], pins: ["digicert-root"])
        #expect(decision.verdict == .reject(.pinMismatch))
        #expect(decision.error == "NSURLErrorDomain -1202")
    }

    @Test func testAuthenticationChallengeHandlerCredentialResult() throws {
        let version = AFNetworkingVersion.v4_0_1
        let handling = AFChallengeHandling(version: version, handlerResult: .credential)
        #expect(handling.answer(to: .init(method: .httpBasic)) == .useCredential)
    }

    private func decision(
        _ settings: [String: String],
        pins: [String] = ["httpbin"]
    ) throws -> Decision {
        let served = AFSecurityPolicyTests.Case.httpbin
        let presented = try AFSecurityPolicyTests.fixture.presented(
            served,
            system: ["starfield"],
            pins: pins
        )
        return try PolicyModel.resolve("afnetworking", settings: settings)
            .policy.evaluate(presented, for: .dns("httpbin.org"))
    }
}
