import COpenSSL

// Keys that do not follow from a seed: keys read from a file, random keys, and keys of which only
// the public key is known.

extension PrivateKey {
    /// Reads a DER `PrivateKeyInfo` (RFC 5208 §5), `RSAPrivateKey` (RFC 8017 §A.1.2) or
    /// `ECPrivateKey` (RFC 5915 §3), unencrypted.
    ///
    /// - Throws: if the bytes have none of these forms, if `KeyAlgorithm` has no such algorithm and
    ///   size, or if an RSA key has a public exponent other than 65537.
    package convenience init(der: [UInt8]) throws(OpenSSLError) {
        let pointer = try owned("d2i_AutoPrivateKey") {
            der.withUnsafeBufferPointer { bytes in
                var start = bytes.baseAddress
                return d2i_AutoPrivateKey(nil, &start, bytes.count)
            }
        }
        try self.init(taking: KeyHandle(owning: pointer))
    }

    /// Makes a random key, which does not depend on a seed.
    package static func random(_ algorithm: KeyAlgorithm) throws(OpenSSLError) -> PrivateKey {
        if algorithm.family == .rsa {
            let bits = CUnsignedInt(algorithm.bits)
            let pointer = try owned("EVP_RSA_gen") { shim_EVP_RSA_gen(bits) }
            return try PrivateKey(taking: KeyHandle(owning: pointer))
        }
        if algorithm.family == .dsa { throw algorithm.hasNoForeignKeys }
        if let curve = algorithm.curve {
            let pointer = try owned("EVP_EC_gen") { shim_EVP_EC_gen("\(curve.name)") }
            return try PrivateKey(taking: KeyHandle(owning: pointer))
        }
        var generator = SystemRandomNumberGenerator()
        let count = algorithm == .ed448 ? 57 : 32
        let seed = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return try PrivateKey(algorithm, seed: seed)
    }

    /// Makes a key with this public key, a DER `SubjectPublicKeyInfo`, and a random private key
    /// that does not match.
    ///
    /// The key looks like the real key until a signature is verified.
    ///
    /// - Throws: for DSA keys, and for keys whose kind or size `KeyAlgorithm` does not have.
    package static func impostor(showing spki: [UInt8]) throws(OpenSSLError) -> PrivateKey {
        let pointer = try owned("d2i_PUBKEY") {
            spki.withUnsafeBufferPointer { bytes in
                var start = bytes.baseAddress
                return d2i_PUBKEY(nil, &start, bytes.count)
            }
        }
        let shown = KeyHandle(owning: pointer)
        let algorithm = try shown.algorithm
        switch algorithm.family {
        case .rsa:
            // Any number can be the private exponent; a small key is generated quickly.
            return try random(.rsa1024).impostor(
                showing: .rsa(
                    modulus: shown.integer("n"),
                    publicExponent: shown.integer("e")
                )
            )
        case .ec:
            guard let curve = algorithm.curve else { throw shown.isUnsupported }
            return try random(algorithm).impostor(
                showing: .ec(curveName: curve.name, point: shown.bytes("pub"))
            )
        case .edwards:
            return try random(algorithm).impostor(showing: .edwards(point: shown.bytes("pub")))
        case .dsa: throw shown.isUnsupported
        }
    }

    private convenience init(taking key: borrowing KeyHandle) throws(OpenSSLError) {
        let algorithm = try key.algorithm
        switch algorithm.family {
        case .rsa:
            guard try key.integer("e") == [1, 0, 1] else { throw key.isUnsupported }
            let primes = (try key.integer("rsa-factor1"), try key.integer("rsa-factor2"))
            try self.init(algorithm, primes: primes)
        case .ec: try self.init(algorithm, scalar: key.integer("priv"))
        case .edwards: try self.init(algorithm, seed: key.bytes("priv"))
        case .dsa: throw key.isUnsupported
        }
    }
}

extension KeyAlgorithm {
    /// The error for a request to make a random key of a kind that only forged setups have.
    fileprivate var hasNoForeignKeys: OpenSSLError {
        OpenSSLError(function: "EVP_PKEY_keygen", queue: ["\(rawValue) keys need a seed"])
    }
}

/// An `EVP_PKEY` that this code owns and whose numbers it can read.
private struct KeyHandle: ~Copyable {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The algorithm with the kind and size of this key; throws if `KeyAlgorithm` has no such
    /// algorithm.
    var algorithm: KeyAlgorithm {
        get throws(OpenSSLError) {
            let bits = Int(EVP_PKEY_get_bits(pointer))
            let found: KeyAlgorithm? =
                switch EVP_PKEY_get_base_id(pointer) {
                case EVP_PKEY_RSA:
                    KeyAlgorithm.allCases.first { $0.family == .rsa && $0.bits == bits }
                case EVP_PKEY_EC:
                    KeyAlgorithm.allCases.first { $0.curve.map { "\($0.name)" } == curveName }
                case EVP_PKEY_ED25519: .ed25519
                case EVP_PKEY_ED448: .ed448
                default: nil
                }
            guard let found else { throw isUnsupported }
            return found
        }
    }

    /// The error for a key whose kind or size `KeyAlgorithm` does not have.
    var isUnsupported: OpenSSLError {
        let name = EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "unknown"
        let bits = EVP_PKEY_get_bits(pointer)
        return OpenSSLError(
            function: "EVP_PKEY",
            queue: [
                "a \(name) key with \(bits) bits is not one of"
                    + " \(KeyAlgorithm.usual.map(\.rawValue).joined(separator: ", "));"
                    + " RSA keys need the public exponent 65537"
            ]
        )
    }

    /// Returns the big-endian bytes of an integer.
    func integer(_ name: StaticString) throws(OpenSSLError) -> [UInt8] {
        let pointer = pointer
        let number = try BigNumber(
            owning: owned("EVP_PKEY_get_bn_param") {
                var number: OpaquePointer?
                guard EVP_PKEY_get_bn_param(pointer, "\(name)", &number) == 1 else { return nil }
                return number
            }
        )
        return try number.magnitude()
    }

    func bytes(_ name: StaticString) throws(OpenSSLError) -> [UInt8] {
        // An uncompressed P-521 point has 133 bytes.
        var bytes = [UInt8](repeating: 0, count: 256)
        var length = 0
        let pointer = pointer
        try checked("EVP_PKEY_get_octet_string_param") {
            EVP_PKEY_get_octet_string_param(pointer, "\(name)", &bytes, bytes.count, &length)
        }
        return Array(bytes.prefix(length))
    }

    private var curveName: String? {
        var name = [CChar](repeating: 0, count: 80)
        var length = 0
        guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return nil }
        return String(decoding: name.prefix(length).map(UInt8.init), as: UTF8.self)
    }
}
