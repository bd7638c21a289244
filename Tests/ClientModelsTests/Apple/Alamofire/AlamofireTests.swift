import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// The unit tests of both Alamofires, each under the name of its class and its own:
/// `Tests/ServerTrustPolicyTests.swift` of 4.9.1 and `Tests/ServerTrustEvaluatorTests.swift` of
/// 5.12.0.
///
/// The fixtures are forged in the shape of `Tests/Resources/Certificates/alamofire.org`, whose
/// leaves expired on 2025-07-09: a root, two signing CAs, and leaves below each. Forged leaves
/// never expire, so the 29 tests that 5.12.0 has commented out since are here as well. If the
/// original makes the root the only anchor, the platform's store contains only the root; otherwise
/// the store contains another root.
///
/// The 13 tests of only the platform are in `ServerTrustExplorationTests`. Omitted are:
/// - the number of certificates in the test bundle (`testOnlyValidCertificatesAreDetected` checks
///   which they are, not how many: there is no bundle);
/// - `testThatDefaultEvaluatorCanBeAccessedStatically` and its two siblings of 5.12.0, which check
///   that an expression compiles.
struct AlamofireTests {
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

        /// The path of the chain, if it has one.
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

    /// The release whose suite has the test.
    enum Release: String, Sendable {
        case four = "4.9.1"
        case five = "5.12.0"

        var model: String { self == .four ? "alamofire" : "alamofire5" }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let release: Release
        /// The class of the test, without `ServerTrustPolicy` and `TestCase`, and the test's name.
        let test: String
        var settings: [String: String] = [:]
        var pins: [String]?
        let served: Shape
        var isRootAnchored = true
        let expected: Outline

        var testDescription: String { "\(release.rawValue) \(test)" }
    }

    static let cases4 =
        evaluations(.four, "PerformDefaultEvaluation", ["policy": "default-evaluation"])
        + evaluations(.four, "PerformRevokedEvaluation", ["policy": "revoked-evaluation"])
        + certificates4 + keys4 + disabled(.four, ["policy": "disable-evaluation"]) + custom4

    static let cases5 =
        evaluations(
            .five,
            "PerformDefaultEvaluation",
            ["evaluator": "default"],
            lastAsksForHost: false
        )
        + evaluations(.five, "PerformRevokedEvaluation", ["evaluator": "revocation"])
        + certificates5 + keys5 + disabled(.five, ["evaluator": "disabled"]) + composite5

    @Test(
        arguments: cases4 + cases5
    )
    func `decides as ServerTrustPolicyTests.swift and ServerTrustEvaluatorTests.swift expect`(
        _ test: Case
    ) throws {
        let fixture = Self.fixture
        let presented = try fixture.presented(
            test.served.served,
            system: [test.isRootAnchored ? "root" : "elsewhere"],
            pins: test.pins
        )
        let policy = try PolicyModel.resolve(test.release.model, settings: test.settings).policy
        let decision = policy.evaluate(presented, for: .dns(Self.host))
        #expect(try fixture.outline(decision) == test.expected)
    }

    @Test func testOnlyValidCertificatesAreDetected() throws {
        let certificate = try Self.fixture.certificate("root")
        let key = try Certificate(der: certificate)
        var presented = try Self.fixture.presented(["valid-dns-name"], system: [], pins: ["root"])
        presented.pins? += [
            // certPEM, devURandomGibberish and keyDER, under the extensions of certificates.
            .certificate(Array("-----BEGIN CERTIFICATE-----".utf8)),
            .certificate([0x8f, 0x1d, 0x00, 0xa2, 0x77]),
            .certificate(Array(key.der[key.spki])),
        ]
        let settings = try PolicyModel.resolve("alamofire5").settings
        let found = AlamofireBundle(settings).certificates(presented, isSearched: true)
        #expect(found == [certificate])
    }

    @Test(
        arguments: [
            ("pin.cer", true), ("pin.CRT", true), ("folder/pin.der", true), ("pin.Cer", false),
            ("pin.pem", false), ("cer", false),
        ]
    )
    func `finds a file of the bundle by its extension`(path: String, isFound: Bool) throws {
        let certificate = try Self.fixture.certificate("root")
        let presented = try Self.fixture.presented(["valid-dns-name"], system: [])
        for model in ["alamofire", "alamofire5"] {
            let settings = try PolicyModel.resolve(
                model,
                settings: ["certificate": path],
                documents: ["certificate": .file(certificate)]
            ).settings
            let found = AlamofireBundle(settings).certificates(presented, isSearched: true)
            #expect(found == (isFound ? [certificate] : []))
        }
    }

    @Test func `the test cases cover every test of trust decisions in both releases`() {
        // The tests of the platform (13), of the bundle (1) and of static accessors (3) are
        // omitted.
        #expect(Self.cases4.count == 79 - 14)
        #expect(Self.cases5.count == 83 - 17)
        #expect(Set((Self.cases4 + Self.cases5).map(\.testDescription)).count == 131)
    }

    @Test func `calls no delegate without a trust object`() throws {
        var presented = try Self.fixture.presented(["signed-by-ca1"], system: ["root"])
        presented.chain.append([0x30, 0x00])
        for settings in [["policy": "disable-evaluation"], [:]] {
            let policy = try PolicyModel.resolve("alamofire", settings: settings).policy
            let decision = policy.evaluate(presented, for: .dns(Self.host))
            #expect(
                try Self.fixture.outline(decision)
                    == Outline(verdict: .reject(.malformed), error: "NSURLErrorDomain -1200")
            )
        }
    }
}

extension Outline {
    /// `SessionDelegate` of Alamofire 5 cancels the challenge with an error of this reason.
    static func failed(
        _ error: String,
        _ reason: Rejection.Code,
        _ result: TrustResult = .recoverableFailure
    ) -> Outline {
        Outline(
            verdict: .reject(reason),
            disposition: .cancel,
            trustResult: result,
            error: "AFError.serverTrustEvaluationFailed(\(error))"
        )
    }
}
