import COpenSSL

/// A private key that signs.
///
/// Every signature depends only on the key and the message, for every kind of key, so that forged
/// setups are repeatable. These keys are for tests: they are not protected from other processes on
/// the machine.
///
/// A key is shared and immutable: OpenSSL counts references to an `EVP_PKEY` atomically and does
/// not change a key that signs.
package final class PrivateKey: @unchecked Sendable {  // immutable after init; see above
    let pointer: OpaquePointer
    package let algorithm: KeyAlgorithm
    /// The DER `SubjectPublicKeyInfo` of the public key.
    package let spki: [UInt8]
    /// The numbers that the key was made from.
    let numbers: Numbers

    /// The private and public numbers of a key; integers are big-endian bytes.
    enum Numbers: Sendable {
        case ec(EllipticKey)
        case edwards(point: [UInt8], seed: [UInt8])
        case rsa(RSANumbers)
        case dsa(DSAKey)
    }

    private init(
        owning pointer: OpaquePointer,
        algorithm: KeyAlgorithm,
        numbers: Numbers,
        spki: [UInt8]? = nil
    ) throws(OpenSSLError) {
        self.pointer = pointer
        self.algorithm = algorithm
        self.numbers = numbers
        do {
            if let spki {
                self.spki = spki
            } else {
                self.spki = try encodedPublicHalf(of: pointer)
            }
        } catch {
            EVP_PKEY_free(pointer)
            throw error
        }
    }

    deinit { EVP_PKEY_free(pointer) }

    /// Makes an elliptic-curve key.
    ///
    /// - Parameters:
    ///   - algorithm: an elliptic curve, such as `p256`.
    ///   - scalar: big-endian bytes of a number from 1 to the order - 1.
    /// - Throws: `OpenSSLError` for any other number or algorithm.
    package convenience init(
        _ algorithm: KeyAlgorithm,
        scalar: [UInt8]
    ) throws(OpenSSLError) {
        let elliptic = try EllipticKey(algorithm, scalar: scalar)
        var parameters = KeyParameters()
        parameters.text("group", elliptic.curveName)
        parameters.bytes("pub", elliptic.point)
        parameters.integer("priv", elliptic.scalar)
        try self.init(
            owning: parameters.keyPair(algorithm),
            algorithm: algorithm,
            numbers: .ec(elliptic)
        )
    }

    /// Makes a key with the private scalar 1 on a curve whose generator is the public point of
    /// another key.
    ///
    /// The public points of both keys are then equal. Some clients find a trusted key by its point
    /// alone but take the curve from the certificate, and so accept signatures of this key
    /// (CVE-2020-0601).
    ///
    /// - Throws: `OpenSSLError` for a key without such a point.
    package convenience init(generator shown: PrivateKey) throws(OpenSSLError) {
        guard case .ec(let key) = shown.numbers else {
            throw shown.cannotPass(for: "a generator")
        }
        let elliptic = try EllipticKey(shown.algorithm, generator: key.point)
        var parameters = KeyParameters()
        parameters.text("group", elliptic.curveName)
        parameters.bytes("pub", elliptic.point)
        parameters.integer("priv", elliptic.scalar)
        try self.init(
            owning: parameters.keyPair(shown.algorithm),
            algorithm: shown.algorithm,
            numbers: .ec(elliptic),
            spki: elliptic.spkiWithParameters()
        )
    }

    /// Makes an Edwards-curve key (RFC 8032).
    ///
    /// - Parameters:
    ///   - algorithm: `ed25519` or `ed448`.
    ///   - seed: the 32 bytes of an Ed25519 private key, or the 57 bytes of an Ed448 private key.
    /// - Throws: `OpenSSLError` for a seed of another length.
    package convenience init(_ algorithm: KeyAlgorithm, seed: [UInt8]) throws(OpenSSLError) {
        var parameters = KeyParameters()
        parameters.bytes("priv", seed)
        let pointer = try parameters.keyPair(algorithm)
        let point: [UInt8]
        do {
            point = try rawPublicHalf(of: pointer)
        } catch {
            EVP_PKEY_free(pointer)
            throw error
        }
        try self.init(
            owning: pointer,
            algorithm: algorithm,
            numbers: .edwards(point: point, seed: seed)
        )
    }

    /// Makes a DSA key with the domain parameters that all keys of its algorithm share.
    ///
    /// - Parameters:
    ///   - algorithm: `dsa2048`.
    ///   - exponent: big-endian bytes of a number from 1 to the order - 1.
    /// - Throws: `OpenSSLError` for any other number.
    package convenience init(
        _ algorithm: KeyAlgorithm,
        exponent: [UInt8]
    ) throws(OpenSSLError) {
        let key = try DSAKey(exponent: exponent)
        try self.init(
            owning: key.parameters().keyPair(algorithm),
            algorithm: algorithm,
            numbers: .dsa(key)
        )
    }

    /// Makes an RSA key from two primes, with the public exponent of its algorithm.
    ///
    /// - Parameters:
    ///   - algorithm: an RSA algorithm, such as `rsa2048`.
    ///   - primes: big-endian bytes of two different primes, each half as long as the modulus.
    ///     Neither prime minus one may be a multiple of the exponent. Primality is not checked,
    ///     because that takes longer than making the key.
    /// - Throws: `OpenSSLError` if the numbers do not make a key.
    package convenience init(
        _ algorithm: KeyAlgorithm,
        primes: ([UInt8], [UInt8])
    ) throws(OpenSSLError) {
        let numbers = try RSANumbers(primes, publicExponent: algorithm.publicExponent)
        try self.init(
            owning: numbers.parameters().keyPair(algorithm),
            algorithm: algorithm,
            numbers: .rsa(numbers)
        )
    }

    /// Makes a key that shows the public key of `shown` and signs with this private key.
    ///
    /// The result looks like `shown` until a signature is verified. Both keys must have the
    /// same algorithm.
    package func impostor(showing shown: PrivateKey) throws(OpenSSLError) -> PrivateKey {
        guard algorithm == shown.algorithm else {
            throw cannotPass(for: shown.algorithm.rawValue)
        }
        return try impostor(showing: shown.numbers.publicHalf)
    }

    /// Makes a key that shows these public numbers and signs with this private key; both must have
    /// the same key family.
    func impostor(showing shown: PublicNumbers) throws(OpenSSLError) -> PrivateKey {
        var parameters = KeyParameters()
        switch (numbers, shown) {
        case (.ec(let mine), .ec(let curveName, let point)):
            parameters.text("group", curveName)
            parameters.bytes("pub", point)
            parameters.integer("priv", mine.scalar)
        case (.edwards(_, let seed), .edwards(let point)):
            parameters.bytes("pub", point)
            parameters.bytes("priv", seed)
        case (.rsa(let mine), .rsa(let modulus, let publicExponent)):
            // Without the primes, OpenSSL signs with the private exponent only.
            parameters.integer("n", modulus)
            parameters.integer("e", publicExponent)
            parameters.integer("d", mine.privateExponent)
        case (.dsa(let mine), .dsa(let publicNumber)):
            parameters = mine.parameters(showing: publicNumber)
        default:
            throw cannotPass(for: "a key of another family")
        }
        return try PrivateKey(
            owning: parameters.keyPair(algorithm),
            algorithm: algorithm,
            numbers: numbers
        )
    }

    private func cannotPass(for other: String) -> OpenSSLError {
        OpenSSLError(
            function: "impostor",
            queue: ["\(algorithm.rawValue) cannot pass for \(other)"]
        )
    }
}

