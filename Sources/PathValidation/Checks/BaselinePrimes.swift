import Crypto
import X509

// RSA moduli whose primes can be found, which the Baseline Requirements have CAs refuse.
extension PathCheck {
    static let baselinePrimes = PathCheck(
        "baseline-primes",
        about: "An RSA modulus is not of the form of CVE-2017-15361 (ROCA), and 100 rounds of "
            + "Fermat's method do not find its primes.",
        source: "CA/B Forum BR §6.1.1.3"
    ) { joining throws(Rejection) in
        // The rule is on the keys of subscribers.
        guard joining.isEndEntity, let modulus = joining.certificate.rsaModulus,
            modulus.count <= longestModulus
        else { return }
        guard !isOfROCA(modulus) else {
            throw Rejection.weakKey("RSA of primes that can be found (ROCA)", depth: joining.depth)
        }
        guard !hasNeighbouringPrimes(modulus, rounds: 100) else {
            throw Rejection.weakKey("RSA of primes that are near each other", depth: joining.depth)
        }
    }

    /// In bytes: OpenSSL verifies no signature beyond (`OPENSSL_RSA_MAX_MODULUS_BITS`), and the search
    /// would take minutes.
    private static let longestModulus = 2_048

    /// Whether the modulus is a power of 65537 modulo each of the small primes.
    ///
    /// Both primes of such a key are such powers modulo the product of many primes, so that the modulus is
    /// one too; of other moduli hardly one is for all of these.
    private static func isOfROCA(_ modulus: ArraySlice<UInt8>) -> Bool {
        powers.allSatisfy { prime, powers in
            powers.contains(modulus.reduce(0) { ($0 << 8 | Int($1)) % prime })
        }
    }

    /// The powers of 65537 modulo the odd primes up to 167, which keys of every size of that library share.
    private static let powers: [(prime: Int, powers: Set<Int>)] = (3...167).filter { number in
        (2..<number).allSatisfy { !number.isMultiple(of: $0) }
    }.map { prime in
        var (powers, power): (Set<Int>, Int) = ([], 1)
        while powers.insert(power).inserted { power = power * 65_537 % prime }
        return (prime, powers)
    }
}

extension Certificate {
    /// The magnitude of an RSA key's modulus; nil for other keys and for one that is not well formed.
    fileprivate var rsaModulus: ArraySlice<UInt8>? {
        switch try? PublicKeyAlgorithm(publicKey.algorithm, in: der, rules: rules) {
        case .rsa, .rsaPSS: (try? publicKey.rsaKey(in: der)).map { der[$0.modulus] }
        default: nil
        }
    }
}
