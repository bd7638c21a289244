import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Rules on CRLs and OCSP responses by themselves: each violation, and a valid CRL and a valid
/// response.
@Suite struct StatusBreachTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rule: String
        var isRemark = false
        let change: @Sendable (inout Setup) -> Void
    }

    private static func forged(_ change: (inout Setup) -> Void) throws -> ForgedPKI {
        var setup = Setup()
        setup.lists["list"] = RevocationList(issuer: "intermediate")
        setup.leaf.crl = Revocation()
        setup.leaf.ocsp = StatusResponse()
        change(&setup)
        return try PKI(entities: setup.entities, lists: setup.lists).forge(seed: 11, at: Setup.now)
    }

    private static let lists: [Case] = [
        list("version 1", "crl-version") {
            $0.version = 1
            $0.drop = [.crlNumber, .authorityKeyIdentifier]
        },
        list("no nextUpdate", "crl-next-update") { $0.nextUpdate = nil },
        list("no number", "crl-number") { $0.number = nil },
        list("no key identifier", "crl-authority-key-identifier") {
            $0.authorityKeyID = Entity.KeyID.none
        },
        list("a critical number", "crl-criticality") { $0.critical = [.crlNumber: true] },
        list("a non-critical delta indicator", "crl-criticality") {
            $0.deltaOf = [1]
            $0.critical = [.deltaCRLIndicator: false]
        },
        list("nextUpdate before thisUpdate", "status-period") {
            $0.nextUpdate = .relative(-13 * 3_600)
        },
        list("out of date", "status-freshness") { $0.nextUpdate = .relative(-1) },
        list("not yet valid", "status-freshness") { $0.thisUpdate = .relative(1) },
        list("SHA-1", "status-signature-strength") { $0.digest = .sha1 },
        list("an unknown critical extension", "critical-status-extensions") {
            $0.extensions = [
                .init(oid: ObjectIdentifier(content: [0x2a, 3]), critical: true, value: [5, 0])
            ]
        },
        list("attribute certificates", "crl-attribute-certificates") {
            var scope = RevocationList.Scope()
            scope.only = [.attribute]
            $0.scope = scope
        },
        list("a location that is not a URI", "crl-locations") {
            var scope = RevocationList.Scope()
            scope.names = [.uri("no URI")]
            $0.scope = scope
        },
        Case(testDescription: "a country in lower case", rule: "crl-issuer-attributes") {
            $0.intermediate.subject = Name((.country, "de"))
        },
        Case(testDescription: "a removal from a complete list", rule: "crl-removals") {
            $0.leaf.crl?.reason = 8
        },
        Case(testDescription: "the reason unspecified", rule: "crl-reasons", isRemark: true) {
            $0.leaf.crl?.reason = 0
        },
    ]

    private static func list(
        _ description: String,
        _ rule: String,
        change: @escaping @Sendable (inout RevocationList) -> Void
    ) -> Case {
        Case(testDescription: description, rule: rule) { setup in
            var list = RevocationList(issuer: "intermediate")
            change(&list)
            setup.lists["list"] = list
        }
    }

    @Test(arguments: lists)
    func `reports the rule that a CRL breaks`(_ test: Case) throws {
        let der = try #require(try Self.forged(test.change).crls["list"])
        let breaches = try CertificateList(der: der).breaches(at: Setup.now)
        let found = breaches.filter { $0.rule == test.rule }
        #expect(found.count == 1, "\(breaches.map(\.description))")
        #expect(found.allSatisfy { $0.isRemark == test.isRemark })
    }

    private static let responses: [Case] = [
        response("an error", "ocsp-status", isRemark: true) { $0.status = .tryLater },
        response("no nextUpdate", "ocsp-next-update", isRemark: true) { $0.nextUpdate = nil },
        response("nextUpdate before thisUpdate", "status-period") {
            $0.nextUpdate = .relative(-13 * 3_600)
        },
        response("out of date", "status-freshness") { $0.nextUpdate = .relative(-1) },
        response("SHA-1", "status-signature-strength") { $0.digest = .sha1 },
        response("a removal", "ocsp-removals") {
            $0.status = .revoked
            $0.reason = 8
        },
        response("an empty nonce", "ocsp-nonce") {
            $0.extensions = [.init(oid: .ocspNonce, critical: false, value: [4, 0])]
        },
        response("an empty list of SCTs", "ocsp-timestamps") {
            $0.extensions = [.init(oid: .ocspSCTs, critical: false, value: [4, 2, 0, 0])]
        },
        response("an unknown critical extension", "critical-status-extensions") {
            $0.extensions = [
                .init(oid: ObjectIdentifier(content: [0x2a, 3]), critical: true, value: [5, 0])
            ]
        },
    ]

    private static func response(
        _ description: String,
        _ rule: String,
        isRemark: Bool = false,
        change: @escaping @Sendable (inout StatusResponse) -> Void
    ) -> Case {
        Case(testDescription: description, rule: rule, isRemark: isRemark) { setup in
            var response = StatusResponse()
            change(&response)
            setup.leaf.ocsp = response
        }
    }

    @Test(arguments: responses)
    func `reports the rule that an OCSP response breaks`(_ test: Case) throws {
        let der = try #require(try Self.forged(test.change).responses["leaf"])
        let breaches = try OCSPResponse(der: der).breaches(at: Setup.now)
        #expect(Set(breaches.map(\.rule)).contains(test.rule), "\(breaches.map(\.description))")
        #expect(
            breaches.filter { $0.rule == test.rule }.allSatisfy { $0.isRemark == test.isRemark }
        )
    }

    @Test func `reports nothing for a valid CRL and a valid OCSP response`() throws {
        let forged = try Self.forged { setup in
            var scope = RevocationList.Scope()
            scope.names = [.uri("ldap:///cn=a?certificateRevocationList")]
            setup.lists["list"]?.scope = scope
            setup.intermediate.subject = Name((.country, "DE"))
            let nonce = [4, 0x81, 0x80] + [UInt8](repeating: 0, count: 128)
            setup.leaf.ocsp?.extensions = [.init(oid: .ocspNonce, critical: false, value: nonce)]
        }
        let list = try CertificateList(der: #require(forged.crls["list"]))
        #expect(list.breaches(at: Setup.now) == [])
        let response = try OCSPResponse(der: #require(forged.responses["leaf"]))
        #expect(response.breaches(at: Setup.now) == [])
    }
}
