import Crypto
import Synchronization
import X509

/// A key and its identifier.
package struct ForgedKey: Sendable {
    package let key: PrivateKey
    /// SHA-1 of the public key's bits (RFC 5280 §4.2.1.2 (1)), 20 bytes.
    package let identifier: [UInt8]
}

/// The inputs of a key: equal recipes make the same key, in any process.
struct KeyRecipe: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        /// A key of an elliptic or Edwards curve or of DSA, derived from a seed and a name.
        case derived(seed: UInt64, name: String)
        /// The RSA key of this pair of primes.
        case pair(Int)
        /// An EC key with the point of the key of another recipe, on a curve whose generator is
        /// that point.
        indirect case generator(KeyRecipe)
    }

    let algorithm: KeyAlgorithm
    let source: Source
}

/// A cache of keys that were made earlier, since making a key costs more than making a signature.
///
/// A key is a function of its recipe alone, so a ring saves time and changes no result. One ring
/// can serve the whole process.
package final class KeyRing: Sendable {
    /// The default key ring.
    package static let shared = KeyRing()

    /// The number of keys at which the ring drops all keys: about 10 MB.
    ///
    /// A run with one seed needs a few dozen keys.
    private static let capacity = 256

    private let keys = Mutex<[KeyRecipe: ForgedKey]>([:])

    /// Makes an empty ring.
    package init() {}

    func key(_ recipe: KeyRecipe) throws(OpenSSLError) -> ForgedKey {
        if let held = keys.withLock({ $0[recipe] }) { return held }
        // Two threads may make the same key at once; the results are equal.
        let made = try ForgedKey(recipe)
        keys.withLock { keys in
            if keys.count >= Self.capacity { keys.removeAll(keepingCapacity: true) }
            keys[recipe] = made
        }
        return made
    }
}

extension ForgedKey {
    fileprivate init(_ recipe: KeyRecipe) throws(OpenSSLError) {
        key = try PrivateKey(recipe)
        identifier = try Digest.sha1.hash(publicKeyBits(in: key.spki))
    }
}

extension PrivateKey {
    fileprivate convenience init(_ recipe: KeyRecipe) throws(OpenSSLError) {
        let algorithm = recipe.algorithm
        switch recipe.source {
        case .pair(let number):
            guard let primes = RSAPrimes.pair(number, of: algorithm) else {
                throw OpenSSLError(
                    function: "RSAPrimes.pair",
                    queue: ["\(algorithm.rawValue) has no pair \(number)"]
                )
            }
            try self.init(algorithm, primes: primes)
        case .generator(let shown): try self.init(generator: PrivateKey(shown))
        case .derived(let seed, let name):
            let seeded = SeededBytes(seed: seed)
            let purpose = "key " + algorithm.rawValue
            if algorithm.family == .edwards {
                let count = algorithm == .ed25519 ? 32 : 57
                try self.init(algorithm, seed: seeded.bytes(count, for: purpose, name))
            } else if algorithm.family == .dsa {
                // A number of 31 bytes is below the order, which has 32 bytes.
                try self.init(algorithm, exponent: seeded.bytes(31, for: purpose, name))
            } else {
                // The scalar is odd and one bit shorter than the order, so it is always between 1
                // and the order less 1.
                var scalar = try seeded.bytes((algorithm.bits + 6) / 8, for: purpose, name)
                scalar[0] &= 0xff >> UInt8(8 * scalar.count - (algorithm.bits - 1))
                scalar[scalar.count - 1] |= 1
                try self.init(algorithm, scalar: scalar)
            }
        }
    }
}

/// Returns the content of the BIT STRING in a DER `SubjectPublicKeyInfo` from OpenSSL, without the
/// byte of unused bits: everything after the AlgorithmIdentifier.
func publicKeyBits(in spki: [UInt8]) -> ArraySlice<UInt8> {
    var rest = spki[...]
    func enter(_ rest: ArraySlice<UInt8>) -> (content: ArraySlice<UInt8>, after: ArraySlice<UInt8>)
    {
        let afterTag = rest.dropFirst()
        guard let first = afterTag.first else { return ([], []) }
        let bytes = first < 0x80 ? 0 : Int(first & 0x7f)
        let number = first < 0x80 ? [first][...] : afterTag.dropFirst().prefix(bytes)
        let length = number.reduce(0) { $0 << 8 | Int($1) }
        let content = afterTag.dropFirst(1 + bytes)
        return (content.prefix(length), content.dropFirst(length))
    }
    rest = enter(rest).content
    return enter(enter(rest).after).content.dropFirst()
}
