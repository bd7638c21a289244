import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

struct ServerTrustTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "client-only": .leaf("intermediate", "www.example.test") {
            $0.extendedKeyUsage = [.clientAuth]
        },
        "sha1": .leaf("intermediate", "www.example.test") { $0.digest = .sha1 },
        "md5": .leaf("rsa-root", "www.example.test") { $0.digest = .md5 },
        "md5-expired": .leaf("rsa-root", "www.example.test") {
            $0.digest = .md5
            $0.expire()
        },
        "rsa-root": .root { $0.key = .rsa2048 },
        "sha1-root": .root { $0.digest = .sha1 },
        "below-sha1-root": .leaf("sha1-root", "www.example.test"),
        "md5-root": .root {
            $0.key = .rsa2048
            $0.digest = .md5
        },
        "below-md5-root": .leaf("md5-root", "www.example.test"),
        "key-encipherment": .leaf("intermediate", "www.example.test") {
            $0.keyUsage = [.keyEncipherment]
        },
        "rsa1024": .leaf("intermediate", "www.example.test") { $0.key = .rsa1024 },
        "ed25519": .leaf("intermediate", "www.example.test") { $0.key = .ed25519 },
        "secp256k1": .leaf("intermediate", "www.example.test") { $0.key = .secp256k1 },
        "p521": .leaf("intermediate", "www.example.test") { $0.key = .p521 },
        "below-leaf": .leaf("leaf", "www.example.test"),
        "forged-by-name": .leaf("look-alike", "www.example.test") {
            $0.authorityKeyID = Entity.KeyID.none
        },
        "look-alike": .intermediate("other-root") {
            $0.copy = "intermediate"
        },
        "other-root": .root(),
        "ip": .leaf("intermediate") { $0.subjectAlternativeNames = [.ip([192, 0, 2, 1])] },
    ])

    static func trust(
        _ served: [String],
        system: [String] = ["root"],
        user: [String] = [],
        policies: [ServerTrust.Policy] = [.ssl(host: .dns("www.example.test"))]
    ) throws -> ServerTrust {
        try ServerTrust(
            try Self.fixture.presented(served, system: system, user: user),
            policies: policies
        )
    }

    // MARK: Anchors

    struct Anchors: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The application's anchors; nil sets none.
        var anchors: [String]?
        var joinsStore = false
        var system = ["root"]
        var user: [String] = []
        let result: TrustResult
        let chain: [String]
    }

    @Test(
        arguments: [
            Anchors(
                testDescription: "the system's",
                result: .unspecified,
                chain: ["leaf", "intermediate", "root"]
            ),
            Anchors(
                testDescription: "the user's",
                system: [],
                user: ["root"],
                result: .proceed,
                chain: ["leaf", "intermediate", "root"]
            ),
            Anchors(
                testDescription: "the user's and the system's",
                user: ["root"],
                result: .proceed,
                chain: ["leaf", "intermediate", "root"]
            ),
            Anchors(
                testDescription: "the application's",
                anchors: ["root"],
                system: [],
                result: .unspecified,
                chain: ["leaf", "intermediate", "root"]
            ),
            Anchors(
                testDescription: "the application's, which the user has installed too",
                anchors: ["root"],
                user: ["root"],
                result: .unspecified,
                chain: ["leaf", "intermediate", "root"]
            ),
            Anchors(
                testDescription: "an intermediate",
                anchors: ["intermediate"],
                result: .unspecified,
                chain: ["leaf", "intermediate"]
            ),
            Anchors(
                testDescription: "the leaf itself, though a CA issued it",
                anchors: ["leaf"],
                result: .unspecified,
                chain: ["leaf"]
            ),
            Anchors(
                testDescription: "another root than the system's",
                anchors: ["other-root"],
                result: .recoverableFailure,
                chain: ["leaf", "intermediate", "root"]
            ),
            Anchors(
                testDescription: "an empty list, which differs from nil",
                anchors: [],
                result: .recoverableFailure,
                chain: ["leaf", "intermediate", "root"]
            ),
            Anchors(
                testDescription: "another root, added to the system's",
                anchors: ["other-root"],
                joinsStore: true,
                result: .unspecified,
                chain: ["leaf", "intermediate", "root"]
            ),
        ]
    )
    func `ends a chain at its anchor, with that anchor's result`(_ test: Anchors) throws {
        var trust = try Self.trust(["leaf", "intermediate"], system: test.system, user: test.user)
        if let anchors = test.anchors {
            let isSet = trust.setAnchorCertificates(try Self.fixture.certificates(anchors))
            #expect(isSet)
        }
        if test.joinsStore { trust.setAnchorCertificatesOnly(false) }
        #expect(trust.evaluate() == test.result)
        #expect(try trust.certificateChain == Self.fixture.certificates(test.chain))
    }

    // MARK: Trust objects

    @Test
    func `creates no trust from an empty list or from bytes that are not a certificate`() throws {
        let leaf = try Self.fixture.certificate("leaf")
        var presented = try Self.fixture.presented([], system: ["root"])
        #expect(throws: Rejection.missingCertificate) {
            try ServerTrust(presented, policies: [.basicX509])
        }
        presented.chain = [leaf, [0x30, 0x00]]
        let fault = #expect(throws: DERError.self) { try Certificate(der: [0x30, 0x00]) }
        #expect(throws: Rejection.malformed(try #require(fault), depth: 1)) {
            try ServerTrust(presented, policies: [.basicX509])
        }
        presented.chain = [leaf]
        _ = try ServerTrust(presented, policies: [.basicX509])
    }

    // MARK: The chain

    struct Chain: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let served: [String]
        var system = ["root"]
        let chain: [String]
    }

    @Test(
        arguments: [
            Chain(
                testDescription: "a root that is not served",
                served: ["leaf", "intermediate"],
                chain: ["leaf", "intermediate", "root"]
            ),
            Chain(
                testDescription: "no anchor at all",
                served: ["leaf", "intermediate", "root"],
                system: [],
                chain: ["leaf", "intermediate", "root"]
            ),
            Chain(
                testDescription: "out of order, with an unrelated certificate and a duplicate",
                served: ["leaf", "other-root", "root", "intermediate", "intermediate"],
                chain: ["leaf", "intermediate", "root"]
            ),
            Chain(
                testDescription: "a missing intermediate",
                served: ["leaf", "root"],
                chain: ["leaf"]
            ),
            Chain(
                testDescription: "an issuer only by name is cut off",
                served: ["forged-by-name", "intermediate"],
                chain: ["forged-by-name"]
            ),
            Chain(
                testDescription: "an issuer that is not a CA stays if there is no better one",
                served: ["below-leaf", "leaf", "intermediate"],
                chain: ["below-leaf", "leaf", "intermediate", "root"]
            ),
        ]
    )
    func `returns the built and verified chain, even after a failure`(_ test: Chain) throws {
        var trust = try Self.trust(test.served, system: test.system)
        #expect(try trust.certificateChain == Self.fixture.certificates(test.chain))
    }

    // MARK: Keys

    @Test func `extracts only keys on NIST and Edwards curves and RSA keys`() throws {
        for name in ["leaf", "rsa1024", "rsa-root", "p521", "ed25519"] {
            #expect(ServerTrust.copyKey(of: try Self.fixture.certificate(name)) != nil, "\(name)")
        }
        #expect(ServerTrust.copyKey(of: try Self.fixture.certificate("secp256k1")) == nil)
        #expect(ServerTrust.copyKey(of: [0x30, 0x00]) == nil)
    }
}
