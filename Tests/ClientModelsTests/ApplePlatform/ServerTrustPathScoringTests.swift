import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// The platform's choice among several paths, as tested in Security-61901.0.87.0.1,
/// tests/TrustTests/EvaluationTests/PathScoringTests.m.
///
///     leaf <- sha2 <- root
///                  <- cross-sha1 <- root-sha1
///                  <- cross-sha2 <- root-2
///          <- sha1 <- root-sha1
///          <- weak <- root-1024
///
/// The policy for servers rejects every path because the leaf is for clients.
struct ServerTrustPathScoringTests {
    static let fixture = Fixture([
        "root": .root(),
        "root-2": .root(),
        "root-sha1": .root { $0.digest = .sha1 },
        "root-1024": .root { $0.key = .rsa1024 },
        "root-2048": .root { $0.key = .rsa2048 },
        "root-p192": .root { $0.key = .p192 },
        "root-p224": .root { $0.key = .p224 },
        "sha2": .intermediate("root"),
        "sha1": .intermediate("root-sha1") {
            ($0.copy, $0.keyOf, $0.digest) = ("sha2", "sha2", .sha1)
            // On the later of the two days, this certificate has expired.
            $0.notAfter = .relative(10 * 86_400)
        },
        "weak": .intermediate("root-1024") { ($0.copy, $0.keyOf) = ("sha2", "sha2") },
        "cross-sha2": .intermediate("root-2") { ($0.copy, $0.keyOf) = ("root", "root") },
        "cross-sha1": .intermediate("root-sha1") {
            ($0.copy, $0.keyOf, $0.digest) = ("root", "root", .sha1)
        },
        "no-ca": .intermediate("root") {
            ($0.copy, $0.keyOf, $0.isCA) = ("sha2", "sha2", false)
        },
        "leaf": .leaf("sha2", "www.example.test") { $0.extendedKeyUsage = [.clientAuth] },
        // This leaf is for servers, and has a better path than the first one found.
        "server": .leaf("sha2", "www.example.test"),
    ])

    struct Row: Sendable {
        let test: String
        let served: [String]
        let anchors: [String]?
        var isLater = false
        let chain: [String]

        func `case`(_ policy: ServerTrust.Policy) -> ServerTrustCase {
            let isAccepted = policy == .basicX509
            return ServerTrustCase(
                test: (isAccepted ? "accept" : "reject") + " test: " + test,
                served: ["leaf"] + served,
                anchors: anchors,
                policies: [policy],
                verifyDate: Fixture.now + (isLater ? 26 * 86_400 : 0),
                result: isAccepted ? .unspecified : .recoverableFailure,
                reason: isAccepted ? nil : .extendedKeyUsage(missing: .serverAuth, depth: 0),
                chain: ["leaf"] + chain
            )
        }
    }

    /// `exerciseChainsForPolicy:`.
    static let rows: [Row] = [
        Row(
            test: "choose shorter chain over longer chain, SHA-2",
            served: ["sha2", "cross-sha2"],
            anchors: ["root", "root-2"],
            chain: ["sha2", "root"]
        ),
        Row(
            test: "choose shorter chain over longer chain, SHA-1",
            served: ["sha2", "sha1", "cross-sha1"],
            anchors: ["root-sha1"],
            chain: ["sha1", "root-sha1"]
        ),
        Row(
            test: "choose SHA-2 chain over SHA-1 chain, order 1",
            served: ["sha2", "sha1"],
            anchors: ["root-sha1", "root"],
            chain: ["sha2", "root"]
        ),
        Row(
            test: "choose SHA-2 chain over SHA-1 chain, order 2",
            served: ["sha1", "sha2"],
            anchors: ["root", "root-sha1"],
            chain: ["sha2", "root"]
        ),
        Row(
            test: "choose longer SHA-2 chain over shorter SHA-1 chain",
            served: ["sha1", "sha2", "cross-sha2"],
            anchors: ["root-sha1", "root-2"],
            chain: ["sha2", "cross-sha2", "root-2"]
        ),
        Row(
            test: "choose temporally valid chain over invalid chain",
            served: ["weak", "sha1"],
            anchors: ["root-1024", "root-sha1"],
            isLater: true,
            chain: ["weak", "root-1024"]
        ),
        Row(
            test: "choose an anchored chain over an unanchored chain",
            served: ["sha2", "sha1", "root"],
            anchors: ["root-sha1"],
            chain: ["sha1", "root-sha1"]
        ),
        Row(
            test: "choose anchored SHA-1 chain over unanchored SHA-2 chain",
            served: ["sha2", "sha1", "root"],
            anchors: ["root-sha1"],
            chain: ["sha1", "root-sha1"]
        ),
        Row(
            test: "choose anchored cross-signed chain over unanchored chains",
            served: ["sha2", "root", "cross-sha1", "cross-sha2", "root-2"],
            anchors: ["root-sha1"],
            chain: ["sha2", "cross-sha1", "root-sha1"]
        ),
    ]

