import Crypto
import Forge
import Testing
import X509

@testable import PathValidation

/// Limits that scenarios cannot show.
@Suite struct SCTSearchTests {
    private static let now = Instant(seconds: 1_795_219_200)

    /// Returns a certificate with these SCTs, and its issuer's.
    private static func certificates(
        _ scts: [DeclaredSCT]
    ) throws -> (leaf: Certificate, root: Certificate) {
        var leaf = Entity(role: .endEntity, issuer: .entity("root"))
        leaf.scts = scts
        let pki = try PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself), "leaf": leaf,
        ]).forge(seed: 1, at: now)
        return (
            try Certificate(der: #require(pki.members["leaf"]).certificate),
            try Certificate(der: #require(pki.members["root"]).certificate)
        )
    }

    /// Returns a search in a certificate with these SCTs.
    private static func search(
        _ scts: [DeclaredSCT],
        knowing logs: [String],
        verifying limit: Int = 100
    ) throws -> SCTSearch {
        let (leaf, root) = try certificates(scts)
        let known = try logs.map { name in
            let log = try ForgedLog(name, seed: 1)
            return TransparencyLog(
                id: log.id,
                key: log.key.spki,
                operatedBy: name,
                state: .usable,
                since: now
            )
        }
        return SCTSearch(
            of: leaf,
            issuedBy: root,
            among: known,
            at: now,
            verifying: limit
        )
    }

    private static func promises(_ count: Int, of log: String) -> [DeclaredSCT] {
        Array(repeating: .made(LogPromise(log: log)), count: count)
    }

    @Test func `verifies the signatures of at most a hundred SCTs`() throws {
        var most = try Self.search(Self.promises(100, of: "first"), knowing: ["first"])
        try most.countEmbedded()
        #expect(most.counted.count == 100)
        #expect(most.limit == 0)
        var more = try Self.search(Self.promises(101, of: "first"), knowing: ["first"])
        #expect(throws: TooManySCTs()) { try more.countEmbedded() }
    }

    @Test func `verifies no SCTs of unknown logs`() throws {
        let list = Self.promises(300, of: "unrelated") + Self.promises(1, of: "first")
        var search = try Self.search(list, knowing: ["first"], verifying: 1)
        try search.countEmbedded()
        #expect(search.counted.count == 1)
        #expect(search.faults == Array(repeating: .unknownLog, count: 300))
    }

    @Test func `accepts an SCT whose time is in the same second as the verify date`() throws {
        for (offset, count) in [(Int64(0), 1), (1, 0)] {
            var promise = LogPromise(log: "first")
            promise.at = .relative(offset)
            var search = try Self.search([.made(promise)], knowing: ["first"])
            try search.countEmbedded()
            #expect(search.counted.count == count)
        }
    }

    /// The log's signature does not cover its own algorithms.
    @Test(arguments: [(UInt8(4), UInt8(3), 1), (5, 3, 0), (4, 1, 0)])
    func `accepts only SHA-256 and ECDSA`(
        hash: UInt8,
        signatureAlgorithm: UInt8,
        count: Int
    ) throws {
        let made = try Self.certificates(Self.promises(1, of: "first")).leaf
        let list = try #require(try made.signedCertificateTimestamps())
        guard case .v1(let fields)? = list.first else { return #expect(Bool(false), "\(list)") }
        // A length and the version in front; two algorithms and a length before the signature.
        var bytes = Array(made.der[(fields.logID.lowerBound - 3)..<fields.signature.upperBound])
        let place = bytes.count - fields.signature.count - 4
        (bytes[place], bytes[place + 1]) = (hash, signatureAlgorithm)
        var search = try Self.search([.bytes(bytes)], knowing: ["first"])
        try search.countEmbedded()
        #expect(search.counted.count == count)
    }
}
