import PKIX

/// How a path to an anchor is sought.
package enum PathBuilding: Hashable, Sendable {
    /// Every path is tried until one passes (RFC 4158 §2.4).
    case everyPath
    /// One path is built and judged, as OpenSSL does with X509_V_FLAG_TRUSTED_FIRST and
    /// X509_V_FLAG_PARTIAL_CHAIN (3.0, crypto/x509/x509_vfy.c build_chain).
    case onePath
}

extension CertificatePool {
    /// The issuer that OpenSSL takes for the last certificate of `path`: one of the store before a served
    /// one (3.0, crypto/x509/x509_lu.c X509_STORE_CTX_get1_issuer, x509_vfy.c find_issuer).
    ///
    /// - Parameters:
    ///   - path: the certificates so far, end entity first.
    ///   - named: the certificates of the pool that have the issuer's name, in the order of the pool.
    ///   - verifyDate: when validity is judged.
    /// - Returns: nil if there is none, and above a certificate that signed itself.
    func onlyIssuer(
        above path: [Certificate],
        among named: [Certificate],
        at verifyDate: Instant
    ) -> Certificate? {
        guard let child = path.last, !child.isLikelyIssuer(of: child) else { return nil }
        let likely = named.filter { $0.isLikelyIssuer(of: child) && !path.contains($0) }
        // A certificate with an extension that does not decode issues nothing (ossl_x509_likely_issued).
        let sound = likely.filter { $0.faultToOpenSSL(depth: 0) == nil }
        return Self.preferred(of: sound.filter(isAnchor), at: verifyDate)
            ?? Self.preferred(of: sound.filter { !isAnchor($0) }, at: verifyDate)
            // It is refused when it joins, which says why.
            ?? likely.first
    }

    /// The first that is valid; else the one that ended last.
    private static func preferred(
        of issuers: [Certificate],
        at verifyDate: Instant
    ) -> Certificate? {
        let valid = issuers.first {
            $0.validity.notBefore <= verifyDate && verifyDate < $0.validity.notAfter
        }
        // Of those that ended together `max` would take the last.
        let last = issuers.map(\.validity.notAfter).max()
        return valid ?? issuers.first { $0.validity.notAfter == last }
    }
}

extension Certificate {
    /// Whether OpenSSL takes this certificate for the issuer of `child`, before any signature is verified
    /// (3.0, crypto/x509/v3_purp.c ossl_x509_likely_issued).
    ///
    /// A certificate that is its own likely issuer counts as self-signed (EXFLAG_SS).
    func isLikelyIssuer(of child: Certificate) -> Bool {
        subjectName.matches(child.issuerName) && fits(child) && hasKey(for: child)
    }

    /// `X509_check_akid`: each part of the authority key identifier that is stated fits.
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

    /// `check_sig_alg_match`: the key is of the kind that signed `child`.
    private func hasKey(for child: Certificate) -> Bool {
        let key = identifier(at: publicKey.algorithm.algorithm)
        switch SigningAlgorithm(of: child) {
        case .rsaPKCS1: return key == .rsaEncryption
        case .rsaPSS: return key == .rsaEncryption || key == .rsassaPSS
        case .ecdsa: return key == .ecPublicKey
        case .dsa: return key == .dsa
        case .ed25519: return key == .ed25519
        case .ed448: return key == .ed448
        // The rule on signatures refuses it.
        case nil: return true
        }
    }
}
