import Forge
import PKIX
import Testing

@testable import Trust

/// `Tests/ServerTrustPolicyTests.swift` of Alamofire 4.9.1, each test of a policy under the name of
/// its class and its own.
///
/// The fixtures are forged in the shape of `Tests/Resources/Certificates/alamofire.org`, whose
/// leaves have expired: a root, two signing CAs, and leaves below each. Where the original makes the
/// root the lone anchor, the platform's store holds nothing else; where it does not, the store
/// holds another root.
///
/// Without a twin: `PerformRevokedEvaluation` (revocation is not judged), `CustomEvaluation`
/// (a closure is no policy), and `CertificatesInBundle` (no bundle).
struct PoliciesAlamofireTests {
    static let host = "test.alamofire.org"

    static let fixture = Fixture([
        "elsewhere": .root(),
        "root": .root(),
        "ca1": .intermediate("root"),
        "ca2": .intermediate("root"),
        "wildcard": .leaf("ca1", "*.alamofire.org"),
        "multiple-dns-names": .leaf(
            "ca1",
            "test.alamofire.org",
            "blog.alamofire.org",
            "www.alamofire.org"
        ),
        "signed-by-ca1": .leaf("ca1", "test.alamofire.org"),
        "dns-name-and-uri": .leaf("ca1", "test.alamofire.org") {
            $0.subjectAlternativeNames?.append(.uri("https://test.alamofire.org"))
        },
        "expired": .leaf("ca2", "test.alamofire.org") { $0.expire() },
        "missing-dns-name-and-uri": .leaf("ca2"),
        "signed-by-ca2": .leaf("ca2", "test.alamofire.org"),
        "valid-dns-name": .leaf("ca2", "test.alamofire.org"),
        "valid-uri": .leaf("ca2") {
            $0.subjectAlternativeNames = [.uri("https://test.alamofire.org")]
        },
    ])

    /// How the original's trust objects are made.
    enum Shape: Sendable {
        case whole(String)
        case withoutRoot(String)
        case missingIntermediate(String)
        case incorrectIntermediate(String)

        var served: [String] {
            switch self {
            case .whole(let leaf): [leaf, Self.issuer(of: leaf), "root"]
            case .withoutRoot(let leaf): [leaf, Self.issuer(of: leaf)]
            case .missingIntermediate(let leaf): [leaf, "root"]
            case .incorrectIntermediate(let leaf): [leaf, "ca1", "root"]
            }
        }

        /// The path that the shape has where it has one.
        var path: [String] {
            switch self {
            case .whole(let leaf), .withoutRoot(let leaf): [leaf, Self.issuer(of: leaf), "root"]
            case .missingIntermediate(let leaf), .incorrectIntermediate(let leaf): [leaf]
            }
        }

        private static func issuer(of leaf: String) -> String {
            let below1 = ["wildcard", "multiple-dns-names", "signed-by-ca1", "dns-name-and-uri"]
            return below1.contains(leaf) ? "ca1" : "ca2"
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var settings: [String: String] = [:]
        var pins: [String]?
        let served: Shape
        var isRootAnchored = true
        let expected: Outline

        var testDescription: String { test }
    }

    static let cases =
        defaultEvaluations + pinnedCertificates + pinnedPublicKeys + disabledEvaluations

    @Test("ServerTrustPolicyTests.swift", arguments: cases)
    func twin(_ test: Case) throws {
        let fixture = Self.fixture
        let presented = try fixture.presented(
            test.served.served,
            system: [test.isRootAnchored ? "root" : "elsewhere"],
            pins: test.pins
        )
        let policy = try PolicyModel.resolve("alamofire", settings: test.settings).policy
        let decision = policy.evaluate(presented, for: .dns(Self.host))
        #expect(try fixture.outline(decision) == test.expected)
    }

    @Test("the suites' tests are all here, each once")
    func tablesAreComplete() {
        #expect(Self.defaultEvaluations.count == 11)
        #expect(Self.pinnedCertificates.count == 23)
        #expect(Self.pinnedPublicKeys.count == 16)
        #expect(Self.disabledEvaluations.count == 2)
        #expect(Set(Self.cases.map(\.test)).count == 52)
    }
}
