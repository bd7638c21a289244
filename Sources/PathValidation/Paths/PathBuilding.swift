import X509

/// How a path to an anchor is sought.
package enum PathBuilding: Hashable, Sendable {
    /// Every path is tried until one passes (RFC 4158 §2.4).
    case everyPath
    /// One path is built and judged, as OpenSSL does with X509_V_FLAG_TRUSTED_FIRST and
    /// X509_V_FLAG_PARTIAL_CHAIN (3.0, crypto/x509/x509_vfy.c build_chain).
    case onePath
    /// A chain that was served in order is judged as it is; of another every path is tried, as OpenJDK
    /// does (17 and 25, sun/security/validator/PKIXValidator.java engineValidate).
    case servedPath
}

extension CertificatePool {
    /// The part of the served chain below its anchors that OpenJDK judges alone.
    ///
    /// It ends below a certificate with the subject and key of an anchor. Which of the anchors that bear
    /// the name of its issuer comes last is tried.
    ///
    /// - Returns: nil for a chain that is out of order or leads to no name of an anchor.
    func servedPath(from endEntity: Certificate) -> [Certificate]? {
        var path = [endEntity]
        var issuer = endEntity.issuerName
        for certificate in served {
            guard certificate.subjectName.matches(issuer) else { return nil }
            if Self.closesLoop(certificate, above: anchors) { return path }
            path.append(certificate)
            issuer = certificate.issuerName
        }
        return anchors.contains { $0.subjectName.matches(issuer) } ? path : nil
    }
}

extension Certificate {
    /// Whether OpenJDK tries this certificate above `child`, whose issuer it names: its key identifier fits,
    /// and from version 3 on its serial number (17 and 25, provider/certpath/AdaptableX509CertSelector.java
    /// match).
    func isSelected(for child: Certificate) -> Bool {
        guard KeyHint(child: child, issuer: self) != .mismatch else { return false }
        guard version > 2, let named = child.extensions.authorityKeyIdentifier?.serial else {
            return true
        }
        return child.der[named] == der[serial]
    }
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
