import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `CertificateChainCleanerTest.kt` of OkHttp, each test under its own name.
///
/// Omitted: `equalsFromCertificate` and `equalsFromTrustManager`; cleaners are not compared.
struct CertificateChainCleanerTests {
    static let fixture = Fixture([
        "root": .root { $0.pathLength = 2 },
        "a": .intermediate("root") { $0.pathLength = 1 },
        "b": .intermediate("a") { $0.pathLength = 0 },
        "short-a": .intermediate("root") {
            ($0.copy, $0.keyOf, $0.pathLength) = ("a", "a", 0)
        },
        "leaf-a": .leaf("a", "a.test"),
        "leaf-b": .leaf("b", "b.test"),
        "unnecessary": .selfSigned("c.test"),
        "lone": .selfSigned("d.test"),
    ])

    /// `chainOfLength`: entities `1` to `11`, the root last.
    static let long = Fixture(
        Dictionary(
            uniqueKeysWithValues: (1...11).map { place in
                let name = "\(place)"
                switch place {
                case 11: return (name, .root())
                case 1: return (name, .leaf("2", "long.test"))
                default: return (name, .intermediate("\(place + 1)"))
                }
            }
        )
    )

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var fixture = CertificateChainCleanerTests.fixture
        var trusted = ["root"]
        let chain: [String]
        /// The chain, or the exception's message.
        let expected: Result<[String], SSLException>

        var testDescription: String { test }
    }

    static func untrusted(at depth: Int) -> Result<[String], SSLException> {
        .failure(
            SSLException(
                kind: .peerUnverified,
                message: "Failed to find a trusted cert",
                rejection: .unknownIssuer(depth: depth)
            )
        )
    }

    static let places = (1...11).map { "\($0)" }

    static let cases = [
        Case(
            test: "normalizeSingleSelfSignedCertificate",
            trusted: ["lone"],
            chain: ["lone"],
            expected: .success(["lone"])
        ),
        Case(
            test: "normalizeUnknownSelfSignedCertificate",
            trusted: [],
            chain: ["lone"],
            expected: untrusted(at: 0)
        ),
        Case(
            test: "orderedChainOfCertificatesWithRoot",
            chain: ["leaf-a", "a", "root"],
            expected: .success(["leaf-a", "a", "root"])
        ),
        Case(
            test: "orderedChainOfCertificatesWithoutRoot",
            chain: ["leaf-a", "a"],
            expected: .success(["leaf-a", "a", "root"])
        ),
        Case(
            test: "unorderedChainOfCertificatesWithRoot",
            chain: ["leaf-b", "a", "root", "b"],
            expected: .success(["leaf-b", "b", "a", "root"])
        ),
        Case(
            test: "unorderedChainOfCertificatesWithoutRoot",
            chain: ["leaf-b", "a", "b"],
            expected: .success(["leaf-b", "b", "a", "root"])
        ),
        Case(
            test: "unrelatedCertificatesAreOmitted",
            chain: ["leaf-a", "unnecessary", "a", "root"],
            expected: .success(["leaf-a", "a", "root"])
        ),
        Case(
            test: "chainGoesAllTheWayToSelfSignedRoot: neither is sent",
            trusted: ["root", "a"],
            chain: ["leaf-b", "b"],
            expected: .success(["leaf-b", "b", "a", "root"])
        ),
        Case(
            test: "chainGoesAllTheWayToSelfSignedRoot: one is sent",
            trusted: ["root", "a"],
            chain: ["leaf-b", "b", "a"],
            expected: .success(["leaf-b", "b", "a", "root"])
        ),
        Case(
            test: "chainGoesAllTheWayToSelfSignedRoot: both are sent",
            trusted: ["root", "a"],
            chain: ["leaf-b", "b", "a", "root"],
            expected: .success(["leaf-b", "b", "a", "root"])
        ),
        Case(
            test: "trustedRootNotSelfSigned: it is not sent",
            trusted: ["a"],
            chain: ["leaf-b", "b"],
            expected: .success(["leaf-b", "b", "a"])
        ),
        Case(
            test: "trustedRootNotSelfSigned: it is sent",
            trusted: ["a"],
            chain: ["leaf-b", "b", "a"],
            expected: .success(["leaf-b", "b", "a"])
        ),
        Case(
            test: "chainMaxLength: with root",
            fixture: long,
            trusted: ["11"],
            chain: Array(places.dropFirst()),
            expected: .success(Array(places.dropFirst()))
        ),
        Case(
            test: "chainMaxLength: without root",
            fixture: long,
            trusted: ["11"],
            chain: Array(places.dropFirst().dropLast()),
            expected: .success(Array(places.dropFirst()))
        ),
        Case(
            test: "chainTooLong",
            fixture: long,
            trusted: ["11"],
            chain: places,
            expected: .failure(
                SSLException(
                    kind: .peerUnverified,
                    message: "Certificate chain too long",
                    rejection: .chainTooLong(limit: 10)
                )
            )
        ),
    ]

    @Test(arguments: cases)
    func `decides as CertificateChainCleanerTest.kt expects`(_ test: Case) throws {
        let cleaner = BasicCertificateChainCleaner(
            trustRootIndex: try test.fixture.decoded(test.trusted)
        )
        let chain = try test.fixture.decoded(test.chain)
        let expected = try test.expected.map { try test.fixture.decoded($0) }
        #expect(Result { () throws(SSLException) in try cleaner.clean(chain) } == expected)
    }

    /// The mutant that prefers a served issuer over a trusted one.
    @Test(
        arguments: [("a", ["leaf-b", "b", "a", "root"]), ("short-a", ["leaf-b", "b", "a"])]
    )
    func `prefers a served issuer whose path length allows the intermediates below it`(
        issuer: String,
        expected: [String]
    ) throws {
        var cleaner = BasicCertificateChainCleaner(
            trustRootIndex: try Self.fixture.decoded(issuer == "a" ? ["a", "root"] : ["a"])
        )
        cleaner.checks = .all(except: .model(ModelCheck.okHttpTrustedFirst.name))
        let chain = try Self.fixture.decoded(["leaf-b", "b", issuer])
        #expect(try cleaner.clean(chain) == Self.fixture.decoded(expected))
    }
}

extension Result {
    /// `map` with a transformation that can fail.
    fileprivate func map<Other>(
        _ transform: (Success) throws -> Other
    ) throws -> Result<Other, Failure> {
        switch self {
        case .success(let value): .success(try transform(value))
        case .failure(let error): .failure(error)
        }
    }
}
