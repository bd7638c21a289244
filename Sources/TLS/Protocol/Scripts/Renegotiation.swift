/// A second handshake of TLS 1.2 under the keys of the first (RFC 5246 §7.4.1.1, RFC 5746 §3.7).
package enum Renegotiation: Hashable, Sendable {
    /// The server follows all rules.
    case honest
    /// The server sends a certificate whose signature differs from the signature in the first
    /// handshake.
    case changedCertificate
    /// The server is not authenticated.
    case anonymous
    /// The ServerHello states TLS 1.1 (`olderHello`) or TLS 1.3 (`newestHello`).
    case olderHello, newestHello
    /// The server does not use the extended master secret, so the master secret depends only on the
    /// premaster secret and the randoms (RFC 7627 §4).
    case noMasterSecret
    /// The server's renegotiation_info refers to another handshake (`wrongInfo`) or is missing
    /// (`noInfo`).
    case wrongInfo, noInfo
    /// The server sends only its own certificate and the last issuer certificate.
    case otherIssuer
    /// The server resumes this session, even if the client offers another session.
    case resumed(KeptSession)
}