    /// The further cases of `testFailingEvals`.
    static let refused: [Row] = [
        Row(
            test: "choose 2048-bit chain over 1024-bit chain, order 1",
            served: ["sha2", "weak"],
            anchors: ["root", "root-1024"],
            chain: ["sha2", "root"]
        ),
        Row(
            test: "choose 2048-bit chain over 1024-bit chain, order 2",
            served: ["weak", "sha2"],
            anchors: ["root-1024", "root"],
            chain: ["sha2", "root"]
        ),
        Row(
            test: "choose a chain that ends in a self-signed cert over one that doesn't",
            served: ["sha2", "sha1", "root-sha1"],
            anchors: [],
            chain: ["sha1", "root-sha1"]
        ),
        Row(
            test: "choose longer chain over shorter chain, no roots",
            served: ["cross-sha2", "sha2"],
            anchors: nil,
            chain: ["sha2", "cross-sha2"]
        ),
    ]

    @Test(arguments: rows.map { $0.case(.basicX509) })
    func testPassingEvals(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test(arguments: (rows + refused).map { $0.case(.ssl(host: nil)) })
    func testFailingEvals(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    /// Rules of Apple's code that none of its tests covers.
    @Test(
        arguments: [
            ServerTrustCase(
                test: "no path continues above a leaf that is an anchor",
                served: ["server", "sha2", "root"],
                anchors: ["server", "root"],
                chain: ["server"]
            ),
            ServerTrustCase(
                test: "no path continues above an intermediate that is an anchor",
                served: ["server", "sha2", "root"],
                anchors: ["root", "sha2"],
                chain: ["server", "sha2"]
            ),
            ServerTrustCase(
                test: "the last served issuer is tried first",
                served: ["server", "sha2", "weak"],
                anchors: ["root", "root-1024"],
                chain: ["server", "weak", "root-1024"]
            ),
            ServerTrustCase(
                test: "a path that the policies reject does not win by its score",
                served: ["server", "weak", "sha2"],
                anchors: ["root-1024", "root"],
                policies: [.ssl(host: nil)],
                chain: ["server", "sha2", "root"]
            ),
        ]
    )
    func `returns the first accepted path unless another path could have a stronger digest`(
        _ test: ServerTrustCase
    ) throws {
        try test.check(Self.fixture)
    }

    /// Both paths have the same score, so the first one wins.
    @Test(
        arguments: [["sha2", "no-ca"], ["no-ca", "sha2"]]
    )
    func `prefers an issuer that is a CA even if no path is accepted`(served: [String]) throws {
        let row = Row(test: "no CA", served: served, anchors: ["root"], chain: ["sha2", "root"])
        try row.case(.ssl(host: nil)).check(Self.fixture)
    }

    /// `SecCertificatePathVCScore`: 10,000 points for an anchor, 100 for dates, 10 for digests and
    /// 10 for keys.
    ///
    /// A self-signed end adds 1,000 less the length of the path, any other end adds the length.
    @Test(
        arguments: [
            (["leaf", "sha2"], false, false, 122), (["leaf", "sha2", "root"], true, false, 11_117),
            (["leaf", "sha2", "root"], false, false, 1_117),
            (["leaf", "sha1", "root-sha1"], true, false, 11_107),
            (["leaf", "sha1", "root-sha1"], true, true, 11_007),
            (["leaf", "weak", "root-1024"], true, false, 11_107),
            (["root-1024"], true, false, 11_109), (["root-2048"], true, false, 11_119),
            (["root-p192"], true, false, 11_109), (["root-p224"], true, false, 11_119),
        ]
    )
    func `adds up the merits of a path`(
        names: [String],
        isAnchored: Bool,
        isLater: Bool,
        score: Int
    ) throws {
        let certificates = try Self.fixture.decoded(names)
        let leaf = ScoredPath(
            try #require(certificates.first),
            isAnchored: isAnchored && names.count == 1
        )
        let path = certificates.dropFirst().reduce(leaf) {
            $0.appending($1, isAnchored: isAnchored)
        }
        let date = Fixture.now + (isLater ? 26 * 86_400 : 0)
        let scoring = PathScoring(verifyDate: date, cache: SignatureCache())
        #expect(scoring.score(path, isAccepted: false) == score)
        #expect(scoring.score(path, isAccepted: true) == 10_000_000 + score)
    }

    /// A link costs one signature.
    ///
    /// A search in the anchors or in the two served certificates costs three comparisons for each
    /// certificate. That is one for each 16 of the 34 bytes of the name, and one more.
    @Test(
        arguments: [
            (2, 12, ["server", "sha2", "root"]), (1, 12, ["server", "sha2"]), (0, 12, ["server"]),
            (2, 11, ["server", "sha2"]), (2, 8, ["server"]),
        ]
    )
    func `extends paths as far as the budget allows`(
        signatures: Int,
        comparisons: Int,
        chain: [String]
    ) throws {
        var budget = Budget.trustd
        (budget.signatures, budget.issuerComparisons) = (signatures, comparisons)
        let served = try Self.fixture.decoded(["server", "sha2"])
        var builder = TrustdPathBuilder(
            from: served[0],
            TrustdPathBuilder.Sources(
                anchors: [try Self.fixture.decoded(["root"])],
                parents: [served]
            ),
            PathScoring(verifyDate: Fixture.now, cache: SignatureCache()),
            budget: budget
        )
        #expect(try builder.bestPath { _ in nil }.certificates == Self.fixture.decoded(chain))
    }

    @Test func `the test cases cover every test in PathScoringTests.m`() {
        #expect(Self.rows.count == 9)
        #expect(Self.refused.count == 4)
    }
}
