import Crypto
import X509

// RSA moduli whose primes an attacker can find. The Baseline Requirements tell CAs to reject such
// moduli.
extension PathCheck {
    static let baselinePrimes = PathCheck(
        "baseline-primes",
        about: "An RSA modulus does not have the form of CVE-2017-15361 (ROCA), and 100 rounds of "
            + "Fermat's method do not factor it.",
        source: "CA/B Forum BR §6.1.1.3"
    ) { joining throws(Rejection) in
        // The rule applies to subscriber keys.
        guard joining.isEndEntity, let modulus = joining.certificate.rsaModulus,
            modulus.count <= longestModulus
        else { return }
        guard !isOfROCA(modulus) else {
            throw Rejection.weakKey("RSA with weak primes (ROCA)", depth: joining.depth)
        }
        guard !hasNeighbouringPrimes(modulus, rounds: 100) else {
            throw Rejection.weakKey("RSA with primes too close together", depth: joining.depth)
        }
    }

    /// The longest modulus examined, in bytes.
    ///
    /// OpenSSL verifies no signature with a longer modulus (`OPENSSL_RSA_MAX_MODULUS_BITS`), and a
    /// search for its primes would take minutes.
    private static let longestModulus = 2_048

    /// Whether the modulus is a power of 65537 modulo each of the small primes.
    ///
    /// Both primes of a ROCA key are powers of 65537 modulo the product of many small primes, so
    /// the modulus is also such a power. Other moduli are almost never powers of 65537 modulo all
    /// of these primes.
    private static func isOfROCA(_ modulus: ArraySlice<UInt8>) -> Bool {
        powers.allSatisfy { prime, powers in
            powers.contains(modulus.reduce(0) { ($0 << 8 | Int($1)) % prime })
        }
    }

    /// The powers of 65537 modulo the odd primes up to 167, which the affected library uses for
    /// keys of every size.
    private static let powers: [(prime: Int, powers: Set<Int>)] = (3...167).filter { number in
        (2..<number).allSatisfy { !number.isMultiple(of: $0) }
    }.map { prime in
        var (powers, power): (Set<Int>, Int) = ([], 1)
        while powers.insert(power).inserted { power = power * 65_537 % prime }
        return (prime, powers)
    }
}

extension Certificate {
    /// The magnitude of an RSA key's modulus; nil for other keys and for malformed keys.
    fileprivate var rsaModulus: ArraySlice<UInt8>? {
        switch try? PublicKeyAlgorithm(publicKey.algorithm, in: der, rules: rules) {
        case .rsa, .rsaPSS: (try? publicKey.rsaKey(in: der)).map { der[$0.modulus] }
        default: nil
        }
    }
}
