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
