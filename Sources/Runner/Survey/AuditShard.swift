import Crypto
import ScenarioFormat
import TLS
import X509

/// The part of an audit that one of several machines runs, with everything that identifies the
/// audit.
package struct AuditShard: Hashable, Sendable {
    /// The number of the shard, from 1, and the number of shards.
    package var number, count: Int
    /// The digest of the whole audit, as `plan(of:)` makes it.
    ///
    /// All shards of one audit have the same digest.
    package var plan: String
    /// The seed of keys and serial numbers.
    package var seed: UInt64
    /// The time that relative times count from, and the wall clock at the start.
    package var now, started: Instant
    /// The arguments of the audit, except those about its shard and its reports.
    package var words: [String]

    /// Creates a shard; each parameter sets the property of the same name.
    package init(
        number: Int,
        count: Int,
        plan: String,
        seed: UInt64,
        now: Instant,
        started: Instant,
        words: [String]
    ) {
        (self.number, self.count, self.plan) = (number, count, plan)
        (self.seed, self.now, self.started) = (seed, now, started)
        self.words = words
    }

    /// Returns a digest of everything that an audit runs.
    ///
    /// - Parameters:
    ///   - words: the arguments.
    ///   - files: the contents of the configuration files.
    ///   - parties: the audited parties, and the systems that they are compared with.
    ///   - cases: the cases with the setups to try.
    /// - Returns: the SHA-256 digest, hexadecimal.
    /// - Throws: if libcrypto cannot hash.
    package static func plan(
        of words: [String],
        files: [[UInt8]],
        parties: [Party],
        cases: [Scenario]
    ) throws(WireError) -> String {
        // The length of each part comes first, so that different parts never give the same input.
        let parts = words.map { Array($0.utf8) } + files
        let stated = parts.flatMap { Array("\($0.count) ".utf8) + $0 }
        let pairs = parties.flatMap { party in cases.map { Pair($0, party) } }
        do {
            return try Digest.sha256.hash(stated + pairs.flatMap(\.fingerprint)).hex
        } catch {
            throw .openSSL(error)
        }
    }
}
