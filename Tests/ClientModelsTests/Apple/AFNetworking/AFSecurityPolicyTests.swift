import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `Tests/Tests/AFSecurityPolicyTests.m` of AFNetworking 4.0.1, each test under its own name.
///
/// The fixtures are forged in the shape of the originals, which have expired: httpbin.org's chain
/// of four, app.net's chain under another root, and three self-signed certificates (with a
/// dNSName, with a common name only, with no name). The platform's store holds both roots.
///
/// Two of the 46 tests are omitted: `testThatPolicyCanBeCopied` (NSCopying) and
/// `testThatPolicyCanBeEncodedAndDecoded` (NSSecureCoding) test Foundation protocols of the object,
/// which decide nothing about a chain.
struct AFSecurityPolicyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var settings: [String: String] = [:]
        var pins: [String]?
        var served = Self.httpbin
        var domain: String?
        let expected: Outline

        var testDescription: String { test }

        /// Returns the decision of the model; the platform's store has both public roots.
        func outline() throws -> Outline {
            let presented = try AFSecurityPolicyTests.fixture.presented(
                served,
                system: ["starfield", "digicert-root"],
                pins: pins
            )
            var settings = settings
            if domain == nil { settings["domain"] = "nil" }
            let policy = try PolicyModel.resolve("afnetworking", settings: settings).policy
            let decision = policy.evaluate(presented, for: .dns(domain ?? "httpbin.org"))
            return try AFSecurityPolicyTests.fixture.outline(decision)
        }

        static let httpbin = ["httpbin", "amazon", "amazon-root-1", "starfield"]
        static let appNet = ["app-net", "digicert-ca", "digicert-root"]
    }

    static let fixture = Fixture([
        "starfield": .root(),
        "amazon-root-1": .intermediate("starfield"),
        "amazon": .intermediate("amazon-root-1"),
        "httpbin": .leaf("amazon", "httpbin.org"),
        "digicert-root": .root(),
        "digicert-ca": .intermediate("digicert-root"),
        "app-net": .leaf("digicert-ca", "app.net"),
        "alt-name": .selfSigned("foobar.com"),
        "common-name": .selfSigned {
            $0.subject = commonName("foobar.com")
        },
        "no-domains": .selfSigned(),
    ])

    private static let defaultValues: [Case] = [
        Case(
            test: "testDefaultPolicyDoesAllowHTTPBinOrgCertificate",
            expected: .yes(.path(Case.httpbin))
        ),
        Case(
            test: "testDefaultPolicyDoesAllowHTTPBinOrgCertificateForValidDomainName",
            domain: "httpbin.org",
            expected: .yes(.path(Case.httpbin))
        ),
        Case(
            test: "testDefaultPolicyDoesNotAllowInvalidCertificate",
            served: ["no-domains"],
            expected: .no(.selfSigned)
        ),
        Case(
            test: "testDefaultPolicyDoesNotAllowCertificateWithInvalidDomainName",
            domain: "apple.com",
            expected: .no(.nameMismatch)
        ),
    ]

    /// Returns the tests that the original states once for each pinning mode.
    ///
    /// - Parameters:
    ///   - mode: the value of the setting `mode`.
    ///   - word: the mode in the names of the original's tests.
    ///   - path: returns the verified path, by the index of the pinned certificate.
    /// - Returns: the cases.
    private static func pinning(
        mode: String,
        _ word: String,
        path: @Sendable (_ pinnedAt: Int) -> [String]
    ) -> [Case] {
        let allows = "testPolicyWith\(word)PinningAllowsHTTPBinOrgServerTrustWith"
        // The original's own spelling.
        let alsoAllows = "testPolicyWith\(word)PinningAllowsHTTPBirnOrgServerTrustWith"
        let denies = "testPolicyWith\(word)PinningDoesNotAllow"
        let settings = ["mode": mode]
        // Certificate mode evaluates again with other anchors.
        let refused: TrustResult = mode == "certificate" ? .recoverableFailure : .unspecified
        return [
            Case(
                test: allows + "HTTPBinOrgLeafCertificatePinned",
                settings: settings,
                pins: ["httpbin"],
                expected: .yes(.path(path(0)))
            ),
            Case(
                test: allows + "HTTPBinOrgIntermediateCertificatePinned",
                settings: settings,
                pins: ["amazon"],
                expected: .yes(.path(path(1)))
            ),
            Case(
                test: allows + "HTTPBinOrgRootCertificatePinned",
                settings: settings,
                pins: ["amazon-root-1"],
                expected: .yes(.path(path(2)))
            ),
            Case(
                test: allows + "EntireCertificateChainPinned",
                settings: settings,
                pins: Case.httpbin,
                expected: .yes(.path(path(0)))
            ),
            Case(
                test: alsoAllows + "HTTPbinOrgPinnedCertificateAndAdditionalPinnedCertificates",
                settings: settings,
                pins: ["httpbin", "common-name"],
                expected: .yes(.path(path(0)))
            ),
            Case(
                test: allows + "HTTPBinOrgLeafCertificatePinnedAndValidDomainName",
                settings: settings,
                pins: ["httpbin"],
                domain: "httpbin.org",
                expected: .yes(.path(path(0)))
            ),
            Case(
                test: "testPolicyWith\(word)PinningAndNoPinnedCertificates"
                    + "DoesNotAllowHTTPBinOrgServerTrust",
                settings: settings,
                pins: [],
                expected: .no(.pinsMissing, refused)
            ),
            Case(
                test: denies + "ADNServerTrustWithHTTPBinOrgPinnedCertificate",
                settings: settings,
                pins: ["httpbin"],
                served: Case.appNet,
                expected: .no(.pinMismatch, refused)
            ),
            Case(
                test: denies + "HTTPBinOrgServerTrustWith"
                    + "HTTPBinOrgLeafCertificatePinnedAndInvalidDomainName",
                settings: settings,
                pins: ["httpbin"],
                domain: "invaliddomainname.com",
                expected: .no(.nameMismatch)
            ),
            Case(
                test: denies + "ADNServerTrustWithMultipleInvalidPinnedCertificates",
                settings: settings,
                pins: ["httpbin", "common-name"],
                served: Case.appNet,
                expected: .no(.pinMismatch, refused)
            ),
        ]
    }

    private static let domainNames: [Case] = [
        Case(
            test: "testThatPolicyWithoutDomainNameValidationAllowsServerTrustWithInvalidDomainName",
            settings: ["validates-domain-name": "false"],
            domain: "invalid.org",
            expected: .yes(.path(Case.httpbin))
        ),
        Case(
            test: "testThatPolicyWithDomainNameValidation"
                + "AndSelfSignedCommonNameCertificateAllowsServerTrust",
            settings: ["mode": "public-key", "allow-invalid": "true"],
            pins: ["common-name"],
            served: ["common-name"],
            domain: "foobar.com",
            expected: .yes(.pin, .recoverableFailure)
        ),
        Case(
            test: "testThatPolicyWithDomainNameValidation"
                + "AndSelfSignedDNSCertificateAllowsServerTrust",
            settings: ["mode": "public-key", "allow-invalid": "true"],
            pins: ["alt-name"],
            served: ["alt-name"],
            domain: "foobar.com",
            expected: .yes(.pin, .recoverableFailure)
        ),
        Case(
            test: "testThatPolicyWithDomainNameValidation"
                + "DoesNotAllowServerTrustWithInvalidDomainName",
            domain: "invalid.org",
            expected: .no(.nameMismatch)
        ),
        Case(
            test: "testThatPolicyWithDomainNameValidation"
                + "AndSelfSignedNoDomainCertificateDoesNotAllowServerTrust",
            settings: ["mode": "certificate", "allow-invalid": "true"],
            pins: ["no-domains"],
            served: ["no-domains"],
            domain: "foobar.com",
            expected: .no(.noIdentity)
        ),
    ]

    private static let selfSigned: [Case] = [
        Case(
            test: "testThatPolicyWithInvalidCertificatesAllowedAllowsSelfSignedServerTrust",
            settings: ["allow-invalid": "true"],
            served: ["alt-name"],
            expected: .yes(.unchecked, .invalid)
        ),
        Case(
            test: "testThatPolicyWithInvalidCertificatesAllowedAndValidPinnedCertificates"
                + "DoesAllowSelfSignedServerTrustForValidDomainName",
            settings: ["mode": "public-key", "allow-invalid": "true"],
            pins: ["alt-name"],
            served: ["alt-name"],
            domain: "foobar.com",
            expected: .yes(.pin, .recoverableFailure)
        ),
        Case(
            test: "testThatPolicyWithInvalidCertificatesAllowedAndNoSSLPinning"
                + "AndDomainNameValidationDisabled"
                + "DoesAllowSelfSignedServerTrustForValidDomainName",
            settings: ["allow-invalid": "true", "validates-domain-name": "false"],
            served: ["alt-name"],
            domain: "foobar.com",
            expected: .yes(.unchecked, .invalid)
        ),
        Case(
            test: "testThatPolicyWithInvalidCertificatesDisabledDoesNotAllowSelfSignedServerTrust",
            served: ["alt-name"],
            expected: .no(.selfSigned)
        ),
        Case(
            test: "testThatPolicyWithInvalidCertificatesAllowedAndNoPinnedCertificates"
                + "AndPublicKeyPinningModeDoesNotAllowSelfSignedServerTrustForValidDomainName",
            settings: ["mode": "public-key", "allow-invalid": "true"],
            pins: [],
            served: ["alt-name"],
            domain: "foobar.com",
            expected: .no(.policyGuard, .invalid)
        ),
        Case(
            test: "testThatPolicyWithInvalidCertificatesAllowedAndValidPinnedCertificates"
                + "AndNoPinningModeDoesNotAllowSelfSignedServerTrustForValidDomainName",
            settings: ["allow-invalid": "true"],
            pins: ["alt-name"],
            served: ["alt-name"],
            domain: "foobar.com",
            expected: .no(.policyGuard, .invalid)
        ),
        Case(
            test: "testThatPolicyWithInvalidCertificatesAllowedAndNoValidPinnedCertificates"
                + "AndNoPinningModeAndDomainValidation"
                + "DoesNotAllowSelfSignedServerTrustForValidDomainName",
            settings: ["allow-invalid": "true"],
            pins: [],
            served: ["alt-name"],
            domain: "foobar.com",
            expected: .no(.policyGuard, .invalid)
        ),
    ]

    static let cases =
        defaultValues
        + pinning(mode: "public-key", "PublicKey") { _ in Case.httpbin }
        + pinning(mode: "certificate", "Certificate") { Array(Case.httpbin.prefix($0 + 1)) }
        + domainNames + selfSigned

    @Test(arguments: cases)
    func `decides as AFSecurityPolicyTests.m expects`(_ test: Case) throws {
        #expect(try test.outline() == test.expected)
    }

    @Test func `the test cases cover every decision in AFSecurityPolicyTests.m`() {
        #expect(Self.cases.count == 36)
        #expect(Set(Self.cases.map(\.test)).count == 36)
    }

    struct Property: Sendable, CustomTestStringConvertible {
        let test: String
        let holds: @Sendable () throws -> Bool

        var testDescription: String { test }
    }

    /// Tests of the properties of `defaultPolicy`, and of pins from a bundle.
    ///
    /// The original's `…HasPinnedCertificates` compares a pointer with 0, which is always true; the
    /// test here counts.
    private static let properties: [Property] = [
        Property(test: "testDefaultPolicyPinningModeIsSetToNone") {
            try policy([:]).sslPinningMode == .none
        },
        Property(test: "testDefaultPolicyHasInvalidCertificatesAreDisabledByDefault") {
            try !policy([:]).allowInvalidCertificates
        },
        Property(test: "testDefaultPolicyHasDomainNamesAreValidatedByDefault") {
            try policy([:]).validatesDomainName
        },
        Property(test: "testDefaultPolicyHasNoPinnedCertificates") {
            try fixture.presented(Case.httpbin, system: ["starfield"]).pinnedCertificates.isEmpty
        },
        Property(test: "testPolicyWithPublicKeyPinningModeHasPinnedCertificates") {
            try pinnedByBundle(mode: "public-key").count == 4
        },
        Property(test: "testPolicyWithPublicKeyPinningModeHasHTTPBinOrgPinnedCertificate") {
            let leaf = try fixture.certificate("httpbin")
            return try pinnedByBundle(mode: "public-key").filter { $0 == leaf }.count == 1
        },
        Property(test: "testPolicyWithCertificatePinningModeHasPinnedCertificates") {
            try pinnedByBundle(mode: "certificate").count == 4
        },
        Property(test: "testPolicyWithCertificatePinningModeHasHTTPBinOrgPinnedCertificate") {
            let leaf = try fixture.certificate("httpbin")
            return try pinnedByBundle(mode: "certificate").filter { $0 == leaf }.count == 1
        },
    ]

    /// Returns the pins that a policy of this mode uses if the bundle contains the whole chain.
    private static func pinnedByBundle(mode: String) throws -> [[UInt8]] {
        let configured = try PolicyModel.resolve("afnetworking", settings: ["mode": mode])
        guard configured.capabilities.contains(.pins) else { return [] }
        return try fixture.presented(Case.httpbin, system: ["starfield"], pins: Case.httpbin)
            .pinnedCertificates
    }

    @Test(arguments: properties)
    func `the policy has the default values that AFSecurityPolicyTests.m expects`(
        _ property: Property
    ) throws {
        #expect(try property.holds())
    }

    /// Returns the policy that an application with these settings makes.
    static func policy(_ settings: [String: String]) throws -> AFSecurityPolicy {
        let policy = try PolicyModel.resolve("afnetworking", settings: settings).policy
        return try #require(policy as? AFNetworking).securityPolicy
    }
}

extension Outline {
    /// The policy returns YES, and `AFURLSessionManager` answers with the credential.
    static func yes(
        _ verdict: Verdict,
        _ result: TrustResult = .unspecified
    ) -> Outline {
        Outline(verdict: verdict, disposition: .useCredential, trustResult: result)
    }

    /// The policy returns NO, and `AFURLSessionManager` cancels with the error; by default the
    /// error of 4.0.1.
    static func no(
        _ reason: Rejection.Code,
        _ result: TrustResult = .recoverableFailure,
        error: String = "NSURLErrorDomain -1202"
    ) -> Outline {
        Outline(
            verdict: .reject(reason),
            disposition: .cancel,
            trustResult: result,
            error: error
        )
    }
}
