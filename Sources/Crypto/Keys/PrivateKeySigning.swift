import COpenSSL

extension PrivateKey {
    /// Returns the signature over `message`; the signature depends only on key, message and scheme.
    ///
    /// ECDSA and DSA take their nonce from RFC 6979, and RSASSA-PSS derives its salt from the
    /// message; the other schemes need no randomness. The function throws if the scheme does not
    /// fit the key, or if an RSA key is too short for the digest.
    package func sign(
        _ message: [UInt8],
        by scheme: SignatureScheme
    ) throws(OpenSSLError)
        -> [UInt8]
    {
        switch (scheme, numbers) {
        case (.ecdsa(let digest), .ec(let key)): return try key.sign(message, by: digest)
        case (.dsa(let digest), .dsa(let key)): return try key.sign(message, by: digest)
        case (.eddsa, .edwards): return try signByProvider(message, digest: nil)
        case (.rsaPKCS1(let digest), .rsa): return try signByProvider(message, digest: digest)
        case (.rsaPSS(let digest, let mask, let saltLength), .rsa):
            let encoding = PSSEncoding(digest: digest, maskDigest: mask, saltLength: saltLength)
            let block = try encoding.encode(message, bits: algorithm.bits - 1)
            // The modulus has exactly as many bits as stated, and the block has one bit fewer than
            // the modulus.
            return try applyPrivateExponent(to: block)
        default:
            throw OpenSSLError(
                function: "sign",
                queue: ["\(algorithm.rawValue) does not sign with \(scheme)"]
            )
        }
    }

    /// Signs with RSASSA-PKCS1-v1_5, Ed25519 or Ed448, which need no randomness in OpenSSL.
    private func signByProvider(
        _ message: [UInt8],
        digest: Digest?
    ) throws(OpenSSLError)
        -> [UInt8]
    {
        let context = try owned("EVP_MD_CTX_new") { EVP_MD_CTX_new() }
        defer { EVP_MD_CTX_free(context) }
        let pointer = pointer
        let algorithm = try digest?.fetched()
        try checked("EVP_DigestSignInit") {
            EVP_DigestSignInit(context, nil, algorithm, nil, pointer)
        }
        var length = Int(EVP_PKEY_get_size(pointer))
        var signature = [UInt8](repeating: 0, count: length)
        try checked("EVP_DigestSign") {
            EVP_DigestSign(context, &signature, &length, message, message.count)
        }
        return Array(signature.prefix(length))
    }

    /// Signs these bytes with RSASSA-PKCS1-v1_5, without hashing or naming a digest.
    ///
    /// RFC 4346 §4.7 signs MD5 and SHA-1 in this way.
    ///
    /// - Throws: `OpenSSLError` for keys other than RSA, and for bytes that do not fit into the
    ///   modulus.
    package func signBare(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        // RFC 8017 §9.2: the block has at least eight bytes of padding, and three other bytes.
        let padding = algorithm.bits / 8 - bytes.count - 3
        guard case .rsa = numbers, padding >= 8 else {
            throw OpenSSLError(function: "sign", queue: ["no room for \(bytes.count) bytes"])
        }
        let block = [0, 1] + [UInt8](repeating: 0xff, count: padding) + [0] + bytes
        return try applyPrivateExponent(to: block)
    }

    /// Decrypts an RSAES-PKCS1-v1_5 ciphertext (RFC 8017 §7.2.2).
    ///
    /// - Throws: `OpenSSLError` for keys other than RSA and for wrong padding; from version 3.2 on,
    ///   OpenSSL returns other bytes for wrong padding instead.
    package func decrypt(_ ciphertext: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let pointer = pointer
        let context = try owned("EVP_PKEY_CTX_new_from_pkey") {
            EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
        }
        defer { EVP_PKEY_CTX_free(context) }
        try checked("EVP_PKEY_decrypt_init") { EVP_PKEY_decrypt_init(context) }
        try checked("EVP_PKEY_CTX_set_rsa_padding") {
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING)
        }
        var length = Int(EVP_PKEY_get_size(pointer))
        var message = [UInt8](repeating: 0, count: length)
        try checked("EVP_PKEY_decrypt") {
            EVP_PKEY_decrypt(context, &message, &length, ciphertext, ciphertext.count)
        }
        return Array(message.prefix(length))
    }

    /// Computes RSASP1 of a block as long as the modulus (RFC 8017 §5.2.1).
    ///
    /// - Throws: `OpenSSLError` for keys other than RSA, and for a block whose number is not below
    ///   the modulus.
    package func applyPrivateExponent(to block: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let pointer = pointer
        let context = try owned("EVP_PKEY_CTX_new_from_pkey") {
            EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
        }
        defer { EVP_PKEY_CTX_free(context) }
        try checked("EVP_PKEY_sign_init") { EVP_PKEY_sign_init(context) }
        try checked("EVP_PKEY_CTX_set_rsa_padding") {
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING)
        }
        var length = Int(EVP_PKEY_get_size(pointer))
        var signature = [UInt8](repeating: 0, count: length)
        try checked("EVP_PKEY_sign") {
            EVP_PKEY_sign(context, &signature, &length, block, block.count)
        }
        return Array(signature.prefix(length))
    }
}
