import COpenSSL
import Synchronization

/// The TLS settings that all sessions of one side share.
///
/// A context is made once for a run, because libssl needs more time for a context than for a
/// handshake. Settings that differ between sessions (certificate, key, versions) are set on the
/// session. The context itself rejects nothing: the security level is 0, OpenSSL verifies no
/// certificate and resumes no session. So the relying party under test decides about every
/// certificate.
///
/// A context is shared: libssl locks what it changes in an `SSL_CTX`, and nothing is set after
/// init.
package final class TLSContext: @unchecked Sendable {  // immutable after init; see above
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { SSL_CTX_free(pointer) }

    /// Makes a context for servers.
    package static func server() throws(OpenSSLError) -> TLSContext {
        let context = try TLSContext(
            owning: owned("SSL_CTX_new") { SSL_CTX_new(TLS_server_method()) }
        )
        SSL_CTX_set_num_tickets(context.pointer, 0)
        shim_SSL_CTX_disable_tickets(context.pointer)
        shim_SSL_CTX_set_status_callback(context.pointer, staple)
        SSL_CTX_set_alpn_select_cb(context.pointer, selectProtocol, nil)
        try context.allowEverything()
        return context
    }

    /// Makes a context for clients; the certificate callback of the session decides about
    /// certificates.
    package static func client() throws(OpenSSLError) -> TLSContext {
        let context = try TLSContext(
            owning: owned("SSL_CTX_new") { SSL_CTX_new(TLS_client_method()) }
        )
        try context.allowEverything()
        SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
        SSL_CTX_set_cert_verify_callback(context.pointer, judgePeerCertificate, nil)
        return context
    }

    private func allowEverything() throws(OpenSSLError) {
        let pointer = pointer
        // At level 0, TLS 1.0 and 1.1 are available for servers that offer nothing newer.
        SSL_CTX_set_security_level(pointer, 0)
        shim_SSL_CTX_disable_session_cache(pointer)
        // The default limit of a Certificate message is 100 KiB; this value is the limit of the
        // length field (RFC 8446 §4).
        shim_SSL_CTX_set_max_cert_list(pointer, 0xff_ffff)
        // Finite-field Diffie-Hellman with a group as strong as the certificate's key.
        shim_SSL_CTX_set_dh_auto(pointer)
        try CipherSuite.set(
            CipherSuite.offered,
            older: { SSL_CTX_set_cipher_list(pointer, $0) },
            newest: { SSL_CTX_set_ciphersuites(pointer, $0) }
        )
    }
}
