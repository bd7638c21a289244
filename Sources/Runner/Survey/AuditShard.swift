import Crypto
import ScenarioFormat
import TLS
import X509

/// The part of an audit that one of several machines asks, with all that proves of which audit it is.
package struct AuditShard: Hashable, Sendable {
    /// The number of the part, from 1, and the number of parts.
    package let number, count: Int
    /// The whole audit, as `plan(of:)` makes it: parts of one audit have the same.
    package let plan: String
    /// The seed of keys and serial numbers.
    package let seed: UInt64
    /// The origin of relative times, and the wall clock at the start.
    package let now, started: Instant
    /// The arguments of the audit, without those on its part and its reports.
    package let words: [String]

    /// Each parameter is the property of its name.
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

    /// A digest of all that an audit asks.
    ///
    /// - Parameters:
    ///   - words: the arguments.
    ///   - files: the contents of the configurations among them.
    ///   - parties: those that are audited, and those that they are told from.
    ///   - cases: those whose setups are tried.
    /// - Returns: SHA-256, hexadecimal.
    /// - Throws: where libcrypto cannot hash.
    package static func plan(
        of words: [String],
        files: [[UInt8]],
        parties: [Party],
        cases: [Scenario]
    ) throws(WireError) -> String {
        // Each part is after its length, so that no other parts read the same.
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
