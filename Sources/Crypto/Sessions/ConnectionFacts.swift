import COpenSSL

/// The parameters that both ends have agreed on when the client judges the server's certificate.
package struct ConnectionFacts: Hashable, Sendable {
    package var version: TLSVersion
    package var cipherSuite: CipherSuite
    /// Whether the server has requested a client certificate (RFC 8446 §4.3.2).
    package var requestsClientCertificate: Bool

    package init(
        version: TLSVersion,
        cipherSuite: CipherSuite,
        requestsClientCertificate: Bool = false
    ) {
        self.version = version
        self.cipherSuite = cipherSuite
        self.requestsClientCertificate = requestsClientCertificate
    }
}

extension ConnectionFacts {
    /// Reads the parameters of a client's session so far; returns nil if the ends have agreed on
    /// nothing.
    init?(_ session: OpaquePointer, requestsClientCertificate: Bool) {
        let number = SSL_version(session)
        guard let version = TLSVersion.allCases.first(where: { $0.number == number }),
            let cipher = SSL_get_pending_cipher(session),
            let name = SSL_CIPHER_standard_name(cipher),
            let suite = CipherSuite(name: String(cString: name))
        else { return nil }
        self.init(
            version: version,
            cipherSuite: suite,
            requestsClientCertificate: requestsClientCertificate
        )
    }
}

/// A server's request for a client certificate.
package enum ClientAuthentication: String, CaseIterable, Hashable, Sendable {
    /// Requests a certificate, and continues if the client sends none.
    case request
    /// Ends the handshake if the client sends no certificate.
    case require

    /// The flags for `SSL_set_verify`.
    var mode: CInt {
        switch self {
        case .request: SSL_VERIFY_PEER
        case .require: SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
        }
    }
}
