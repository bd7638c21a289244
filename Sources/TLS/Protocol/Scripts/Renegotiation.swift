/// A second handshake of TLS 1.2 under the keys of the first (RFC 5246 §7.4.1.1, RFC 5746 §3.7).
package enum Renegotiation: Hashable, Sendable {
    /// The server follows all rules.
    case honest
    /// The server sends a certificate with another signature than in the first handshake.
    case changedCertificate
    /// The server is not authenticated.
    case anonymous
    /// The hello has TLS 1.1, or TLS 1.3.
    case olderHello, newestHello
    /// The master secret depends only on the randoms (RFC 7627 §4).
    case noMasterSecret
    /// renegotiation_info refers to another handshake, or is missing.
    case wrongInfo, noInfo
    /// The server sends only the certificate and the last of its issuers.
    case otherIssuer
    /// The server resumes this session, if the client offers this session or any other.
    case resumed(KeptSession)
}
