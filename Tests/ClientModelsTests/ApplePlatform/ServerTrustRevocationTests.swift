import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Stapled responses and available CRLs, under the policies that read them.
///
/// After Security-61901.0.87.0.1, trust/trustd/SecRevocationServer.c and SecPolicyServer.c; there
/// is no network, which Apple would use.
struct ServerTrustRevocationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var policies: [ServerTrust.Policy] = [.ssl(host: .dns("www.example.test"))]
        var date = Setup.now
        var result = TrustResult.unspecified
        /// The expected reason; nil if the chain is accepted.
        var reason: Rejection.Code?
        /// The baseline setup with another status for the leaf or the intermediate; a
        /// response comes with the leaf, and both CRLs are available.
        var change: @Sendable (inout Setup) -> Void = { _ in }
    }

    private static let host = ServerTrust.Policy.ssl(host: .dns("www.example.test"))
    private static let otherHost = ServerTrust.Policy.ssl(host: .dns("other.example.test"))
    private static let anyMethod = ServerTrust.Policy.revocation(.useAnyAvailableMethod)
    private static let demanding = ServerTrust.Policy.revocation([
        .ocspMethod, .requirePositiveResponse,
    ])

    static let stapled: [Case] = [
        Case(testDescription: "good"),
        Case(testDescription: "revoked", result: .fatalFailure, reason: .revoked) {
            $0.leaf.ocsp?.status = .revoked
        },
        Case(
            testDescription: "revoked, under the basic policy",
            policies: [.basicX509],
            result: .fatalFailure,
            reason: .revoked
        ) { $0.leaf.ocsp?.status = .revoked },
        Case(
            testDescription: "revoked is fatal whatever else is wrong",
            policies: [otherHost],
            result: .fatalFailure,
            reason: .nameMismatch
        ) { $0.leaf.ocsp?.status = .revoked },
        Case(testDescription: "unknown") { $0.leaf.ocsp?.status = .unknown },
        Case(testDescription: "garbage") { $0.stapledBytes = [0x30, 0x03] },
        Case(testDescription: "must-staple without effect") {
            $0.leaf.mustStaple = true
            $0.staples = []
        },
        Case(testDescription: "good until yesterday", date: Setup.now + 30 * Setup.day),
        Case(
            testDescription: "revoked, by a response that expired yesterday",
            date: Setup.now + 30 * Setup.day,
            result: .fatalFailure,
            reason: .revoked
        ) { $0.leaf.ocsp?.status = .revoked },
    ]

    static let required: [Case] = [
        Case(testDescription: "required: good", policies: [host, demanding]),
        Case(
            testDescription: "required: none",
            policies: [host, demanding],
            result: .recoverableFailure,
            reason: .revocationUnknown
        ) { $0.staples = [] },
        Case(
            testDescription: "required: unknown",
            policies: [host, demanding],
            result: .recoverableFailure,
            reason: .revocationUnknown
        ) { $0.leaf.ocsp?.status = .unknown },
        Case(
            testDescription: "required: out of date",
            policies: [host, demanding],
            date: Setup.now + 30 * Setup.day,
            result: .recoverableFailure,
            reason: .revocationUnknown
        ),
        Case(testDescription: "not required: none", policies: [host, anyMethod]) {
            $0.staples = []
        },
    ]

    static let lists: [Case] = [
        Case(testDescription: "no policy uses CRLs") {
            $0.staples = []
            $0.leaf.crl = Revocation()
        },
        Case(
            testDescription: "a policy uses only OCSP",
            policies: [host, .revocation(.ocspMethod)]
        ) {
            $0.staples = []
            $0.leaf.crl = Revocation()
        },
        Case(
            testDescription: "a policy uses CRLs",
            policies: [host, .revocation(.crlMethod)],
            result: .fatalFailure,
            reason: .revoked
        ) {
            $0.staples = []
            $0.leaf.crl = Revocation()
        },
        Case(
            testDescription: "a policy uses any method, for the intermediate",
            policies: [host, anyMethod],
            result: .fatalFailure,
            reason: .revoked
        ) { $0.intermediate.crl = Revocation() },
        Case(
            testDescription: "a CRL counts as a required response",
            policies: [host, .revocation([.crlMethod, .requirePositiveResponse])]
        ) { $0.staples = [] },
    ]

    /// A revocation policy that replaces the SSL policy.
    static let alone: [Case] = [
        Case(testDescription: "alone: it checks no host", policies: [anyMethod]) {
            $0.leaf.subjectAlternativeNames = [.dns("other.example.test")]
        },
        Case(testDescription: "alone: it checks no date", policies: [anyMethod]) {
            $0.leaf.notBefore = .relative(-90 * Setup.day)
            $0.leaf.notAfter = .relative(-Setup.day)
            $0.staples = []
        },
        Case(
            testDescription: "alone: an issuer must still be a CA",
            policies: [anyMethod],
            result: .recoverableFailure,
            reason: .issuerNotCA
        ) {
            $0.intermediate.isCA = false
            $0.staples = []
        },
        Case(
            testDescription: "alone: revoked",
            policies: [anyMethod],
            result: .fatalFailure,
            reason: .revoked
        ) { $0.leaf.ocsp?.status = .revoked },
    ]

    /// `kSecRevocation…` of SecPolicy.h.
    @Test func `uses the flag bits of Security`() {
        let flags: [ServerTrust.RevocationFlags] = [
            .ocspMethod, .crlMethod, .requirePositiveResponse, .useAnyAvailableMethod,
        ]
        #expect(flags.map(\.rawValue) == [1, 2, 8, 3])
    }

    @Test(arguments: stapled + required + lists + alone)
    func `decides on revocation as trustd does`(_ test: Case) throws {
        let setup = Setup.stapled {
            $0.lists = [
                "root-list": RevocationList(issuer: "root"),
                "list": RevocationList(issuer: "intermediate"),
            ]
            $0.staples = ["leaf"]
            test.change(&$0)
        }
        var trust = try ServerTrust(setup.presented(), policies: test.policies)
        trust.setVerifyDate(test.date)
        var reason: Rejection.Code?
        do throws(Rejection) {
            _ = try trust.evaluateWithError()
        } catch {
            reason = error.code
        }
        #expect(reason == test.reason)
        #expect(trust.evaluate() == test.result)
    }
}

extension Setup {
    /// Returns the input of a client that trusts `trust` as the system's anchors.
    func presented() throws -> Presented {
        let forged = try PKI(entities: entities, lists: lists).forge(seed: 11, at: Self.now)
        func certificate(_ name: String) throws -> [UInt8] {
            try #require(forged.members[name], "no entity \(name)").certificate
        }
        return Presented(
            chain: try serve.map(certificate),
            store: TrustStore(system: try trust.map(certificate)),
            pins: nil,
            verifyDate: verifyDate,
            staples: stapledBytes.map { [$0] }
                ?? staples.map { name in name.flatMap { forged.responses[$0] } },
            crls: forged.crls.sorted { $0.key < $1.key }.map(\.value)
        )
    }
}