/// The numbers of a public key; integers are big-endian bytes.
enum PublicNumbers: Sendable {
    case ec(curveName: StaticString, point: [UInt8])
    case edwards(point: [UInt8])
    case rsa(modulus: [UInt8], publicExponent: [UInt8])
    case dsa(publicNumber: [UInt8])
}

extension PrivateKey.Numbers {
    /// The public numbers, as a certificate contains them.
    var publicHalf: PublicNumbers {
        switch self {
        case .ec(let key): .ec(curveName: key.curveName, point: key.point)
        case .edwards(let point, _): .edwards(point: point)
        case .rsa(let numbers):
            .rsa(modulus: numbers.modulus, publicExponent: numbers.publicExponent)
        case .dsa(let key): .dsa(publicNumber: key.publicNumber)
        }
    }
}

/// Returns the DER `SubjectPublicKeyInfo` of a key.
private func encodedPublicHalf(of key: OpaquePointer) throws(OpenSSLError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var length: CInt = 0
    try checked("i2d_PUBKEY") {
        length = i2d_PUBKEY(key, &bytes)
        return length
    }
    defer { shim_OPENSSL_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
}

/// Returns the public bytes of an Edwards-curve key.
private func rawPublicHalf(of key: OpaquePointer) throws(OpenSSLError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var length = bytes.count
    try checked("EVP_PKEY_get_raw_public_key") {
        EVP_PKEY_get_raw_public_key(key, &bytes, &length)
    }
    return Array(bytes.prefix(length))
}
