import OpenSSL
import PKIX

// The primes that RSA keys of forged worlds are made of: eight of each size, so that two different
// ones make 28 keys a size. They are as public as this file, for tests only, and protect nothing.
// OpenSSL made them (`openssl prime -generate`), each with its two highest bits set, so that a
// product of two has exactly twice their bits.

enum RSAPrimes {
    /// How many primes there are of each size.
    static let count = 8
    /// How many pairs of different primes, and so keys, of each size.
    static let pairs = count * (count - 1) / 2

    /// The two primes of the pair of this number, 0 to `pairs` less 1; nil for any other number, and
    /// for a key that is not RSA.
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
    static func primes(of algorithm: KeyAlgorithm) -> [[UInt8]]? {
        guard let text = text(for: algorithm) else { return nil }
        return text.split(separator: ".").compactMap { digits in
            [UInt8](hex: digits.filter { !$0.isWhitespace })
        }
    }

    /// Hexadecimal, with a full stop between primes.
    private static func text(for algorithm: KeyAlgorithm) -> String? {
        switch algorithm {
        case .rsa1024: RSAPrimeDigits.bits512
        case .rsa1536: RSAPrimeDigits.bits768
        case .rsa2048: RSAPrimeDigits.bits1024
        case .rsa3072: RSAPrimeDigits.bits1536
        case .rsa4096: RSAPrimeDigits.bits2048
        case .rsa6144: RSAPrimeDigits.bits3072
        case .rsa8192: RSAPrimeDigits.bits4096
        case .p256, .p384, .p521, .ed25519, .ed448: nil
        }
    }
}
