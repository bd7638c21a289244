import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Stapled responses and CRLs at hand, under the policies that read them.
///
/// After Security-61901.0.87.0.1, trust/trustd/SecRevocationServer.c and SecPolicyServer.c; the
/// network that Apple would use is not there.
struct ServerTrustRevocationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var policies: [ServerTrust.Policy] = [.ssl(host: .dns("www.example.test"))]
        var date = Setup.now
        var result = TrustResult.unspecified
        /// Nil where it is accepted.
        var reason: Rejection.Code?
        /// The baseline setup, from which the leaf's and the intermediate's status is changed; a
        /// response comes with the leaf, and both CRLs are at hand.
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
        Case(testDescription: "a promise to staple binds nobody") {
            $0.leaf.mustStaple = true
            $0.staples = []
        },
        Case(testDescription: "good until yesterday", date: Setup.now + 30 * Setup.day),
        Case(
            testDescription: "revoked, said for as long as until yesterday",
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
        Case(testDescription: "no policy asks for CRLs") {
            $0.staples = []
            $0.leaf.crl = Revocation()
        },
        Case(
            testDescription: "a policy asks for OCSP alone",
            policies: [host, .revocation(.ocspMethod)]
        ) {
            $0.staples = []
            $0.leaf.crl = Revocation()
        },
        Case(
            testDescription: "a policy asks for CRLs",
            policies: [host, .revocation(.crlMethod)],
            result: .fatalFailure,
            reason: .revoked
        ) {
            $0.staples = []
            $0.leaf.crl = Revocation()
        },
        Case(
            testDescription: "a policy asks for any, of the intermediate",
            policies: [host, anyMethod],
            result: .fatalFailure,
            reason: .revoked
        ) { $0.intermediate.crl = Revocation() },
        Case(
            testDescription: "a CRL is a response where one is required",
            policies: [host, .revocation([.crlMethod, .requirePositiveResponse])]
        ) { $0.staples = [] },
    ]

    /// A policy on revocation in place of another, not beside it.
    static let alone: [Case] = [
        Case(testDescription: "alone: it asks for no host", policies: [anyMethod]) {
            $0.leaf.subjectAlternativeNames = [.dns("other.example.test")]
        },
        Case(testDescription: "alone: nor for a date", policies: [anyMethod]) {
            $0.leaf.notBefore = .relative(-90 * Setup.day)
            $0.leaf.notAfter = .relative(-Setup.day)
            $0.staples = []
        },
        Case(
            testDescription: "alone: an issuer is an authority all the same",
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
    @Test func `flags have the bits of Security`() {
        let flags: [ServerTrust.RevocationFlags] = [
            .ocspMethod, .crlMethod, .requirePositiveResponse, .useAnyAvailableMethod,
        ]
        #expect(flags.map(\.rawValue) == [1, 2, 8, 3])
    }

    @Test(arguments: stapled + required + lists + alone)
    func revocation(_ test: Case) throws {
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
    /// The input of a client that trusts `trust` as the system's anchors.
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
