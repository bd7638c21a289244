import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Short keys and old digests, as tested in Security-61901.0.87.0.1,
/// tests/TrustTests/EvaluationTests: KeySizeTests.m and SignatureAlgorithmTests.m.
///
/// If a test uses several policies, only the one for TLS servers is here: the policies for
/// clients, EAP and legacy servers do not occur at a server's peer. What cannot be expressed:
/// - the two rows of `testRSAKeySizes` whose root or intermediate has 512 bits: no key of that size
///   is forged, and only a leaf's key need not sign. The row with such a leaf is here;
/// - the trust setting "unspecified"; it is expressed as no setting, which means the same.
struct ServerTrustStrengthTests {
    /// April 26, 2019, after which SSL policies require more of applications' anchors.
    static let april2019 = Instant(seconds: 1_556_307_200)

    private static let place = "tbsCertificate.subjectPublicKeyInfo"
    /// Keys that the forge does not make, since nothing signs with them.
    private static let rsa512 = hexBytes(
        "305c300d06092a864886f70d0101010500034b003048024100b727a810bf000ee6f31099f5c55a4c2ba0448c4b"
            + "dd2aa73b78bd584fa27d7fcfc4565c58b4febb09fa523dfa33511e0b84402431cbf58eaffab8e2bd991b"
            + "33ab0203010001"
    )
    private static let p128 = hexBytes(
        "3036301006072a8648ce3d020106052b8104001c03220004334737600c637178945744f16f02570bedaff34638"
            + "884a5c3d5392a06d84fe05"
    )
    private static let p192 = hexBytes(
        "3049301306072a8648ce3d020106082a8648ce3d030101033200047628d0a8143aa703325bd8bd12790c7ada95"
            + "3a6cab74be946198d43bcc69c981206961c4c9b66b287041add4c743e79b"
    )

    static let fixture = Fixture([
        "root": .root {
            $0.key = .rsa2048
            $0.notBefore = .absolute(april2019 + -86_400)
        },
        "intermediate": .intermediate("root") {
            $0.key = .rsa2048
            $0.notBefore = .absolute(april2019 + -86_400)
        },
        "md5-root": .root {
            $0.key = .rsa2048
            $0.digest = .md5
        },
        "rsa512": leaf { $0.raw = [.set(path: place, encoding: rsa512), .resign] },
        "rsa1024": leaf { $0.key = .rsa1024 },
        "rsa2048": leaf { $0.key = .rsa2048 },
        "rsa8192": leaf { $0.key = .rsa8192 },
        "p128": leaf { $0.raw = [.set(path: place, encoding: p128), .resign] },
        "p192": leaf { $0.raw = [.set(path: place, encoding: p192), .resign] },
        "p384": leaf { $0.key = .p384 },
        "md5": leaf { $0.digest = .md5 },
        "sha1": leaf { $0.digest = .sha1 },
        "sha2": leaf { $0.digest = .sha256 },
        "sha1-self": selfSigned { $0.digest = .sha1 },
        "sha2-self": selfSigned { $0.digest = .sha256 },
    ])

    private static func leaf(_ change: (inout Entity) -> Void) -> Entity {
        .leaf("intermediate", "example.com") {
            $0.notBefore = .absolute(april2019 + -3_600)
            $0.notAfter = .absolute(april2019 + 365 * 86_400)
            change(&$0)
        }
    }

    private static func selfSigned(_ change: (inout Entity) -> Void) -> Entity {
        .selfSigned("example.com") {
            $0.key = .rsa2048
            $0.notBefore = .absolute(april2019 + -3_600)
            $0.notAfter = .absolute(april2019 + 365 * 86_400)
            change(&$0)
        }
    }

    // MARK: KeySizeTests

    /// Returns the case of a chain of three under the basic policy, whose root is the application's
    /// anchor.
    private static func basic(
        _ test: String,
        _ leaf: String,
        weak: String? = nil
    )
        -> ServerTrustCase
    {
        ServerTrustCase(
            test: test,
            served: [leaf, "intermediate"],
            anchors: ["root"],
            verifyDate: april2019,
            result: weak == nil ? .unspecified : .fatalFailure,
            reason: weak.map { .weakKey($0, depth: 0) },
            chain: [leaf, "intermediate", "root"]
        )
    }

