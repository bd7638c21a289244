import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `Tests/Tests/AFSecurityPolicyTests.m` of AFNetworking 2.5.3, each of its 34 tests under its own
/// name.
///
/// This release has the property `validatesCertificateChain`.
///
/// One differs: `…IsEnforcedWhenPinningSelfSignedCertificateWithCommonNameDomain` passed on the
/// platform of 2015, which compared common names; since iOS 13 the platform does not.
struct AFSecurityPolicy253Tests {
    typealias Case = AFSecurityPolicyTests.Case

    private static let adn = Case.appNet
    private static let foobar = ["common-name"]

    /// Returns the case of a decision of 2.5.3.
    private static func decision(
        _ test: String,
        mode: String,
        leafOnly: Bool = false,
        _ more: [String: String] = [:],
        pins: [String],
        served: [String] = Case.httpbin,
        domain: String? = nil,
        _ expected: Outline
    ) -> Case {
        var settings = more
        settings["version"] = "2.5.3"
        settings["mode"] = mode
        if leafOnly { settings["validates-certificate-chain"] = "false" }
        return Case(
            test: test,
            settings: settings,
            pins: pins,
            served: served,
            domain: domain,
            expected: expected
        )
    }

    /// The path to a root of the store.
    private static let whole = Outline.yes(.path(Case.httpbin))
    /// The path whose anchor is the pinned leaf.
    private static let leaf = Outline.yes(.path(["httpbin"]))

    private static func no(
        _ reason: Rejection.Code,
        _ result: TrustResult = .recoverableFailure
    ) -> Outline {
        .no(reason, result, error: "NSURLErrorDomain -999")
    }

    private static let pinned: [Case] = [
        decision(
            "testLeafPublicKeyPinningIsEnforcedFor"
                + "HTTPBinOrgPinnedCertificateAgainstHTTPBinOrgServerTrust",
            mode: "public-key",
            leafOnly: true,
            pins: Case.httpbin.reversed(),
            whole
        ),
        decision(
            "testPublicKeyChainPinningIsEnforcedFor"
                + "HTTPBinOrgPinnedCertificateAgainstHTTPBinOrgServerTrust",
            mode: "public-key",
            pins: Case.httpbin,
            domain: "httpbin.org",
            whole
        ),
        decision(
            "testLeafCertificatePinningIsEnforcedFor"
                + "HTTPBinOrgPinnedCertificateAgainstHTTPBinOrgServerTrust",
            mode: "certificate",
            leafOnly: true,
            pins: Case.httpbin.reversed(),
            leaf
        ),
        decision(
            "testCertificateChainPinningIsEnforcedFor"
                + "HTTPBinOrgPinnedCertificateAgainstHTTPBinOrgServerTrust",
            mode: "certificate",
            pins: Case.httpbin,
            domain: "httpbin.org",
            leaf
        ),
        decision(
            "testNoPinningIsEnforcedFor"
                + "HTTPBinOrgPinnedCertificateAgainstHTTPBinOrgServerTrust",
            mode: "none",
            ["allow-invalid": "true"],
            pins: ["httpbin"],
            domain: "httpbin.org",
            .yes(.unchecked, .invalid)
        ),
        decision(
            "testPublicKeyPinningFailsForHTTPBinOrgIfNoCertificateIsPinned",
            mode: "public-key",
            pins: [],
            domain: "httpbin.org",
            no(.pinsMissing, .unspecified)
        ),
        decision(
            "testCertificatePinningIsEnforcedFor"
                + "HTTPBinOrgPinnedCertificateWithDomainNameValidationAgainstHTTPBinOrgServerTrust",
            mode: "certificate",
            ["validates-domain-name": "true"],
            pins: Case.httpbin.reversed(),
            domain: "httpbin.org",
            leaf
        ),
        decision(
            "testCertificatePinningIsEnforcedForHTTPBinOrgPinnedCertificateWith"
                + "CaseInsensitiveDomainNameValidationAgainstHTTPBinOrgServerTrust",
            mode: "public-key",
            ["validates-domain-name": "true"],
            pins: Case.httpbin.reversed(),
            domain: "httpBin.org",
            whole
        ),
        decision(
            "testCertificatePinningIsEnforcedFor"
                + "HTTPBinOrgPinnedPublicKeyWithDomainNameValidationAgainstHTTPBinOrgServerTrust",
            mode: "public-key",
            ["validates-domain-name": "true"],
            pins: Case.httpbin.reversed(),
            domain: "httpbin.org",
            whole
        ),
        decision(
            "testCertificatePinningFailsForHTTPBinOrgIfNoCertificateIsPinned",
            mode: "certificate",
            pins: [],
            domain: "httpbin.org",
            no(.pinsMissing)
        ),
        decision(
            "testCertificatePinningFailsForHTTPBinOrgIfDomainNameDoesntMatch",
            mode: "public-key",
            ["validates-domain-name": "true"],
            pins: ["httpbin"],
            domain: "www.httpbin.org",
            no(.nameMismatch)
        ),
        decision(
            "testNoPinningIsEnforcedForHTTPBinOrgIfNoCertificateIsPinned",
            mode: "none",
            pins: [],
            domain: "httpbin.org",
            whole
        ),
        // The host does not match either, and is checked first.
        decision(
            "testPublicKeyPinningForHTTPBinOrgFailsWhenPinnedAgainstADNServerTrust",
            mode: "public-key",
            leafOnly: true,
            pins: ["httpbin"],
            served: adn,
            domain: "httpbin.org",
            no(.nameMismatch)
        ),
        decision(
            "testCertificatePinningForHTTPBinOrgFailsWhenPinnedAgainstADNServerTrust",
            mode: "certificate",
            leafOnly: true,
            pins: ["httpbin"],
            served: adn,
            domain: "httpbin.org",
            no(.nameMismatch)
        ),
    ]

