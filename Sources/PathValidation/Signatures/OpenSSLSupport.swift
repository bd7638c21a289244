import Crypto
import X509

// Keys, signatures and issuers that OpenSSL accepts.
extension SignatureCache {
    /// Returns the key of `certificate`, even if the key gives no security.
    ///
    /// Examples are RSA with any exponent, and a point of small order on an Edwards curve or a
    /// binary curve (3.0, crypto/x509/x_pubkey.c X509_get0_pubkey).
    ///
    /// OpenSSL gets every key that `KeyForm` finds broken, except DSA keys, whose numbers decide
    /// the cost of a verification. OpenSSL itself refuses an RSA modulus that is too long.
    func keyForOpenSSL(of certificate: Certificate) -> PublicKey? {
        if let key = key(of: certificate) { return key }
        let form = KeyForm(of: certificate)
        guard form == .decodable || form == .broken && !certificate.hasDSAKey else { return nil }
        return try? PublicKey(spki: certificate.der[certificate.spki], requiresOrder: false)
    }

    /// Whether the key of `issuer` made the signature on `signed`, even if the key gives no
    /// security.
    func isSignedForOpenSSL(_ signed: some Signed, by issuer: Certificate) -> Bool {
        if isSigned(signed, by: issuer) { return true }
        // The signature is verified each time and not cached, so that no other validator uses the
        // result.
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
    /// (crypto/objects/obj_xref.txt): OpenSSL lacks ECDSA with SHA-3, and RSA with SHA-512/224 and
    /// SHA-512/256.
    var isKnownToOpenSSL: Bool {
        switch self {
        case .ecdsa(let digest): [.sha1, .sha224, .sha256, .sha384, .sha512].contains(digest)
        case .rsaPKCS1(let digest): digest != .sha512_224 && digest != .sha512_256
        case .rsaPSS, .dsa, .ed25519, .ed448: true
        }
    }

    /// Whether the algorithm is ECDSA, with any digest.
    var isECDSA: Bool {
        if case .ecdsa = self { true } else { false }
    }
}

extension Certificate {
    /// Whether OpenSSL considers this certificate the issuer of `child`, before any signature is
    /// verified (3.0, crypto/x509/v3_purp.c ossl_x509_likely_issued).
    ///
    /// A certificate that is its own likely issuer counts as self-signed (EXFLAG_SS).
    func isLikelyIssuer(of child: Certificate) -> Bool {
        subjectName.isSameToOpenSSL(as: child.issuerName) && fits(child) && hasKey(for: child)
    }

    /// Whether each part of the child's authority key identifier that is present matches this
    /// certificate (`X509_check_akid`).
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
            return child.name(at: name).isSameToOpenSSL(as: issuerName)
        }
        return true
    }

    /// Whether the certificate's key has the kind of the algorithm that signed `child`
    /// (`check_sig_alg_match`).
    private func hasKey(for child: Certificate) -> Bool {
        let key = identifier(at: publicKey.algorithm.algorithm)
        switch SigningAlgorithm(of: child) {
        case .rsaPKCS1: return key == .rsaEncryption
        case .rsaPSS: return key == .rsaEncryption || key == .rsassaPSS
        case .ecdsa: return key == .ecPublicKey
        case .dsa: return key == .dsa
        case .ed25519: return key == .ed25519
        case .ed448: return key == .ed448
        // The rule on signatures rejects an unknown algorithm.
        case nil: return true
        }
    }
}

extension EncodedName {
    /// Whether OpenSSL considers the names equal (3.0, crypto/x509/x_name.c x509_name_canon).
    ///
    /// OpenSSL ignores differences only in the case and spacing of ASCII.
    fileprivate func isSameToOpenSSL(as other: EncodedName) -> Bool {
        bytes[encoding] == other.bytes[other.encoding] || canonical == other.canonical
    }

    /// The attributes of each relative distinguished name, as a set without order.
    private var canonical: [Set<CanonicalAttribute>] {
        relativeNames.map { attributes in
            Set(
                attributes.map { attribute in
                    let value = attribute.value
                    let text = textOfOpenSSL(value)
                    return CanonicalAttribute(
                        type: Bytes(bytes[attribute.type]),
                        tag: text == nil ? value.tag : .utf8String,
                        content: text ?? Bytes(bytes[value.content])
                    )
                }
            )
        }
    }

    /// Returns the folded text of the string types in ASN1_MASK_CANON; nil for other values.
    private func textOfOpenSSL(_ value: DERElement) -> Bytes? {
        let text: String?
        switch value.tag {
        // OpenSSL reads each byte as one character, whatever the type's alphabet (MBSTRING_ASC).
        case .printableString, .ia5String, .teletexString:
            let characters = bytes[value.content].map { Unicode.Scalar($0) }
            text = String(String.UnicodeScalarView(characters))
        case .utf8String, .bmpString, .universalString: text = self.text(of: value)
        default: return nil
        }
        guard let text else { return nil }
        let words = text.utf8.split { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let spaced = Array(words.map { Array($0) }.joined(separator: [0x20]))
        return Bytes(spaced.map { lowercased($0) })
    }
}

/// An attribute in the form that OpenSSL compares.
private struct CanonicalAttribute: Hashable {
    let type: Bytes
    let tag: DERTag
    let content: Bytes
}
