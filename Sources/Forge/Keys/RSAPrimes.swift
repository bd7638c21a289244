import Basics
import Crypto
import X509

/// The primes of RSA keys in forged setups; `primes.txt` has their digits.
enum RSAPrimes {
    /// Returns the number of pairs of different primes, and so of keys, for an algorithm; zero for
    /// a key that is not RSA.
    static func pairs(of algorithm: KeyAlgorithm) -> Int {
        let count = primes(of: algorithm)?.count ?? 0
        return count * (count - 1) / 2
    }

    /// Returns the two primes of the pair with this number, from 0.
    ///
    /// Returns nil for a number of `pairs` or more, and for a key that is not RSA.
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

    /// Returns the primes for moduli of an algorithm's size, big-endian; nil for a key that is not
    /// RSA.
    static func primes(of algorithm: KeyAlgorithm) -> [[UInt8]]? { known[algorithm] }

    /// The primes of `primes.txt`, read once because a forged setup needs them several times.
    private static let known: [KeyAlgorithm: [[UInt8]]] = {
        var known: [KeyAlgorithm: [[UInt8]]] = [:]
        let sections = (try? SectionedText(EmbeddedTexts.primes.description))?.sections ?? []
        for section in sections {
            let primes = section.entries.compactMap { [UInt8](hex: $0.text) }
            for name in section.name.split(separator: " ") {
                guard let algorithm = KeyAlgorithm(rawValue: String(name)) else { continue }
                known[algorithm] = algorithm == .rsaOfThree ? primes.filter(fitsThree) : primes
            }
        }
        return known
    }()

    /// Whether the exponent 3 has an inverse: the exponent has no inverse if 3 divides a prime
    /// minus 1.
    private static func fitsThree(_ prime: [UInt8]) -> Bool {
        // 256 leaves the remainder 1 modulo 3, so the sum of the bytes decides.
        prime.reduce(0) { ($0 + Int($1)) % 3 } == 2
    }
}
