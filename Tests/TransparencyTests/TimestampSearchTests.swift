import Forge
import OpenSSL
import PKIX
import Testing

@testable import Transparency

/// Bounds that scenarios cannot show.
@Suite struct TimestampSearchTests {
    private static let now = Instant(seconds: 1_795_219_200)

    /// A search in a certificate with these timestamps, whose logs are as usable as stated.
    private static func search(
        _ timestamps: [DeclaredTimestamp],
        knowing logs: [String],
        verifying limit: Int = 100
    ) throws -> TimestampSearch {
        var leaf = Entity(role: .endEntity, issuer: .entity("root"))
        leaf.timestamps = timestamps
        let pki = try PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself), "leaf": leaf,
        ]).forge(seed: 1, at: now)
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
        return TimestampSearch(
            of: try Certificate(der: #require(pki.members["leaf"]).certificate),
            issuedBy: try Certificate(der: #require(pki.members["root"]).certificate),
            among: known,
            at: now,
            verifying: limit
        )
    }

    private static func promises(_ count: Int, of log: String) -> [DeclaredTimestamp] {
        Array(repeating: .made(LogPromise(log: log)), count: count)
    }

    @Test func `a hundred signatures are verified, and no more`() throws {
        var most = try Self.search(Self.promises(100, of: "first"), knowing: ["first"])
        try most.countEmbedded()
        #expect(most.counted.count == 100)
        #expect(most.limit == 0)
        var more = try Self.search(Self.promises(101, of: "first"), knowing: ["first"])
        #expect(throws: TooManyTimestamps()) { try more.countEmbedded() }
    }

    @Test func `timestamps of unknown logs cost no verification`() throws {
        let list = Self.promises(300, of: "stranger") + Self.promises(1, of: "first")
        var search = try Self.search(list, knowing: ["first"], verifying: 1)
        try search.countEmbedded()
        #expect(search.counted.count == 1)
        #expect(search.faults == Array(repeating: .unknownLog, count: 300))
    }

    @Test func `the verify date's own second is not the future`() throws {
        for (offset, count) in [(Int64(0), 1), (1, 0)] {
            var promise = LogPromise(log: "first")
            promise.at = .relative(offset)
            var search = try Self.search([.made(promise)], knowing: ["first"])
            try search.countEmbedded()
            #expect(search.counted.count == count)
        }
    }
}
