import X509

/// The strategy for finding a path to an anchor.
package enum PathBuilding: Hashable, Sendable {
    /// Every path is tried until one passes (RFC 4158 §2.4).
    case everyPath
    /// One path is built and checked, as OpenSSL does with X509_V_FLAG_TRUSTED_FIRST and
    /// X509_V_FLAG_PARTIAL_CHAIN (3.0, crypto/x509/x509_vfy.c build_chain).
    case onePath
    /// A chain that is served in order is checked unchanged. For any other chain, every path is
    /// tried, as OpenJDK does (17 and 25, sun/security/validator/PKIXValidator.java
    /// engineValidate).
    case servedPath
}

extension CertificatePool {
    /// Returns the part of the served chain below its anchors, if OpenJDK checks only the served
    /// chain.
    ///
    /// This part ends below a certificate with the subject and key of an anchor. If several anchors
    /// have the name of the last certificate's issuer, each anchor is tried.
    ///
    /// - Returns: nil for a chain that is out of order or does not lead to the name of an anchor.
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
    /// Whether OpenJDK tries this certificate as the issuer of `child`, whose issuer name is this
    /// certificate's subject.
    ///
    /// If `child` states the issuer's key identifier, that identifier must not differ. If this
    /// certificate has version 3, the same holds for the serial number (17 and 25,
    /// provider/certpath/AdaptableX509CertSelector.java match).
    func isSelected(for child: Certificate) -> Bool {
        guard KeyHint(child: child, issuer: self) != .mismatch else { return false }
        guard version > 2, let named = child.extensions.authorityKeyIdentifier?.serial else {
            return true
        }
        return child.der[named] == der[serial]
    }
}

extension CertificatePool {
    /// Returns the issuer that OpenSSL chooses for the last certificate of `path`: a trusted issuer
    /// before a served issuer (3.0, crypto/x509/x509_lu.c X509_STORE_CTX_get1_issuer, x509_vfy.c
    /// find_issuer).
    ///
    /// - Parameters:
    ///   - path: the certificates so far, end entity first.
    ///   - named: the certificates of the pool with the issuer's name, in the order of the pool.
    ///   - verifyDate: the time at which validity is checked.
    /// - Returns: the issuer; nil if no certificate is a likely issuer, or if the last certificate
    ///   is self-signed.
    func onlyIssuer(
        above path: [Certificate],
        among named: [Certificate],
        at verifyDate: Instant
    ) -> Certificate? {
        guard let child = path.last, !child.isLikelyIssuer(of: child) else { return nil }
        let likely = named.filter { $0.isLikelyIssuer(of: child) && !path.contains($0) }
        // A certificate with an extension that does not decode cannot issue
        // (ossl_x509_likely_issued).
        let sound = likely.filter { $0.faultToOpenSSL(depth: 0) == nil }
        return Self.preferred(of: sound.filter(isAnchor), at: verifyDate)
            ?? Self.preferred(of: sound.filter { !isAnchor($0) }, at: verifyDate)
            // The rule on extensions rejects this issuer when it joins the path, and states the
            // reason.
            ?? likely.first
    }

    /// Returns the first issuer that is valid at the verify date, or else the issuer whose validity
    /// ends last.
    private static func preferred(
        of issuers: [Certificate],
        at verifyDate: Instant
    ) -> Certificate? {
        let valid = issuers.first {
            $0.validity.notBefore <= verifyDate && verifyDate < $0.validity.notAfter
                && $0.timeFaultToOpenSSL == nil
        }
        // If the validity of several issuers ends at the same time, `max` would return the last of
        // these issuers.
        let last = issuers.map(\.validity.notAfter).max()
        return valid ?? issuers.first { $0.validity.notAfter == last }
    }
}
