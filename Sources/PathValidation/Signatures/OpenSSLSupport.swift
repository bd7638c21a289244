import Crypto
import X509

// Keys, signatures and issuers that OpenSSL accepts.
extension SignatureCache {
    /// The key of `certificate`, even if it gives no security: RSA with an exponent of 1, or a
    /// point of small order on an Edwards curve or a binary one (3.0, crypto/x509/x_pubkey.c
    /// X509_get0_pubkey).
    func keyForOpenSSL(of certificate: Certificate) -> PublicKey? {
        if let key = key(of: certificate) { return key }
        let form = KeyForm(of: certificate)
        guard form == .decodable || form == .broken && KeyForm.isForgeable(certificate) else {
            return nil
        }
        return try? PublicKey(spki: certificate.der[certificate.spki], requiresOrder: false)
    }

    /// Whether the key of `issuer` made the signature on `signed`, even if the key gives no
    /// security.
    func isSignedForOpenSSL(_ signed: some Signed, by issuer: Certificate) -> Bool {
        if isSigned(signed, by: issuer) { return true }
        // Verified each time, so that no other validator finds the result.
        guard key(of: issuer) == nil, let key = keyForOpenSSL(of: issuer),
            let scheme = SigningAlgorithm(of: signed)?.scheme
        else { return false }
        return key.verifies(
            signed.der[signed.signature],
            over: signed.der[signed.tbs],
            by: scheme
        )
    }
}

extension SigningAlgorithm {
    /// Whether OpenSSL 3.0 knows the identifier as a signature algorithm
    /// (crypto/objects/obj_xref.txt): it lacks ECDSA with SHA-3, and RSA with SHA-512/224 and
    /// SHA-512/256.
    var isKnownToOpenSSL: Bool {
        switch self {
        case .ecdsa(let digest): [.sha1, .sha224, .sha256, .sha384, .sha512].contains(digest)
        case .rsaPKCS1(let digest): digest != .sha512_224 && digest != .sha512_256
        case .rsaPSS, .dsa, .ed25519, .ed448: true
        }
    }

    /// Whether it is ECDSA, with any digest.
    var isECDSA: Bool {
        if case .ecdsa = self { true } else { false }
    }
}

extension KeyForm {
    /// Whether anyone can sign for the key of `certificate`: RSA with an exponent of 1, or an
    /// Edwards point of small order.
    static func isForgeable(_ certificate: Certificate) -> Bool {
        let (key, bytes) = (certificate.publicKey, certificate.der)
        do throws(DERError) {
            switch try PublicKeyAlgorithm(key.algorithm, in: bytes, rules: certificate.rules) {
            case .rsa, .rsaPSS:
                let exponent = bytes[try key.rsaKey(in: bytes).exponent]
                return exponent.elementsEqual([1])
            case .ed25519, .ed448: return EdwardsPoint.isOfSmallOrder(bytes[key.bits])
            default: return false
            }
        } catch {
            return false
        }
    }
}

extension Certificate {
    /// Whether OpenSSL considers this certificate the issuer of `child`, before any signature is
    /// verified (3.0, crypto/x509/v3_purp.c ossl_x509_likely_issued).
    ///
    /// A certificate that is its own likely issuer counts as self-signed (EXFLAG_SS).
    func isLikelyIssuer(of child: Certificate) -> Bool {
        subjectName.matches(child.issuerName) && fits(child) && hasKey(for: child)
    }

    /// `X509_check_akid`: each part of the authority key identifier that is present matches.
    private func fits(_ child: Certificate) -> Bool {
        guard let named = child.extensions.authorityKeyIdentifier else { return true }
        if let key = named.keyIdentifier, let own = extensions.subjectKeyIdentifier,
            child.der[key] != der[own]
        {
            return false
        }
        if let serial = named.serial, child.der[serial] != der[self.serial] { return false }
        // Only the first directory name counts.
        for case .directory(let name) in named.issuer ?? [] {
            return child.name(at: name).matches(issuerName)
        }
        return true
    }

    /// `check_sig_alg_match`: the key has the kind that signed `child`.
    private func hasKey(for child: Certificate) -> Bool {
        let key = identifier(at: publicKey.algorithm.algorithm)
        switch SigningAlgorithm(of: child) {
        case .rsaPKCS1: return key == .rsaEncryption
        case .rsaPSS: return key == .rsaEncryption || key == .rsassaPSS
        case .ecdsa: return key == .ecPublicKey
        case .dsa: return key == .dsa
        case .ed25519: return key == .ed25519
        case .ed448: return key == .ed448
        // The rule on signatures rejects it.
        case nil: return true
        }
    }
}
