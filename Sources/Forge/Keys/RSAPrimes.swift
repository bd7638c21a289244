import Crypto
import X509

// The primes of RSA keys in forged setups. There are eight of each usual size, so pairs of
// different primes make 28 keys of that size. Key sizes that few setups use have fewer.
//
// The primes are as public as this file, for tests only, and protect nothing. OpenSSL made them
// (`openssl prime -generate`). The two highest bits of each prime are set, so that the product of
// two primes has exactly twice their bits. The primes of weak keys are weak on purpose.

enum RSAPrimes {
    /// The number of pairs of different primes, and so of keys, for an algorithm; zero for a key
    /// that is not RSA.
    static func pairs(of algorithm: KeyAlgorithm) -> Int {
        let count = primes(of: algorithm)?.count ?? 0
        return count * (count - 1) / 2
    }

    /// The two primes of the pair with this number, from 0; nil for a number of `pairs` or more,
    /// and for a key that is not RSA.
    static func pair(_ number: Int, of algorithm: KeyAlgorithm) -> ([UInt8], [UInt8])? {
        guard let primes = primes(of: algorithm) else { return nil }
        var number = number
        for (index, prime) in primes.enumerated() where number >= 0 {
            let partners = primes[(index + 1)...]
            if number < partners.count { return (prime, partners[index + 1 + number]) }
            number -= partners.count
        }
        return nil
    }

    /// The primes for moduli of an algorithm's size, big-endian; nil for a key that is not RSA.
    static func primes(of algorithm: KeyAlgorithm) -> [[UInt8]]? { known[algorithm] }

    /// The primes, parsed once because a forged setup needs them several times.
    private static let known: [KeyAlgorithm: [[UInt8]]] = {
        var known: [KeyAlgorithm: [[UInt8]]] = [:]
        for algorithm in KeyAlgorithm.allCases { known[algorithm] = read(algorithm) }
        return known
    }()

    private static func read(_ algorithm: KeyAlgorithm) -> [[UInt8]]? {
        guard let text = text(for: algorithm) else { return nil }
        let primes = text.utf8.split(separator: UInt8(ascii: ".")).compactMap { digits in
            [UInt8](hex: String(decoding: digits.filter { $0 > 0x20 }, as: UTF8.self))
        }
        guard algorithm == .rsaOfThree else { return primes }
        // The exponent 3 has no inverse if 3 divides a prime less one. 256 leaves the remainder 1
        // modulo 3, so the sum of the bytes decides.
        return primes.filter { $0.reduce(0) { ($0 + Int($1)) % 3 } == 2 }
    }

    /// The digits of the primes in hexadecimal, with a full stop between primes.
    private static func text(for algorithm: KeyAlgorithm) -> String? {
        switch algorithm {
        case .rsa1024: RSAPrimeDigits.bits512
        case .rsa1536: RSAPrimeDigits.bits768
        case .rsa2048, .rsaOfOne, .rsaOfThree, .rsaOfManyBits: RSAPrimeDigits.bits1024
        case .rsa3072: RSAPrimeDigits.bits1536
        case .rsa4096: RSAPrimeDigits.bits2048
        case .rsa6144: RSAPrimeDigits.bits3072
        case .rsa8192: RSAPrimeDigits.bits4096
        case .rsa2052: WeakPrimeDigits.bits1026
        case .rsa16384: WeakPrimeDigits.bits8192
        case .rsaOfROCA: WeakPrimeDigits.roca
        case .rsaOfNeighbours: WeakPrimeDigits.neighbours
        case .rsaOfDebian: WeakPrimeDigits.debian
        case .p256, .p384, .p521, .ed25519, .ed448, .p192, .p224, .secp256k1, .brainpool256,
            .brainpool384, .brainpool512, .dsa2048:
            nil
        }
    }
}