    /// Self-signed certificates, which only a pin can make trusted.
    private static func selfSigned(
        _ test: String,
        _ certificate: String,
        _ more: [String: String] = [:],
        domain: String,
        _ expected: Outline
    ) -> Case {
        decision(
            "testCertificatePinning" + test,
            mode: "certificate",
            more.merging(["allow-invalid": "true"]) { stated, _ in stated },
            pins: [certificate],
            served: [certificate],
            domain: domain,
            expected
        )
    }

    private static let selfSigned: [Case] = [
        selfSigned(
            "IsEnforcedWhenPinningSelfSignedCertificateWithoutDomain",
            "no-domains",
            ["validates-domain-name": "false"],
            domain: "foo.bar",
            .yes(.path(["no-domains"]))
        ),
        selfSigned(
            "WhenPinningSelfSignedCertificateWithoutDomain",
            "no-domains",
            domain: "foo.bar",
            no(.noIdentity)
        ),
        selfSigned(
            "IsEnforcedWhenPinningSelfSignedCertificateWithCommonNameDomain",
            "common-name",
            domain: "foobar.com",
            no(.noIdentity)
        ),
        selfSigned(
            "WhenPinningSelfSignedCertificateWithCommonNameDomain",
            "common-name",
            domain: "foo.bar",
            no(.noIdentity)
        ),
        selfSigned(
            "IsEnforcedWhenPinningSelfSignedCertificateWithDNSNameDomain",
            "alt-name",
            domain: "foobar.com",
            .yes(.path(["alt-name"]))
        ),
        selfSigned(
            "WhenPinningSelfSignedCertificateWithDNSNameDomain",
            "alt-name",
            domain: "foo.bar",
            no(.nameMismatch)
        ),
    ]