    static let keySizes: [ServerTrustCase] = [
        basic("testRSAKeySizes: detect weak leaf", "rsa512", weak: "RSA of 512 bits"),
        basic("testRSAKeySizes: 1024-bit leaf", "rsa1024"),
        basic("testRSAKeySizes: 2048-bit leaf", "rsa2048"),
        basic("testECKeySizes: detect weak leaf", "p128", weak: "on secp128r1, 128 bits"),
        basic("testECKeySizes: 192-bit leaf", "p192"),
        basic("testECKeySizes: 384-bit leaf", "p384"),
        tls("test1024_appTrustedLeaf", "rsa1024", by: .application, tooWeak),
        tls("test1024_trustSettingsOnRoot_TestLeaf", "rsa1024", by: .user, tooWeak),
        tls("test1024_trustSettingsOnLeaf", "rsa1024", by: nil),
        tls("test2048_systemTrusted", "rsa2048", by: .system),
        tls("test2048_appTrustedLeaf", "rsa2048", by: .application),
        tls("test2048_trustSettingsOnRoot_TestLeaf", "rsa2048", by: .user),
        tls("test2048_trustSettingsOnLeaf", "rsa2048", by: nil),
    ]

    private static let tooWeak = Rejection.weakKey("RSA of 1024 bits", depth: 0)

    // MARK: SignatureAlgorithmTests

    private static let overSHA1 = Rejection.weakSignature(algorithm: "rsa with sha1", depth: 0)

    static let signatures: [ServerTrustCase] = [
        ServerTrustCase(
            test: "testMD5Root",
            served: ["md5-root"],
            anchors: ["md5-root"],
            chain: ["md5-root"]
        ),
        ServerTrustCase(
            test: "testMD5Leaf",
            served: ["md5", "intermediate"],
            anchors: ["root"],
            verifyDate: april2019,
            result: .fatalFailure,
            reason: .weakSignature(algorithm: "rsa with md5", depth: 0)
        ),
        tls("testSHA1_systemTrusted", "sha1", by: .system, overSHA1),
        tls("testSHA1_appTrustedLeaf", "sha1", by: .application, overSHA1),
        ServerTrustCase(
            test: "testSHA1_appTrustedSelfSigned",
            served: ["sha1-self"],
            anchors: ["sha1-self"],
            policies: [host],
            verifyDate: april2019
        ),
        tls("testSHA1_trustSettingsOnRoot_TestLeaf", "sha1", by: .user, overSHA1),
        tls("testSHA1_trustSettingsOnLeaf", "sha1", by: nil),
        tls("testSHA1_trustSettingsSelfSigned", "sha1-self", by: nil),
        ServerTrustCase(
            test: "testSHA1_denyTrustSettings",
            served: ["sha1"],
            denied: ["sha1"],
            policies: [host],
            verifyDate: april2019,
            result: .deny,
            reason: .distrusted(depth: 0),
            chain: ["sha1"]
        ),
        tls("testSHA1_unspecifiedTrustSettings", "sha1", by: .application, overSHA1),
        tls("testSHA2_systemTrusted", "sha2", by: .system),
        tls("testSHA2_appTrustedLeaf", "sha2", by: .application),
        ServerTrustCase(
            test: "testSHA2_appTrustedSelfSigned",
            served: ["sha2-self"],
            anchors: ["sha2-self"],
            policies: [host],
            verifyDate: april2019
        ),
        tls("testSHA2_trustSettingsOnRoot_TestLeaf", "sha2", by: .user),
        tls("testSHA2_trustSettingsOnLeaf", "sha2", by: nil),
        tls("testSHA2_trustSettingsSelfSigned", "sha2-self", by: nil),
    ]

    private static let host = ServerTrust.Policy.ssl(host: .dns("example.com"))

    /// Returns the case of a leaf under the SSL policy, below a root of the given class.
    ///
    /// Without a class, the user trusts the leaf itself.
    private static func tls(
        _ test: String,
        _ leaf: String,
        by anchorClass: AnchorClass?,
        _ reason: Rejection? = nil
    ) -> ServerTrustCase {
        ServerTrustCase(
            test: test,
            served: anchorClass == nil ? [leaf] : [leaf, "intermediate"],
            system: anchorClass == .system ? ["root"] : [],
            user: anchorClass == .user ? ["root"] : anchorClass == nil ? [leaf] : [],
            anchors: anchorClass == .application ? ["root"] : nil,
            policies: [host],
            verifyDate: april2019,
            result: reason != nil
                ? .recoverableFailure
                : anchorClass == .user || anchorClass == nil ? .proceed : .unspecified,
            reason: reason
        )
    }

    @Test(arguments: keySizes)
    func `decides as KeySizeTests expects`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test(arguments: signatures)
    func `decides as SignatureAlgorithmTests expects`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test func `decides as test8192BitKeySize of KeySizeTests expects`() throws {
        let test = ServerTrustCase(test: "test8192BitKeySize", served: ["rsa8192"])
        #expect(try test.trust(of: Self.fixture).copyKey() != nil)
    }

    @Test func `the test cases cover the tests in KeySizeTests.m and SignatureAlgorithmTests.m`() {
        #expect(Self.signatures.count == 16)
        // Two RSA rows are omitted; with `longKey` there are 16 in all.
        #expect(Self.keySizes.count == 13)
    }
}
