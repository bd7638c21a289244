import COpenSSL

/// A signature scheme, as an AlgorithmIdentifier states it.
package enum SignatureScheme: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
    case rsaPKCS1(Digest)
    /// RSASSA-PSS (RFC 8017 §8.1); the salt's length is in bytes.
    case rsaPSS(Digest, mgf1: Digest, saltLength: Int)
    /// ECDSA; the signature is a DER `ECDSA-Sig-Value` (RFC 5480).
    case ecdsa(Digest)
    /// Ed25519 or Ed448, depending on the key (RFC 8410).
    case eddsa
    /// DSA; the signature is a DER `Dss-Sig-Value` (RFC 3279 §2.2.2).
    case dsa(Digest)
}

/// The kind and size of a public key, for rules about strength.
package enum PublicKeyKind: Hashable, Sendable {
    /// RSA, with the size of the modulus in bits.
    case rsa(bits: Int)
    /// An elliptic-curve key with OpenSSL's curve name, such as `prime256v1`, and the field size in
    /// bits.
    case ec(curve: String, bits: Int)
    case ed25519
    case ed448
    /// DSA, with the size of the prime modulus in bits.
    case dsa(bits: Int)
    /// Any other key that OpenSSL decodes, with OpenSSL's name.
    case other(String)
}

/// A public key that verifies signatures.
///
/// A key is shared and immutable: OpenSSL counts references to an `EVP_PKEY` atomically, and
/// verifying does not change the key.
package final class PublicKey: @unchecked Sendable {  // immutable after init; see above
    private enum Handle {
        case any(OpaquePointer)
        case elliptic(EllipticPublicKey)
    }

    private let handle: Handle

    /// Decodes a DER `SubjectPublicKeyInfo`.
    ///
    /// - Parameters:
    ///   - spki: the DER of the `SubjectPublicKeyInfo`.
    ///   - requiresOrder: whether to reject a point of small order, for which anyone can sign.
    /// - Throws: `OpenSSLError` if OpenSSL does not decode the bytes or such a point is rejected.
    package init(
        spki: some Collection<UInt8>,
        requiresOrder: Bool = true
    ) throws(OpenSSLError) {
        let key = try owned("d2i_PUBKEY") {
            withBytes(spki) { bytes in
                var start = bytes.baseAddress
                return d2i_PUBKEY(nil, &start, bytes.count)
            }
        }
        do throws(OpenSSLError) {
            if requiresOrder { try Self.requireOrder(of: key) }
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
        handle = .any(key)
    }

    /// Requires that a point has the order of its curve's group (SEC 1 §3.2.2.1, step 4).
    ///
    /// OpenSSL only checks that the point is on the curve, which is enough if the cofactor is 1.
    /// Binary curves also have points of order 2 or 4, for which anyone can sign.
    private static func requireOrder(of key: OpaquePointer) throws(OpenSSLError) {
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC, let point = EVP_PKEY_get0_EC_KEY(key),
            let cofactor = EC_GROUP_get0_cofactor(EC_KEY_get0_group(point)),
            BN_is_one(cofactor) == 0
        else { return }
        let context = try owned("EVP_PKEY_CTX_new") { EVP_PKEY_CTX_new(key, nil) }
        defer { EVP_PKEY_CTX_free(context) }
        try checked("EVP_PKEY_public_check") { EVP_PKEY_public_check(context) }
    }

    /// Makes a key on a curve from only the bytes of its subjectPublicKey.
    ///
    /// - Parameters:
    ///   - algorithm: `p256`, `p384`, `p521`, `ed25519` or `ed448`.
    ///   - point: the bytes, as RFC 5480 §2.2 or RFC 8410 §4 encodes them.
    /// - Throws: `OpenSSLError` for another algorithm, and for bytes that are not a point.
    package init(_ algorithm: KeyAlgorithm, point: some Collection<UInt8>) throws(OpenSSLError) {
        switch algorithm {
        case .ed25519: handle = .any(try Self.edwards(EVP_PKEY_ED25519, point))
        case .ed448: handle = .any(try Self.edwards(EVP_PKEY_ED448, point))
        default: handle = .elliptic(try EllipticPublicKey(algorithm, point: point))
        }
    }

    private static func edwards(
        _ identifier: CInt,
        _ point: some Collection<UInt8>
    ) throws(OpenSSLError) -> OpaquePointer {
        try owned("EVP_PKEY_new_raw_public_key") {
            withBytes(point) {
                EVP_PKEY_new_raw_public_key(identifier, nil, $0.baseAddress, $0.count)
            }
        }
    }

    deinit {
        if case .any(let pointer) = handle { EVP_PKEY_free(pointer) }
    }

    /// The algorithm and size.
    package var kind: PublicKeyKind {
        switch handle {
        case .any(let pointer): PublicKeyKind(of: pointer)
        case .elliptic(let key): .ec(curve: key.curveName, bits: key.bits)
        }
    }

    /// Whether this key made `signature` over `message`.
    ///
    /// A malformed signature, or a scheme that does not fit the key, gives `false`: an error of the
    /// library is never a success (CVE-2008-5077).
    package func verifies(
        _ signature: some Collection<UInt8>,
        over message: some Collection<UInt8>,
        by scheme: SignatureScheme
    ) -> Bool {
        defer { ERR_clear_error() }
        switch (handle, scheme) {
        case (.any(let key), _): return Self.verifies(signature, over: message, by: scheme, key)
        case (.elliptic(let key), .ecdsa(let digest)):
            return key.verifies(signature, over: message, by: digest)
        case (.elliptic, _): return false
        }
    }
}

extension PublicKey {
    /// The cost of verifying a signature, in units of one P-256 verification.
    ///
    /// Measured with OpenSSL 3.0 on x86-64.
    package var verificationCost: Int {
        switch kind {
        case .rsa(let bits):
            // A verification takes one squaring for each bit of the exponent. The cost of a
            // squaring grows with the square of the modulus's length. OpenSSL rejects moduli above
            // 16,384 bits at no cost.
            let modulus = min(bits, 16_384)
            return max(1, modulus * modulus * min(exponentBits, 16_384) / 180_000_000)
        // Every build of OpenSSL has its own code for P-256; some builds have none for other
        // curves. Without such code, P-384 took 12 to 16 times as long.
        case .ec("prime256v1", _), .other: return 1
        case .ec(_, let bits): return max(1, min(bits, 1_024) * min(bits, 1_024) / 8_192)
        case .ed25519: return 2
        case .ed448: return 4
        case .dsa(let bits): return max(1, min(bits, 16_384) * min(bits, 16_384) / 262_144)
        }
    }

    /// The numbers of an RSA key in big-endian bytes; nil for other keys.
    package var rsaNumbers: (modulus: [UInt8], exponent: [UInt8])? {
        guard case .any(let pointer) = handle, case .rsa = kind else { return nil }
        func number(_ name: String) -> [UInt8]? {
            var number: OpaquePointer?
            guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else { return nil }
            return try? BigNumber(owning: number).magnitude()
        }
        guard let modulus = number("n"), let exponent = number("e") else { return nil }
        return (modulus, exponent)
    }

    /// The size of an RSA key's public exponent, in bits.
    private var exponentBits: Int {
        guard case .any(let pointer) = handle else { return 0 }
        var exponent: OpaquePointer?
        guard EVP_PKEY_get_bn_param(pointer, "e", &exponent) == 1 else { return 0 }
        defer { BN_free(exponent) }
        return Int(BN_num_bits(exponent))
    }
}

extension PublicKeyKind {
    /// Returns the kind of an `EVP_PKEY`.
    fileprivate init(of pointer: OpaquePointer) {
        let bits = Int(EVP_PKEY_get_bits(pointer))
        switch EVP_PKEY_get_base_id(pointer) {
        case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS: self = .rsa(bits: bits)
        case EVP_PKEY_EC: self = .ec(curve: Self.curveName(of: pointer) ?? "explicit", bits: bits)
        case EVP_PKEY_ED25519: self = .ed25519
        case EVP_PKEY_ED448: self = .ed448
        case EVP_PKEY_DSA: self = .dsa(bits: bits)
        default:
            let name = EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) }
            self = .other(name ?? "unknown")
        }
    }

    private static func curveName(of pointer: OpaquePointer) -> String? {
        var name = [CChar](repeating: 0, count: 80)
        var length = 0
        guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return nil }
        return String(decoding: name.prefix(length).map(UInt8.init), as: UTF8.self)
    }
}