    /// Pins from the bundle, which contains the certificates of app.net.
    private static let bundled: [Case] = [
        decision(
            "testDefaultPolicySetToCertificateChain",
            mode: "certificate",
            pins: adn,
            served: adn,
            .yes(.path(["app-net"]))
        ),
        decision(
            "testDefaultPolicySetToLeafCertificate",
            mode: "certificate",
            leafOnly: true,
            pins: adn,
            served: adn,
            .yes(.path(["app-net"]))
        ),
        decision(
            "testDefaultPolicySetToPublicKeyChain",
            mode: "public-key",
            pins: adn,
            served: adn,
            .yes(.path(adn))
        ),
        decision(
            "testDefaultPolicySetToLeafPublicKey",
            mode: "public-key",
            leafOnly: true,
            pins: adn,
            served: adn,
            .yes(.path(adn))
        ),
        decision(
            "testDefaultPolicySetToCertificateChainFailsWithMissingChain",
            mode: "certificate",
            pins: [],
            no(.pinsMissing)
        ),
        decision(
            "testDefaultPolicySetToPublicKeyChainFailsWithMissingChain",
            mode: "public-key",
            pins: [],
            no(.pinsMissing, .unspecified)
        ),
    ]

    /// The one test with four assertions.
    private static let others: [Case] = [
        (["common-name"], "different.foobar.com", no(.noIdentity)),
        (["common-name"], "foobar.com", no(.noIdentity)),
        (Case.httpbin, "nothttpbin.org", no(.nameMismatch)),
        (Case.httpbin, "httpbin.org", whole),
    ].map { served, domain, expected in
        decision(
            "testDefaultPolicyMatchesTrustedCertificateWithMatchingHostnameAndRejectsOthers",
            mode: "none",
            pins: [],
            served: served,
            domain: domain,
            expected
        )
    }

    static let cases = pinned + selfSigned + bundled + others

    @Test(arguments: cases)
    func `decides as AFSecurityPolicyTests.m of 2.5.3 expects`(_ test: Case) throws {
        #expect(try test.outline() == test.expected)
    }

    /// Tests of properties only.
    private static let properties: [AFSecurityPolicyTests.Property] = [
        .init(test: "testDefaultPolicyContainsHTTPBinOrgCertificate") {
            let presented = try fixture.presented(Case.httpbin, system: [], pins: Case.httpbin)
            return presented.pinnedCertificates.contains(try fixture.certificate("httpbin"))
        },
        .init(test: "testDefaultPolicyIsSetToAFSSLPinningModeNone") {
            try policy([:]).sslPinningMode == .none
        },
        .init(test: "testDefaultPolicyIsSetToNotAllowInvalidSSLCertificates") {
            try !policy([:]).allowInvalidCertificates
        },
        .init(test: "testPolicyWithPinningModeIsSetToNotAllowInvalidSSLCertificates") {
            try !policy(["factory": "policy-with-pinning-mode"]).allowInvalidCertificates
        },
        .init(test: "testPolicyWithPinningModeIsSetToValidatesDomainName") {
            try policy(["factory": "policy-with-pinning-mode"]).validatesDomainName
        },
        .init(test: "testThatSSLPinningPolicyClassMethodContainsDefaultCertificates") {
            let settings = ["version": "2.5.3", "mode": "public-key"]
            return try PolicyModel.resolve("afnetworking", settings: settings)
                .capabilities.contains(.pins)
        },
        .init(test: "testThatDefaultPinningPolicyClassMethodContainsNoDefaultCertificates") {
            try !PolicyModel.resolve("afnetworking", settings: ["version": "2.5.3"])
                .capabilities.contains(.pins)
        },
    ]

    private static let fixture = AFSecurityPolicyTests.fixture

    private static func policy(_ settings: [String: String]) throws -> AFSecurityPolicy {
        try AFSecurityPolicyTests.policy(settings.merging(["version": "2.5.3"]) { $1 })
    }

    @Test(arguments: properties)
    func `the policy has the default properties that AFSecurityPolicyTests.m of 2.5.3 expects`(
        _ property: AFSecurityPolicyTests.Property
    ) throws {
        #expect(try property.holds())
    }

    @Test func `the test cases cover every test in AFSecurityPolicyTests.m of 2.5.3`() {
        let names = Set(Self.cases.map(\.test))
        #expect(names.count == 27)
        #expect(names.count + Self.properties.count == 34)
        #expect(Self.cases.count == 30)
    }
}
