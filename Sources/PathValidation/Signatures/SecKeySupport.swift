import Crypto
import X509

/// The keys and signatures that Apple's `SecKey` supports.
///
/// The named files are below OSX/sec/Security of Security-61901.0.87.0.1.
enum SecKeySupport {
    /// The curves of `ccec_cp_for_oid` (SecECKey.m), by OpenSSL's names.
    static let curves: Set = [
        "prime192v1", "secp224r1", "prime256v1", "secp384r1", "secp521r1",
    ]
    /// The longest RSA modulus in bits: `kMaximumRSAKeyBits` (SecRSAKey.c).
    static let longestRSA = 8_192
    /// The digests of RSA signatures that `SecKeyAlgorithmFromDERAlgorithmId`
    /// (SecSignatureVerificationSupport.c) knows; the function does not know RSASSA-PSS.
    static let digestsWithRSA: Set<DigestAlgorithm> = [
        .md5, .sha1, .sha224, .sha256, .sha384, .sha512,
    ]
    static let digestsWithECDSA: Set<DigestAlgorithm> = [.sha1, .sha224, .sha256, .sha384, .sha512]
    /// The digests that `SecSignatureHashAlgorithmForAlgorithmOid` (SecCertificate.c) knows.
    static let namedDigests = digestsWithRSA.union([.md2, .md4])

    /// The sizes in bytes, as `SecKeyGetBlockSize` counts, below which a key is weak in every
    /// policy: `MIN_RSA_KEY_SIZE` and `MIN_EC_KEY_SIZE` (SecCertificate.c).
    static let shortestRSA = 128
    static let shortestCurve = 20
    /// The minimum key sizes, in bytes, in Apple's policy for TLS servers
    /// (`SecPolicyAddStrongKeySizeOptions`, SecPolicy.c).
    ///
    /// This policy has minimum sizes only for RSA and EC keys, so Ed25519 and Ed448 fail.
    static let shortestRSAOfServers = 256
    static let shortestCurveOfServers = 32
}

extension Certificate {
    /// Returns the kind of the certificate's key, as `SecCertificateCopyKey` creates the key
    /// (`SecKeyCreatePublicFromDERItem`, SecKey.m); nil for a key that `SecKey` does not support or
    /// that does not decode.
    ///
    /// A key that its certificate restricts to RSASSA-PSS is not supported.
    package func secKeyKind(_ cache: SignatureCache = .shared) -> PublicKeyKind? {
        guard let kind = cache.key(of: self)?.kind else { return nil }
        switch (identifier(at: publicKey.algorithm.algorithm), kind) {
        case (.rsaEncryption, .rsa(let bits)): return bits <= SecKeySupport.longestRSA ? kind : nil
        case (.ecPublicKey, .ec(let curve, _)):
            return SecKeySupport.curves.contains(curve) ? kind : nil
        case (.ed25519, .ed25519), (.ed448, .ed448): return kind
        default: return nil
        }
    }

    /// The digest that `SecCertificateGetSignatureHashAlgorithm` returns; nil for an algorithm that
    /// the function does not know, such as RSASSA-PSS, Ed25519 and Ed448.
    var secSignatureDigest: DigestAlgorithm? {
        switch SigningAlgorithm(of: self) {
        case .rsaPKCS1(let digest), .ecdsa(let digest), .dsa(let digest):
            return SecKeySupport.namedDigests.contains(digest) ? digest : nil
        case .rsaPSS, .ed25519, .ed448: return nil
        case nil:
            // The function recognizes MD2 or MD4 with RSA whatever the parameters are.
            let identifier = identifier(at: outerAlgorithm.algorithm)
            return identifier == .md2WithRSA ? .md2 : identifier == .md4WithRSA ? .md4 : nil
        }
    }

    /// Whether the signature has a digest that `SecCertificateIsWeakHash` calls weak; an unknown
    /// digest counts as weak.
    package var hasWeakHash: Bool { secSignatureDigest?.isWeak ?? true }
}

extension SigningAlgorithm {
    /// Whether `SecKeyAlgorithmFromDERAlgorithmId` knows the algorithm.
    var isSupportedBySecKey: Bool {
        switch self {
        case .rsaPKCS1(let digest): SecKeySupport.digestsWithRSA.contains(digest)
        case .ecdsa(let digest): SecKeySupport.digestsWithECDSA.contains(digest)
        case .ed25519, .ed448: true
        case .rsaPSS, .dsa: false
        }
    }
}

extension SignatureCache {
    /// `SecCertificateIsSignedBy`: whether `issuer` signed `certificate`, with a key and an
    /// algorithm that `SecKey` supports.
    ///
    /// An ECDSA signature that does not verify is repaired and verified again.
    package func isSignedForSecKey(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        guard let algorithm = SigningAlgorithm(of: certificate), algorithm.isSupportedBySecKey,
            issuer.secKeyKind(self) != nil
        else { return false }
        if isSigned(certificate, by: issuer) { return true }
        guard case .ecdsa = algorithm, let scheme = algorithm.scheme, let key = key(of: issuer),
            let repaired = SecKeySupport.repaired(certificate.der[certificate.signature])
        else { return false }
        return key.verifies(repaired, over: certificate.der[certificate.tbs], by: scheme)
    }
}

extension SecKeySupport {
    /// `SecRecreateSignatureWithDERAlgorithmId` (SecSignatureVerificationSupport.c): reads the
    /// numbers of an ECDSA signature as magnitudes of at most 256 bits and encodes them again.
    ///
    /// The function repairs numbers that lack the zero byte before a set highest bit and are
    /// therefore negative.
    ///
    /// - Returns: the new signature; nil if the bytes are not two numbers in a SEQUENCE, or if the
    ///   new encoding would be the same, shorter, or more than five bytes longer.
    static func repaired(_ signature: ArraySlice<UInt8>) -> [UInt8]? {
        let old = Array(signature)
        var reader = DERReader(old)
        guard let sequence = try? reader.next(.sequence),
            var numbers = try? reader.inside(sequence),
            let first = try? numbers.content(.integer),
            let second = try? numbers.content(.integer), numbers.isAtEnd
        else { return nil }
        let magnitudes = [first, second].map { old[$0].drop { $0 == 0 } }
        guard magnitudes.allSatisfy({ $0.count <= 32 }) else { return nil }
        let new = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for magnitude in magnitudes { writer.unsignedInteger(magnitude) }
            }
        }
        return (old.count...old.count + 5).contains(new.count) && new != old ? new : nil
    }
}
