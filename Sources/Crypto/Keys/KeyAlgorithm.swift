/// The key algorithms that entities can have, by their names in scenario files.
package enum KeyAlgorithm: String, CaseIterable, Hashable, Sendable {
    case p256, p384, p521, ed25519, ed448
    case rsa1024, rsa1536, rsa2048, rsa3072, rsa4096, rsa6144, rsa8192

    // Keys that clients reject or cannot use.

    case p192, p224, secp256k1
    case brainpool256, brainpool384, brainpool512
    /// DSA with a modulus of 2048 bits and an order of 256 bits.
    case dsa2048
    case rsa2052, rsa16384
    /// RSA with a public exponent other than 65537: 1, 3, or an exponent of 257 bits.
    case rsaOfOne = "rsa2048-e1"
    case rsaOfThree = "rsa2048-e3"
    case rsaOfManyBits = "rsa2048-e257"
    /// RSA with primes as the library of CVE-2017-15361 made them.
    case rsaOfROCA = "rsa2048-roca"
    /// RSA with primes so close to each other that Fermat's method finds them.
    case rsaOfNeighbours = "rsa2048-close"
    /// RSA with primes that follow from a process number (CVE-2008-0166).
    case rsaOfDebian = "rsa2048-debian"
    /// RSA as in export versions of the 1990s. It is too short for RSASSA-PSS with SHA-256, so that
    /// it cannot authenticate a server in TLS 1.3.
    case rsa512

    /// The algorithms that real servers use.
    package static let usual = Array(allCases.prefix { $0 != .p192 })

    /// A kind of key, which decides the kind of signatures.
    package enum Family: Hashable, Sendable {
        case rsa, ec, edwards, dsa
    }

    /// The kind of key.
    package var family: Family {
        switch self {
        case .p256, .p384, .p521, .p192, .p224, .secp256k1, .brainpool256, .brainpool384,
            .brainpool512:
            .ec
        case .ed25519, .ed448: .edwards
        case .dsa2048: .dsa
        case .rsa1024, .rsa1536, .rsa2048, .rsa3072, .rsa4096, .rsa6144, .rsa8192, .rsa2052,
            .rsa16384, .rsaOfOne, .rsaOfThree, .rsaOfManyBits, .rsaOfROCA, .rsaOfNeighbours,
            .rsaOfDebian, .rsa512:
            .rsa
        }
    }

    /// The key size in bits: RSA or DSA modulus, order of the curve's group, or Edwards field.
    package var bits: Int {
        switch self {
        case .p192: 192
        case .p224: 224
        case .p256, .secp256k1, .brainpool256: 256
        case .p384, .brainpool384: 384
        case .brainpool512: 512
        case .p521: 521
        case .ed25519: 255
        case .ed448: 448
        case .rsa512: 512
        case .rsa1024: 1024
        case .rsa1536: 1536
        case .rsa2048, .rsaOfOne, .rsaOfThree, .rsaOfManyBits, .rsaOfROCA, .rsaOfNeighbours,
            .rsaOfDebian, .dsa2048:
            2048
        case .rsa2052: 2052
        case .rsa3072: 3072
        case .rsa4096: 4096
        case .rsa6144: 6144
        case .rsa8192: 8192
        case .rsa16384: 16_384
        }
    }

    /// The public exponent of an RSA key, big-endian.
    var publicExponent: [UInt8] {
        switch self {
        case .rsaOfOne: [1]
        case .rsaOfThree: [3]
        // 2^256 + 297 is a prime, so this exponent is invertible for nearly every pair of primes.
        case .rsaOfManyBits: [1] + [UInt8](repeating: 0, count: 30) + [0x01, 0x29]
        default: [1, 0, 1]
        }
    }

    /// OpenSSL's name of the key type.
    var typeName: StaticString {
        switch family {
        case .ec: "EC"
        case .edwards: self == .ed25519 ? "ED25519" : "ED448"
        case .dsa: "DSA"
        case .rsa: "RSA"
        }
    }

    /// OpenSSL's number and name of the curve; nil for keys without a curve.
    var curve: (identifier: CInt, name: StaticString)? {
        switch self {
        case .p192: (409, "prime192v1")
        case .p224: (713, "secp224r1")
        case .p256: (415, "prime256v1")
        case .p384: (715, "secp384r1")
        case .p521: (716, "secp521r1")
        case .secp256k1: (714, "secp256k1")
        case .brainpool256: (927, "brainpoolP256r1")
        case .brainpool384: (931, "brainpoolP384r1")
        case .brainpool512: (933, "brainpoolP512r1")
        default: nil
        }
    }
}
