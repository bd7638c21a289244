import Forge
import Testing
import X509

@testable import ClientModels
@testable import PathValidation
@testable import TestSupport

/// The platform without any library: tests of BasicX509 and SSL policies.
///
/// The same 13 tests are in `Tests/ServerTrustPolicyTests.swift` of Alamofire 4.9.1 and in
/// `Tests/ServerTrustEvaluatorTests.swift` of 5.12.0. The root is the only anchor, set on the trust
/// as there.
struct ServerTrustExplorationTests {
    typealias Shape = AlamofireTests.Shape

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        let policies: [ServerTrust.Policy]
        let served: Shape
        /// The expected reason; nil if the original says valid.
        var reason: Rejection.Code?

        var testDescription: String { test }
    }

    static let host = ServerTrust.Policy.ssl(host: .dns(AlamofireTests.host))

    static let basicX509: [Case] = [
        Case(
            test: "AnchoredRootCertificatePassesBasicX509ValidationWithRootInTrust",
            policies: [.basicX509],
            served: .whole("dns-name-and-uri")
        ),
        Case(
            test: "AnchoredRootCertificatePassesBasicX509ValidationWithoutRootInTrust",
            policies: [.basicX509],
            served: .withoutRoot("dns-name-and-uri")
        ),
        Case(
            test: "CertificateMissingDNSNamePassesBasicX509Validation",
            policies: [.basicX509],
            served: .whole("missing-dns-name-and-uri")
        ),
        Case(
            test: "ExpiredCertificateFailsBasicX509Validation",
            policies: [.basicX509],
            served: .whole("expired"),
            reason: .expired
        ),
    ]

    static let ssl: [Case] = [
        Case(
            test: "AnchoredRootCertificatePassesSSLValidationWithRootInTrust",
            policies: [host],
            served: .whole("dns-name-and-uri")
        ),
        Case(
            test: "AnchoredRootCertificatePassesSSLValidationWithoutRootInTrust",
            policies: [host],
            served: .withoutRoot("dns-name-and-uri")
        ),
        Case(
            test: "CertificateMissingDNSNameFailsSSLValidation",
            policies: [host],
            served: .whole("missing-dns-name-and-uri"),
            reason: .noIdentity
        ),
        Case(
            test: "WildcardCertificatePassesSSLValidation",
            policies: [host],
            served: .whole("wildcard")
        ),
        Case(
            test: "DNSNameCertificatePassesSSLValidation",
            policies: [host],
            served: .whole("valid-dns-name")
        ),
        Case(
            test: "URICertificateFailsSSLValidation",
            policies: [host],
            served: .whole("valid-uri"),
            reason: .nameMismatch
        ),
        Case(
            test: "MultipleDNSNamesCertificatePassesSSLValidationForAllEntries",
            policies: ["test", "blog", "www"].map { .ssl(host: .dns("\($0).alamofire.org")) },
            served: .whole("multiple-dns-names")
        ),
        Case(
            test: "PassingNilForHostParameterAllows"
                + "CertificateMissingDNSNameToPassSSLValidation",
            policies: [.ssl(host: nil)],
            served: .whole("missing-dns-name-and-uri")
        ),
        Case(
            test: "ExpiredCertificateFailsSSLValidation",
            policies: [host],
            served: .whole("expired"),
            reason: .expired
        ),
    ]

    @Test(arguments: basicX509 + ssl)
    func `decides as the exploration tests of ServerTrustPolicyTests.swift expect`(
        _ test: Case
    ) throws {
        let fixture = AlamofireTests.fixture
        let presented = try fixture.presented(test.served.served, system: ["elsewhere"])
        var trust = try ServerTrust(presented, policies: [.basicX509])
        trust.setAnchorCertificates([try fixture.certificate("root")])
        trust.setAnchorCertificatesOnly(true)
        trust.setPolicies(test.policies)

        let chain = try fixture.certificates(test.served.path)
        #expect(trust.certificateChain == chain)
        #expect(trust.evaluate() == (test.reason == nil ? .unspecified : .recoverableFailure))
        #expect(Self.reason(&trust) == test.reason)
    }

    private static func reason(_ trust: inout ServerTrust) -> Rejection.Code? {
        do throws(Rejection) {
            _ = try trust.evaluateWithError()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `the test cases cover the 13 exploration tests of Alamofire`() {
        #expect(Self.basicX509.count == 4)
        #expect(Self.ssl.count == 9)
    }
}
