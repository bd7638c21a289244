import X509

/// Finds the path of a certificate that signs CRLs or OCSP responses.
///
/// A revocation status is only as good as its signer, so checking it takes a second path. The
/// search for paths is in a later folder, Paths, and conforms to this protocol.
protocol AuthorityPaths: Sendable {
    /// Finds the path of `signer` by the rules that apply to any certificate.
    ///
    /// - Parameters:
    ///   - signer: the certificate that signed a CRL or an OCSP response.
    ///   - pool: the anchors that may end the path, and the intermediates.
    ///   - verifyDate: the time at which validity is checked.
    ///   - budget: pays for the search.
    /// - Returns: the path, `signer` first and an anchor of `pool` last.
    /// - Throws: the reason why there is no such path.
    func path(
        of signer: Certificate,
        in pool: CertificatePool,
        at verifyDate: Instant,
        budget: inout Budget
    ) throws(Rejection) -> [Certificate]
}
