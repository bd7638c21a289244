/// A second handshake of TLS 1.2 under the keys of the first (RFC 5246 §7.4.1.1, RFC 5746 §3.7).
package enum Renegotiation: Hashable, Sendable {
    /// As it should be.
    case honest
    /// The server's certificate has another signature.
    case changedCertificate
    /// Nothing proves the server.
    case anonymous
    /// The hello is of TLS 1.1, or of TLS 1.3.
    case olderHello, newestHello
    /// The master secret is of the randoms alone (RFC 7627 §4).
    case noMasterSecret
    /// renegotiation_info names another handshake, or is missing.
    case wrongInfo, noInfo
    /// The certificate comes with the last of its issuers alone.
    case otherIssuer
    /// This session goes on, if the client names it or any.
    case resumed(KeptSession)
}
