import Crypto
import Testing
import X509

@testable import Forge

/// The same declaration, seed and instant give the same bytes in any process, for every key type.
@Suite struct RepeatabilityTests {
    /// A root of every usual key type, and below each an end entity signed with SHA-384.
    private static let setup = setup(of: KeyAlgorithm.usual)

    private static func setup(of algorithms: [KeyAlgorithm]) -> PKI {
        var pki = PKI()
        for algorithm in algorithms {
            var root = Entity(role: .rootCA, issuer: .itself)
            root.key = algorithm
            var leaf = Entity(role: .endEntity, issuer: .entity(algorithm.rawValue))
            // A modulus of 512 bits is too short for RSASSA-PSS and for SHA-384.
            let isLong = algorithm.family != .rsa || algorithm.bits > 512
            let isFixed = algorithm.family == .edwards || algorithm.family == .dsa || !isLong
            leaf.digest = isFixed ? nil : .sha384
            leaf.padding = algorithm.family == .rsa && isLong ? .pss : nil
            pki.entities[algorithm.rawValue] = root
            pki.entities["leaf of " + algorithm.rawValue] = leaf
        }
        return pki
    }

    private func digest(of forged: ForgedPKI) throws -> String {
        let members = forged.members.sorted { $0.key < $1.key }
        return try Digest.sha256.hash(members.flatMap(\.value.certificate)).hex
    }

    @Test func `reproduces the recorded setup of every key type`() throws {
        let forged = try Self.setup.forge(seed: 0x4a7_91e, at: now, keys: KeyRing())
        let digest = try digest(of: forged)
        #expect(digest == "b19d06bdeafec82b885d29fb52b94a0eb4cbefd9371d485394dbd1a206fcf69f")
    }

    @Test func `forges the same bytes twice`() throws {
        let setup = Self.setup(of: KeyAlgorithm.allCases)
        let first = try setup.forge(seed: 7, at: now, keys: KeyRing())
        let second = try setup.forge(seed: 7, at: now, keys: KeyRing())
        #expect(try digest(of: first) == digest(of: second))
    }

    @Test func `forges the same bytes with a cache`() throws {
        let (ring, cache) = (KeyRing(), ForgeCache())
        let fresh = try Self.setup.forge(seed: 7, at: now, keys: KeyRing())
        for _ in 0..<2 {
            let cached = try Self.setup.forge(seed: 7, at: now, keys: ring, cache: cache)
            #expect(try digest(of: cached) == digest(of: fresh))
        }
    }

    @Test func `forges the same bytes in several threads`() async throws {
        let (ring, cache, expected) = (
            KeyRing(), ForgeCache(), try digest(of: Self.setup.forge(seed: 7, at: now))
        )
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let cache = number.isMultiple(of: 2) ? cache : nil
                    return try digest(
                        of: Self.setup.forge(seed: 7, at: now, keys: ring, cache: cache)
                    )
                }
            }
            for try await digest in group { #expect(digest == expected) }
        }
    }

    @Test func `a certificate depends on seed, instant and declaration`() throws {
        let first = try baselineSetup().forge(seed: 1, at: now)
        let others = [
            try baselineSetup().forge(seed: 2, at: now),
            try baselineSetup().forge(seed: 1, at: now + 1),
            try baselineSetup { $0.entities["leaf"]?.notAfter = .relative(1) }.forge(
                seed: 1,
                at: now
            ),
        ]
        for other in others {
            #expect(try other.certificate("leaf") != first.certificate("leaf"))
        }
    }

    @Test func `a certificate does not depend on other entities of the setup`() throws {
        let alone = try baselineSetup().forge(seed: 1, at: now)
        let among = try baselineSetup {
            $0.entities["another"] = Entity(role: .rootCA, issuer: .itself)
        }.forge(seed: 1, at: now)
        #expect(try alone.certificate("leaf") == among.certificate("leaf"))
    }
}