extension SignatureScheme {
    /// The digest; nil if the signature algorithm includes its own digest.
    fileprivate var digest: Digest? {
        switch self {
        case .rsaPKCS1(let digest), .rsaPSS(let digest, _, _), .ecdsa(let digest),
            .dsa(let digest):
            digest
        case .eddsa: nil
        }
    }

    /// Prepares `context` to verify signatures of this scheme with a key of this kind.
    ///
    /// Returns false if the scheme does not fit the key.
    fileprivate func prepare(_ context: OpaquePointer?, for kind: PublicKeyKind) -> Bool {
        switch (self, kind) {
        case (.rsaPKCS1, .rsa):
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        case (.rsaPSS(_, let mgf1, let saltLength), .rsa):
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, mgf1.algorithm) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, CInt(saltLength)) == 1
        case (.ecdsa, .ec), (.eddsa, .ed25519), (.eddsa, .ed448), (.dsa, .dsa): true
        default: false
        }
    }
}

extension PublicKey {
    /// Whether the key of an `EVP_PKEY` made a signature.
    private static func verifies(
        _ signature: some Collection<UInt8>,
        over message: some Collection<UInt8>,
        by scheme: SignatureScheme,
        _ key: OpaquePointer
    ) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        var keyContext: OpaquePointer?
        let algorithm = scheme.digest?.algorithm
        guard EVP_DigestVerifyInit(context, &keyContext, algorithm, nil, key) == 1,
            scheme.prepare(keyContext, for: PublicKeyKind(of: key))
        else { return false }
        return withBytes(signature) { signature in
            withBytes(message) { message in
                let (bytes, count) = (message.baseAddress, message.count)
                return EVP_DigestVerify(
                    context,
                    signature.baseAddress,
                    signature.count,
                    bytes,
                    count
                )
                    == 1
            }
        }
    }
}
