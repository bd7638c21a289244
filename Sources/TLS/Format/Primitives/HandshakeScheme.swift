import Crypto

/// A signature scheme with which an end signs the handshake, by its number (RFC 8446 §4.2.3).
package enum HandshakeScheme: UInt16, CaseIterable, Hashable, Sendable {
    case ecdsaSecp256r1SHA256 = 0x0403
    case ecdsaSecp384r1SHA384 = 0x0503
    case ecdsaSecp521r1SHA512 = 0x0603
    case ed25519 = 0x0807
    case ed448 = 0x0808
    case rsaPSSSHA256 = 0x0804
    case rsaPSSSHA384 = 0x0805
    case rsaPSSSHA512 = 0x0806
    case rsaPKCS1SHA256 = 0x0401
    case rsaPKCS1SHA384 = 0x0501
    case rsaPKCS1SHA512 = 0x0601
    // Only TLS 1.3 has these three schemes (RFC 8734 §4); the ECDSA schemes of TLS 1.2 do not name
    // a curve.
    case ecdsaBrainpoolP256r1SHA256 = 0x081a
    case ecdsaBrainpoolP384r1SHA384 = 0x081b
    case ecdsaBrainpoolP512r1SHA512 = 0x081c
    case ecdsaSHA1 = 0x0203
    case rsaPKCS1SHA1 = 0x0201
    case rsaPKCS1MD5 = 0x0101

    /// The default schemes of a server: all schemes except those with SHA-1 or MD5.
    package static let usual = allCases.filter {
        ![.ecdsaSHA1, .rsaPKCS1SHA1, .rsaPKCS1MD5].contains($0)
    }

    /// The scheme's name in IANA's registry.
    package var name: String {
        switch self {
        case .ecdsaSecp256r1SHA256: "ecdsa_secp256r1_sha256"
        case .ecdsaSecp384r1SHA384: "ecdsa_secp384r1_sha384"
        case .ecdsaSecp521r1SHA512: "ecdsa_secp521r1_sha512"
        case .ed25519: "ed25519"
        case .ed448: "ed448"
        case .rsaPSSSHA256: "rsa_pss_rsae_sha256"
        case .rsaPSSSHA384: "rsa_pss_rsae_sha384"
        case .rsaPSSSHA512: "rsa_pss_rsae_sha512"
        case .rsaPKCS1SHA256: "rsa_pkcs1_sha256"
        case .rsaPKCS1SHA384: "rsa_pkcs1_sha384"
        case .rsaPKCS1SHA512: "rsa_pkcs1_sha512"
        case .ecdsaBrainpoolP256r1SHA256: "ecdsa_brainpoolP256r1tls13_sha256"
        case .ecdsaBrainpoolP384r1SHA384: "ecdsa_brainpoolP384r1tls13_sha384"
        case .ecdsaBrainpoolP512r1SHA512: "ecdsa_brainpoolP512r1tls13_sha512"
        case .ecdsaSHA1: "ecdsa_sha1"
        case .rsaPKCS1SHA1: "rsa_pkcs1_sha1"
        // The registry has no name for this scheme; its number combines a digest and an algorithm
        // (RFC 5246 §7.4.1.4.1).
        case .rsaPKCS1MD5: "rsa_pkcs1_md5"
        }
    }

    /// The signature algorithm.
    package var signature: SignatureScheme {
        switch self {
        case .ecdsaSecp256r1SHA256, .ecdsaBrainpoolP256r1SHA256: .ecdsa(.sha256)
        case .ecdsaSecp384r1SHA384, .ecdsaBrainpoolP384r1SHA384: .ecdsa(.sha384)
        case .ecdsaSecp521r1SHA512, .ecdsaBrainpoolP512r1SHA512: .ecdsa(.sha512)
        case .ecdsaSHA1: .ecdsa(.sha1)
        case .ed25519, .ed448: .eddsa
        case .rsaPSSSHA256: .rsaPSS(.sha256, mgf1: .sha256, saltLength: 32)
        case .rsaPSSSHA384: .rsaPSS(.sha384, mgf1: .sha384, saltLength: 48)
        case .rsaPSSSHA512: .rsaPSS(.sha512, mgf1: .sha512, saltLength: 64)
        case .rsaPKCS1SHA256: .rsaPKCS1(.sha256)
        case .rsaPKCS1SHA384: .rsaPKCS1(.sha384)
        case .rsaPKCS1SHA512: .rsaPKCS1(.sha512)
        case .rsaPKCS1SHA1: .rsaPKCS1(.sha1)
        case .rsaPKCS1MD5: .rsaPKCS1(.md5)
        }
    }

    /// Whether an end with this key can use the scheme in this version.
    ///
    /// TLS 1.3 binds ECDSA to a curve, and lacks PKCS#1 and SHA-1 (RFC 8446 §4.2.3).
    package func fits(_ key: KeyAlgorithm, in version: TLSVersion) -> Bool {
        let isNewest = version == .v1_3
        return switch self {
        case .ecdsaSecp256r1SHA256: isNewest ? key == .p256 : key.family == .ec
        case .ecdsaSecp384r1SHA384: isNewest ? key == .p384 : key.family == .ec
        case .ecdsaSecp521r1SHA512: isNewest ? key == .p521 : key.family == .ec
        case .ecdsaBrainpoolP256r1SHA256: isNewest && key == .brainpool256
        case .ecdsaBrainpoolP384r1SHA384: isNewest && key == .brainpool384
        case .ecdsaBrainpoolP512r1SHA512: isNewest && key == .brainpool512
        case .ed25519: key == .ed25519
        case .ed448: key == .ed448
        // A modulus of 512 bits is too short for PSS with SHA-256, which needs room for two digests
        // (RFC 8017 §9.1.1).
        case .rsaPSSSHA256, .rsaPSSSHA384: key.family == .rsa && key.bits > 512
        // A modulus of 1024 bits is too short for PSS with SHA-512.
        case .rsaPSSSHA512: key.family == .rsa && key.bits > 1024
        // A modulus of 512 bits is too short for PKCS#1 with SHA-384, even with the least padding
        // (RFC 8017 §9.2).
        case .rsaPKCS1SHA384, .rsaPKCS1SHA512: key.family == .rsa && key.bits > 512 && !isNewest
        case .rsaPKCS1SHA256, .rsaPKCS1SHA1, .rsaPKCS1MD5: key.family == .rsa && !isNewest
        case .ecdsaSHA1: key.family == .ec && !isNewest
        }
    }
}
