import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// The functions and setters of a trust, as tested in Security-61901.0.87.0.1,
/// tests/TrustTests/FrameworkTests/TrustInterfaceTests.m.
///
/// Not expressible:
/// - `testCreateWithCertificates`, `testSetPolicies`, `testAnchorCerts`, which pass values of
///   another type: the compiler rejects them; an anchor that is not a certificate is here;
/// - `testRestoreOS`, `testRestoreOSBag`: a platform without its daemon;
/// - `testInputCertificates`, `testSerialization`, `testSerializationSCTs`, `testTLSAnalytics`,
///   `testCopyProperties_ios`: private or for display, and no delegate sees them;
/// - `testAsyncTrustEval`, `testEvaluateFastAsync`, `testEvaluateAsyncWithError`: the same
///   evaluation on another queue;
/// - `testSetNetworkFetchAllowed`: there is no network;
/// - `testSetOCSPResponses`: responses are stapled, not set; garbage is in
///   `ServerTrustRevocationTests`;
/// - the pinning policy of `testEvaluateWithError`, which is Apple's own.
struct ServerTrustInterfaceTests {
    static let host = ServerTrust.Policy.ssl(host: .dns("www.example.test"))
    static let otherHost = ServerTrust.Policy.ssl(host: .dns("other.example.test"))

    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "ed25519": .leaf("intermediate", "www.example.test") { $0.key = .ed25519 },
        "secp256k1": .leaf("intermediate", "www.example.test") { $0.key = .secp256k1 },
    ])

    private static func trust(
        _ served: [String] = ["leaf", "intermediate"],
        _ policies: [ServerTrust.Policy] = [.basicX509]
    ) throws -> ServerTrust {
        try ServerTrust(fixture.presented(served, system: ["root"]), policies: policies)
    }

    private static func rejection(_ trust: inout ServerTrust) -> Rejection? {
        do throws(Rejection) {
            _ = try trust.evaluateWithError()
            return nil
        } catch {
            return error
        }
    }

    @Test func `builds the chain on demand (testGetCertificate)`() throws {
        var trust = try Self.trust()
        #expect(trust.decidedResult == .invalid)
        #expect(
            try trust.certificateChain
                == Self.fixture.certificates(["leaf", "intermediate", "root"])
        )
        #expect(trust.decidedResult == .unspecified)
    }

    @Test func testAnchorCerts() throws {
        var trust = try Self.trust()
        trust.setAnchorCertificates([try Self.fixture.certificate("intermediate")])
        #expect(Self.rejection(&trust) == nil)
        #expect(trust.certificateChain.count == 2)

        trust.setAnchorCertificates([])
        #expect(Self.rejection(&trust) == .unknownIssuer(depth: 2))

        trust.setAnchorCertificatesOnly(false)
        #expect(Self.rejection(&trust) == nil)

        trust.setAnchorCertificatesOnly(true)
        #expect(Self.rejection(&trust) == .unknownIssuer(depth: 2))

        trust.setAnchorCertificates(nil)
        #expect(Self.rejection(&trust) == nil)
        #expect(trust.certificateChain.count == 3)

        let isSet = trust.setAnchorCertificates([[0x30, 0x00]])
        #expect(!isSet)
        #expect(Self.rejection(&trust) == nil)
        #expect(trust.certificateChain.count == 3)
    }

    @Test func testSetPolicies() throws {
        var trust = try Self.trust(["leaf"], [Self.otherHost])
        trust.setAnchorCertificates([try Self.fixture.certificate("intermediate")])
        let mismatch = Rejection.nameMismatch(
            reference: "other.example.test",
            presented: ["www.example.test"]
        )
        #expect(Self.rejection(&trust) == mismatch)
        trust.setPolicies([Self.host])
        #expect(Self.rejection(&trust) == nil)
        #expect(trust.policies == [Self.host])
    }

    @Test func `reports what the current policies reject (testExpiredOnly, testEvaluateWithError)`()
        throws
    {
        let end = Fixture.now + 89 * 86_400
        let later = end + 86_400
        var trust = try Self.trust(["leaf", "intermediate"], [Self.host])
        trust.setAnchorCertificates([try Self.fixture.certificate("root")])
        #expect(Self.rejection(&trust) == nil)

        trust.setVerifyDate(later)
        #expect(Self.rejection(&trust) == .expired(notAfter: end, verifyDate: later, depth: 0))
        #expect(trust.evaluate() == .recoverableFailure)

        trust.setVerifyDate(Fixture.now)
        trust.setPolicies([Self.otherHost])
        #expect(Self.rejection(&trust)?.code == .nameMismatch)

        // Trust nothing.
        trust.setPolicies([Self.host])
        trust.setAnchorCertificates([])
        #expect(Self.rejection(&trust) == .unknownIssuer(depth: 2))
    }

    @Test func `returns the leaf's key without an evaluation (testCopyKey)`() throws {
        let trust = try Self.trust()
        let leaf = try Self.fixture.certificate("leaf")
        #expect(trust.copyKey() == ServerTrust.copyKey(of: leaf))
        #expect(trust.decidedResult == .invalid)
        #expect(try Self.trust(["ed25519"]).copyKey() != nil)
        #expect(try Self.trust(["secp256k1"]).copyKey() == nil)
    }

    @Test func `evaluates again after every change`() throws {
        let changes: [(inout ServerTrust) -> Void] = [
            { $0.setPolicies([.ssl(host: nil)]) },
            { $0.setAnchorCertificates(nil) },
            { $0.setAnchorCertificatesOnly(false) },
            { $0.setVerifyDate(Fixture.now + 1) },
        ]
        var trust = try Self.trust()
        for change in changes {
            #expect(trust.evaluate() == .unspecified)
            change(&trust)
            #expect(trust.decidedResult == .invalid)
        }
    }

    @Test func `uses the basic policy for a trust without policies`() throws {
        #expect(try Self.trust(["leaf"], []).policies == [.basicX509])
    }

    // MARK: Several policies

    @Test(
        arguments: [
            ServerTrustCase(
                test: "all policies accept",
                served: ["leaf", "intermediate"],
                system: ["root"],
                policies: [.basicX509, host, .ssl(host: nil)]
            ),
            ServerTrustCase(
                test: "the first host is another",
                served: ["leaf", "intermediate"],
                system: ["root"],
                policies: [otherHost, host],
                result: .recoverableFailure,
                reason: .nameMismatch(
                    reference: "other.example.test",
                    presented: ["www.example.test"]
                )
            ),
            ServerTrustCase(
                test: "the last host is another",
                served: ["leaf", "intermediate"],
                system: ["root"],
                policies: [.basicX509, host, otherHost],
                result: .recoverableFailure,
                reason: .nameMismatch(
                    reference: "other.example.test",
                    presented: ["www.example.test"]
                )
            ),
        ]
    )
    func `applies several policies together`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test
    func `an anchor of the system store keeps its class if an application also sets that anchor`()
        throws
    {
        let fixture = Fixture([
            "root": .root(),
            "leaf": .leaf("root", "www.example.test") { $0.extendedKeyUsage = [] },
        ])
        for (system, user, isTrusted) in [
            (["root"], [], false), ([], ["root"], true), ([], [], false),
        ] as [([String], [String], Bool)] {
            let presented = try fixture.presented(["leaf"], system: system, user: user)
            var trust = try ServerTrust(
                presented,
                policies: [.ssl(host: .dns("www.example.test"))]
            )
            trust.setAnchorCertificates([try fixture.certificate("root")])
            #expect(trust.evaluate().isTrusted == isTrusted)
        }
    }
}
