import COpenSSL
import Testing
import X509

@testable import Crypto
@testable import Forge

@Suite struct KeyRingTests {
    static let rsa = KeyAlgorithm.allCases.filter { $0.family == .rsa }

    /// The sizes with fewer primes in the ring.
    static let few: [KeyAlgorithm: Int] = [
        .rsa2052: 4, .rsa16384: 3, .rsaOfROCA: 4, .rsaOfNeighbours: 3, .rsaOfThree: 5,
        .rsaOfDebian: 2,
    ]

    @Test(arguments: rsa)
    func `the ring has the expected number of different primes of each size`(
        _ algorithm: KeyAlgorithm
    ) throws {
        let primes = try #require(RSAPrimes.primes(of: algorithm))
        #expect(Set(primes).count == Self.few[algorithm] ?? 8)
        for prime in primes {
            // Both high bits are set, so that a product of two has the full length.
            let bits = algorithm.bits / 2
            #expect(prime.count == (bits + 7) / 8)
            // A modulus of 2052 bits has two primes of 1026 bits, whose first byte has two bits.
            #expect(prime[0] >> UInt8((bits + 6) % 8) == 3)
        }
    }

    @Test(arguments: rsa)
    func `every pair of primes makes a key of the expected size`(_ algorithm: KeyAlgorithm) throws {
        for number in 0..<RSAPrimes.pairs(of: algorithm) {
            let primes = try #require(RSAPrimes.pair(number, of: algorithm))
            let key = try PrivateKey(algorithm, primes: primes)
            #expect(try PublicKey(spki: key.spki).kind == .rsa(bits: algorithm.bits))
        }
    }

    /// OpenSSL's own test takes three seconds for a prime of 4096 bits, so it checks primes of up
    /// to 2048 bits.
    ///
    /// Fermat's test to base 2 checks the other primes. The only known composite numbers of this
    /// size that pass Fermat's test were constructed to pass it.
    @Test(arguments: rsa)
    func `the ring contains only primes`(_ algorithm: KeyAlgorithm) throws {
        let scratch = try Scratch()
        for prime in try #require(RSAPrimes.primes(of: algorithm)) {
            let number = try BigNumber(prime)
            if prime.count <= 256 {
                #expect(BN_check_prime(number.pointer, scratch.pointer, nil) == 1)
            } else {
                let two = try BigNumber([2])
                let rest = try BigNumber()
                let exponent = try number.predecessor()
                BN_mod_exp(
                    rest.pointer,
                    two.pointer,
                    exponent.pointer,
                    number.pointer,
                    scratch.pointer
                )
                #expect(BN_is_one(rest.pointer) == 1)
            }
        }
    }

    @Test(arguments: rsa)
    func `every pair of primes makes a different key`(_ algorithm: KeyAlgorithm) throws {
        let count = RSAPrimes.pairs(of: algorithm)
        let pairs = try (0..<count).map {
            let pair = try #require(RSAPrimes.pair($0, of: algorithm))
            return Set([pair.0, pair.1])
        }
        let primes = Self.few[algorithm] ?? 8
        #expect(Set(pairs).count == primes * (primes - 1) / 2)
        #expect(pairs.allSatisfy { $0.count == 2 })
        #expect(RSAPrimes.pair(count, of: algorithm) == nil)
        #expect(RSAPrimes.pair(-1, of: algorithm) == nil)
    }

    @Test(arguments: KeyAlgorithm.allCases)
    func `the size of a key is the size in the name of its algorithm`(
        _ algorithm: KeyAlgorithm
    ) throws {
        let kind = try PublicKey(spki: key(algorithm, seed: 1, "a").spki).kind
        switch algorithm {
        case .p256: #expect(kind == .ec(curve: "prime256v1", bits: 256))
        case .p384: #expect(kind == .ec(curve: "secp384r1", bits: 384))
        case .p521: #expect(kind == .ec(curve: "secp521r1", bits: 521))
        case .p192: #expect(kind == .ec(curve: "prime192v1", bits: 192))
        case .p224: #expect(kind == .ec(curve: "secp224r1", bits: 224))
        case .secp256k1: #expect(kind == .ec(curve: "secp256k1", bits: 256))
        case .brainpool256: #expect(kind == .ec(curve: "brainpoolP256r1", bits: 256))
        case .brainpool384: #expect(kind == .ec(curve: "brainpoolP384r1", bits: 384))
        case .brainpool512: #expect(kind == .ec(curve: "brainpoolP512r1", bits: 512))
        case .dsa2048: #expect(kind == .dsa(bits: 2048))
        case .ed25519: #expect(kind == .ed25519)
        case .ed448: #expect(kind == .ed448)
        default: #expect(kind == .rsa(bits: algorithm.bits))
        }
    }

    @Test(arguments: KeyAlgorithm.allCases)
    func `derives a key from seed and name`(_ algorithm: KeyAlgorithm) throws {
        let first = try key(algorithm, seed: 1, "a").spki
        #expect(try key(algorithm, seed: 1, "a").spki == first)
        guard Self.few[algorithm] == nil else { return }
        // There are only 28 RSA keys, so two seeds or names may select the same key.
        let others = try [
            key(algorithm, seed: 1, "b"), key(algorithm, seed: 3, "a"),
            key(algorithm, seed: 4, "c"),
        ]
        #expect(others.contains { $0.spki != first })
        guard algorithm.family != .rsa else { return }
        #expect(others.allSatisfy { $0.spki != first })
    }

    @Test func `gives every entity of a setup a different RSA key`() throws {
        let pki = manyEntities(28)
        let forged = try pki.forge(seed: 5, at: now)
        #expect(Set(forged.members.values.map(\.key.spki)).count == 28)
    }

    @Test func `rejects more RSA keys than the ring holds`() {
        #expect(throws: ForgeError.noMoreKeys(entity: "e28", .rsa1024, limit: 28)) {
            try manyEntities(29).forge(seed: 5, at: now)
        }
    }

    @Test func `entities with key-of have the key of the named entity`() throws {
        var pki = manyEntities(28)
        pki.entities["one-more"] = Entity(role: .rootCA, issuer: .itself)
        pki.entities["one-more"]?.keyOf = "e00"
        let forged = try pki.forge(seed: 5, at: now)
        #expect(forged.members["one-more"]?.key.spki == forged.members["e00"]?.key.spki)
    }

    private func key(_ algorithm: KeyAlgorithm, seed: UInt64, _ name: String) throws -> PrivateKey {
        var entity = Entity(role: .rootCA, issuer: .itself)
        entity.key = algorithm
        let pki = PKI(entities: [name: entity])
        return try #require(try pki.forge(seed: seed, at: now, keys: KeyRing()).members[name]).key
    }

    private func manyEntities(_ count: Int) -> PKI {
        var pki = PKI()
        for number in 0..<count {
            var entity = Entity(role: .rootCA, issuer: .itself)
            entity.key = .rsa1024
            pki.entities["e" + (number < 10 ? "0" : "") + "\(number)"] = entity
        }
        return pki
    }
}
