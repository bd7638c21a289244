import COpenSSL

/// How a signature was made, as an AlgorithmIdentifier says it.
package enum SignatureScheme: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
    case rsaPKCS1(Digest)
    /// RSASSA-PSS (RFC 8017 §8.1); the salt's length is in bytes.
    case rsaPSS(Digest, mgf1: Digest, saltLength: Int)
    /// ECDSA, the signature a DER `ECDSA-Sig-Value` (RFC 5480).
    case ecdsa(Digest)
    /// Ed25519 or Ed448, as the key is (RFC 8410).
    case eddsa
    /// DSA, the signature a DER `Dss-Sig-Value` (RFC 3279 §2.2.2).
    case dsa(Digest)
}

/// What a public key is, for rules on strength.
package enum PublicKeyKind: Hashable, Sendable {
    /// RSA, the modulus in bits.
    case rsa(bits: Int)
    /// An elliptic curve key by OpenSSL's curve name, such as `prime256v1`, and the field in bits.
    case ec(curve: String, bits: Int)
    case ed25519
    case ed448
    /// DSA, the prime modulus in bits.
    case dsa(bits: Int)
    /// Anything else OpenSSL decodes, by OpenSSL's name.
    case other(String)
}

/// A public key that checks signatures.
///
/// Shared and immutable: OpenSSL counts references to an `EVP_PKEY` atomically and changes nothing
/// in one that is only used to verify.
package final class PublicKey: @unchecked Sendable {  // immutable after init; see above
    let pointer: OpaquePointer

    /// Decodes a DER `SubjectPublicKeyInfo`.
    package init(spki: [UInt8]) throws(OpenSSLError) {
        pointer = try owned("d2i_PUBKEY") {
            spki.withUnsafeBufferPointer { bytes in
                var start = bytes.baseAddress
                return d2i_PUBKEY(nil, &start, bytes.count)
            }
        }
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The algorithm and size.
    package var kind: PublicKeyKind {
        let bits = Int(EVP_PKEY_get_bits(pointer))
        switch EVP_PKEY_get_base_id(pointer) {
        case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS: return .rsa(bits: bits)
        case EVP_PKEY_EC:
            var name = [CChar](repeating: 0, count: 80)
            var length = 0
            guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else {
                return .ec(curve: "explicit", bits: bits)
            }
            let curve = String(decoding: name.prefix(length).map(UInt8.init), as: UTF8.self)
            return .ec(curve: curve, bits: bits)
        case EVP_PKEY_ED25519: return .ed25519
        case EVP_PKEY_ED448: return .ed448
        case EVP_PKEY_DSA: return .dsa(bits: bits)
        default:
            let name = EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) }
            return .other(name ?? "unknown")
        }
    }

    /// Whether `signature` over `message` was made by this key.
    ///
    /// A signature that does not even have the form of one, or a scheme that does not go with the
    /// key, is `false`: an error of the library is never a success (CVE-2008-5077).
    package func verifies(
        _ signature: [UInt8],
        over message: some Sequence<UInt8>,
        by scheme: SignatureScheme
    ) -> Bool {
        ERR_clear_error()
        guard let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        var keyContext: OpaquePointer?
        let digest: Digest? =
            switch scheme {
            case .rsaPKCS1(let digest), .rsaPSS(let digest, _, _), .ecdsa(let digest),
                .dsa(let digest):
                digest
            case .eddsa: nil
            }
        guard EVP_DigestVerifyInit(context, &keyContext, digest?.algorithm, nil, pointer) == 1
        else { return false }
        switch (scheme, kind) {
        case (.rsaPKCS1, .rsa):
            guard EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PADDING) == 1 else {
                return false
            }
        case (.rsaPSS(_, let mgf1, let saltLength), .rsa):
            guard EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PSS_PADDING) == 1,
                EVP_PKEY_CTX_set_rsa_mgf1_md(keyContext, mgf1.algorithm) == 1,
                EVP_PKEY_CTX_set_rsa_pss_saltlen(keyContext, CInt(saltLength)) == 1
            else { return false }
        case (.ecdsa, .ec), (.eddsa, .ed25519), (.eddsa, .ed448), (.dsa, .dsa): break
        default: return false
        }
        let bytes = Array(message)
        return EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }
}
