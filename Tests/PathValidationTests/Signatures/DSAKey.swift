import COpenSSL
import TestSupport
import Testing
import X509

/// A DSA key in the domain of RFC 6979 §A.2.1, 1,024 bits, or in a variant of it.
///
/// The forge has no DSA of this size, because only NIST's suite needs it.
struct DSAKey {
    /// The domain parameters of a key.
    enum Domain {
        case standard
        /// A variant of the domain whose generator is the square of the standard one.
        case other
    }

    /// The parameters in the key's AlgorithmIdentifier.
    enum Parameters {
        case own, absent, null
    }

    let domain: Domain
    /// The private key.
    let scalar: UInt8

    private static let modulus =
        "86f5ca03dcfeb225063ff830a0c769b9dd9d6153ad91d7ce27f787c43278b447"
        + "e6533b86b18bed6e8a48b784a14c252c5be0dbf60b86d6385bd2f12fb763ed88"
        + "73abfd3f5ba2e0a8c0a59082eac056935e529daf7c610467899c77adedfc846c"
        + "881870b7b19b2b58f9be0521a17002e3bdd6b86685ee90b3d9a1b02b782b1779"
    private static let order = "996f967f6c8e388d9e28d01e205fba957a5698b1"
    private static let generator =
        "07b0f92546150b62514bb771e2a0c0ce387f03bda6c56b505209ff25fd3c133d"
        + "89bbcd97e904e09114d9a7defdeadfc9078ea544d2e401aeecc40bb9fbbf78fd"
        + "87995a10a1c27cb7789b594ba7efb5c4326a9fe59a070e136db77175464adca4"
        + "17be5dce2f40d10a46a3a3943f26ab7fd9c0398ff8c76ee0a56826a8a88f1dbd"

    /// Returns `base` to the power of `exponent`, modulo p.
    private static func power(_ base: [UInt8], _ exponent: UInt8) throws -> [UInt8] {
        let factors: [[UInt8]] = [base, [exponent], hexBytes(modulus), [0]]
        let numbers = try factors.map { number in
            try #require(BN_bin2bn(number, Int32(number.count), nil))
        }
        let scratch = try #require(BN_CTX_new())
        defer {
            numbers.forEach { BN_free($0) }
            BN_CTX_free(scratch)
        }
        try #require(BN_mod_exp(numbers[3], numbers[0], numbers[1], numbers[2], scratch) == 1)
        var result = [UInt8](repeating: 0, count: hexBytes(modulus).count)
        try #require(BN_bn2binpad(numbers[3], &result, Int32(result.count)) > 0)
        return result
    }

    private func numbers() throws -> (generator: [UInt8], key: [UInt8]) {
        let generator =
            switch domain {
            case .standard: hexBytes(Self.generator)
            case .other: try Self.power(hexBytes(Self.generator), 2)
            }
        return (generator, try Self.power(generator, scalar))
    }

    /// Returns the SubjectPublicKeyInfo (RFC 3279 §2.3.2).
    func spki(_ parameters: Parameters) throws -> [UInt8] {
        let (generator, key) = try numbers()
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(.dsa)
                    switch parameters {
                    case .own:
                        writer.constructed(.sequence) { writer in
                            writer.unsignedInteger(hexBytes(Self.modulus))
                            writer.unsignedInteger(hexBytes(Self.order))
                            writer.unsignedInteger(generator)
                        }
                    case .absent: break
                    case .null: writer.raw([0x05, 0x00])
                    }
                }
                writer.bitString(DERWriter.bytes { $0.unsignedInteger(key) })
            }
        }
    }

    /// Returns a signature with SHA-256, as a Dss-Sig-Value.
    func sign(_ message: [UInt8]) throws -> [UInt8] {
        let (generator, key) = try numbers()
        let encoding = DERWriter.bytes { writer in
            // OpenSSL's own form of a private key (DSAPrivateKey).
            writer.constructed(.sequence) { writer in
                writer.integer(0)
                for number in [
                    hexBytes(Self.modulus), hexBytes(Self.order), generator, key, [scalar],
                ] {
                    writer.unsignedInteger(number)
                }
            }
        }
        let pair = try encoding.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return try #require(d2i_PrivateKey(EVP_PKEY_DSA, nil, &start, bytes.count))
        }
        let context = try #require(EVP_MD_CTX_new())
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(pair)
        }
        try #require(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pair) == 1)
        var signature = [UInt8](repeating: 0, count: 64)
        var length = signature.count
        try #require(EVP_DigestSign(context, &signature, &length, message, message.count) == 1)
        return Array(signature.prefix(length))
    }
}
