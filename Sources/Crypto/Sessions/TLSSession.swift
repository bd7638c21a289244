import COpenSSL

/// The answer of a certificate callback to libssl: continue, or end the handshake with an alert.
package enum CertificateAnswer: Hashable, Sendable {
    case proceed
    case refuse(CertificateAlert)
}

/// The alerts with which a client rejects a certificate (RFC 8446 §6.2).
///
/// `verifyError` is the error that makes libssl send the alert.
package enum CertificateAlert: Hashable, Sendable {
    case badCertificate, unsupportedCertificate, certificateRevoked, certificateExpired
    case certificateUnknown, unknownCA

    var verifyError: CInt {
        switch self {
        case .badCertificate: X509_V_ERR_CERT_REJECTED
        case .unsupportedCertificate: X509_V_ERR_INVALID_PURPOSE
        case .certificateRevoked: X509_V_ERR_CERT_REVOKED
        case .certificateExpired: X509_V_ERR_CERT_HAS_EXPIRED
        // Any error code for which libssl has no specific alert leads to this alert.
        case .certificateUnknown: X509_V_ERR_KEYUSAGE_NO_CERTSIGN
        case .unknownCA: X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY
        }
    }
}

/// One end of a TLS connection.
///
/// It has no socket: bytes in, bytes out. First call `receive` with the bytes from the network,
/// then `handshake`, `read` or `write`. Then send the bytes that `takeOutput` returns. Use a
/// session on one thread at a time; `deinit` frees it.
package struct TLSSession: ~Copyable {
    /// The state after an operation.
    package enum Progress: Hashable, Sendable {
        case done
        /// The operation needs more bytes from the peer.
        case wantsInput
        /// The peer closed the connection properly (close_notify).
        case closed
    }

    let pointer: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private let witness = TLSWitness()

    /// Opens a server's end.
    ///
    /// - Parameters:
    ///   - context: a context from `TLSContext.server()`.
    ///   - chain: the DER certificates in the order sent, at least one.
    ///   - key: the private key of `chain[0]`.
    ///   - staple: the DER OCSPResponse for a client that requests one; nil for none.
    ///   - offer: versions and suites.
    ///   - clientAuthentication: whether to request or require a client certificate; nil requests
    ///     none.
    ///   - chooseProtocol: chooses one of the application protocols that the client offers (RFC
    ///     7301); nil if the server supports no application protocols.
    ///   - loaded: the store of decoded certificates.
    /// - Returns: a session that waits for a ClientHello.
    /// - Throws: if libssl cannot decode a certificate or the key does not match.
    package static func accepting(
        _ context: TLSContext,
        chain: [[UInt8]],
        key: PrivateKey,
        staple: [UInt8]? = nil,
        offer: TLSOffer,
        clientAuthentication: ClientAuthentication? = nil,
        chooseProtocol: (([String]) -> String?)? = nil,
        loaded: LoadedCertificates
    ) throws(OpenSSLError) -> TLSSession {
        let session = try TLSSession.open(context, offer)
        session.witness.chooseProtocol = chooseProtocol
        guard let first = chain.first else {
            throw OpenSSLError(function: "SSL_use_cert_and_key", queue: ["no certificate to send"])
        }
        let leaf = try loaded.sendable(first)
        let extras = try owned("sk_X509_new_null") { shim_X509_stack_new() }
        defer { shim_X509_stack_free(extras) }
        var kept: [LoadedCertificates.Loaded] = []
        for der in chain.dropFirst() {
            let extra = try loaded.sendable(der)
            kept.append(extra)
            try checked("sk_X509_push") { shim_X509_stack_push(extras, extra.pointer) }
        }
        let pointer = session.pointer
        try checked("SSL_use_cert_and_key") {
            shim_SSL_use_cert_and_key(pointer, leaf.pointer, key.pointer, extras)
        }
        withExtendedLifetime(kept) {}
        if let staple {
            try checked("SSL_set_tlsext_status_ocsp_resp") {
                shim_SSL_set_staple(pointer, staple, staple.count)
            }
        }
        if let clientAuthentication { SSL_set_verify(pointer, clientAuthentication.mode, nil) }
        SSL_set_accept_state(pointer)
        return session
    }

    /// Opens a client's end, which requests an OCSP response (RFC 6066 §8).
    ///
    /// - Parameters:
    ///   - context: a context from `TLSContext.client()`.
    ///   - serverName: the server name indication; nil sends none (RFC 6066 §3 forbids IP
    ///     addresses).
    ///   - offer: versions and suites, and whether to request SCTs.
    ///   - protocols: application protocols to offer (RFC 7301), the preferred first.
    ///   - asksAtOnce: whether `judge` is called directly after the certificates, before the staple
    ///     and the certificate request of TLS 1.2.
    ///   - judge: called once during the handshake, with everything that the server has sent so
    ///     far.
    /// - Returns: a session whose ClientHello is ready to be taken.
    /// - Throws: if libssl rejects a setting.
    package static func connecting(
        _ context: TLSContext,
        serverName: String?,
        offer: TLSOffer,
        protocols: [String] = [],
        asksAtOnce: Bool = false,
        judge: @escaping (ShownCertificates) -> CertificateAnswer
    ) throws(OpenSSLError) -> TLSSession {
        let session = try TLSSession.open(context, offer)
        session.witness.judge = judge
        session.witness.asksAtOnce = asksAtOnce
        let pointer = session.pointer
        if let serverName {
            try checked("SSL_set_tlsext_host_name") {
                shim_SSL_set_server_name(pointer, serverName)
            }
        }
        // Each name follows its length; no name is longer than 255 bytes (RFC 7301 §3.1).
        let offered = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + $0.utf8.prefix(255) }
        if !offered.isEmpty { SSL_set_alpn_protos(pointer, offered, CUnsignedInt(offered.count)) }
        try checked("SSL_set_tlsext_status_type") { shim_SSL_request_staple(pointer) }
        if offer.requestsSCTs {
            try checked("SSL_set_ct_validation_callback") {
                SSL_set_ct_validation_callback(pointer, leaveSCTs, nil)
            }
        }
        SSL_set_connect_state(pointer)
        return session
    }

    private init(owning pointer: OpaquePointer, input: OpaquePointer, output: OpaquePointer) {
        self.pointer = pointer
        self.input = input
        self.output = output
        SSL_set_bio(pointer, input, output)
        // An empty buffer means "not yet", not "end of file".
        BIO_ctrl(input, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, nil)
        BIO_ctrl(output, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, nil)
        let unretained = Unmanaged.passUnretained(witness).toOpaque()
        SSL_set_ex_data(pointer, 0, unretained)
        SSL_set_msg_callback(pointer, witnessMessage)
        shim_SSL_set_msg_callback_arg(pointer, unretained)
    }

    private static func open(
        _ context: TLSContext,
        _ offer: TLSOffer
    ) throws(OpenSSLError) -> TLSSession {
        let contextPointer = context.pointer
        let pointer = try owned("SSL_new") { SSL_new(contextPointer) }
        let (input, output) = (BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        guard let input, let output else {
            BIO_free(input)
            BIO_free(output)
            SSL_free(pointer)
            throw OpenSSLError(draining: "BIO_new")
        }
        let session = TLSSession(owning: pointer, input: input, output: output)
        try offer.apply(to: pointer)
        return session
    }

    deinit { SSL_free(pointer) }

    /// Takes bytes that came from the network.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0 else { return }
        witness.receive(bytes)
        BIO_write(input, bytes.baseAddress, CInt(bytes.count))
    }

    /// Marks the end of the input: from now on, operations fail if they need more input.
    package mutating func endInput() { BIO_ctrl(input, BIO_C_SET_BUF_MEM_EOF_RETURN, 0, nil) }

    /// Appends the bytes to send to `bytes`.
    package mutating func takeOutput(into bytes: inout [UInt8]) {
        let pending = BIO_ctrl_pending(output)
        guard pending > 0 else { return }
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: pending))
        let output = output
        bytes.withUnsafeMutableBytes { buffer in
            let free = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
            _ = BIO_read(output, free.baseAddress, CInt(pending))
        }
    }

    /// Continues the handshake as far as possible.
    ///
    /// - Throws: `TLSFailure` if the handshake can no longer succeed.
    package mutating func handshake() throws(TLSFailure) -> Progress {
        ERR_clear_error()
        return try progress(SSL_do_handshake(pointer), of: "SSL_do_handshake")
    }

    /// Appends decrypted bytes to `bytes`.
    package mutating func read(into bytes: inout [UInt8]) throws(TLSFailure) -> Progress {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        ERR_clear_error()
        let count = SSL_read(pointer, &chunk, CInt(chunk.count))
        guard count > 0 else { return try progress(count, of: "SSL_read") }
        bytes += chunk.prefix(Int(count))
        return .done
    }

    /// Encrypts `bytes`; the output buffer has no limit.
    package mutating func write(_ bytes: [UInt8]) throws(TLSFailure) {
        guard !bytes.isEmpty else { return }
        ERR_clear_error()
        _ = try progress(SSL_write(pointer, bytes, CInt(bytes.count)), of: "SSL_write")
    }

    /// Sends close_notify.
    package mutating func close() {
        ERR_clear_error()
        SSL_shutdown(pointer)
        ERR_clear_error()
    }

    /// The alert that the peer sent, by its number in RFC 8446; nil if the peer sent no alert
    /// except close_notify.
    package var peerAlert: UInt8? { witness.peerAlert }

    /// Whether this end has sent its certificates.
    package var hasShownCertificates: Bool { witness.hasShownCertificates }

    /// Whether the client has requested a staple from this end (RFC 6066 §8).
    package var wantsStaple: Bool { witness.wantsStaple }

    /// The application protocol that both ends agreed on; nil for none.
    package var applicationProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var count: CUnsignedInt = 0
        SSL_get0_alpn_selected(pointer, &name, &count)
        guard let name, count > 0 else { return nil }
        let bytes = UnsafeBufferPointer(start: name, count: Int(count))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func progress(_ result: CInt, of function: String) throws(TLSFailure) -> Progress {
        guard result <= 0 else { return .done }
        switch SSL_get_error(pointer, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE, SSL_ERROR_WANT_RETRY_VERIFY:
            return .wantsInput
        case SSL_ERROR_ZERO_RETURN: return .closed
        default: throw TLSFailure(function: function, peerAlert: witness.peerAlert)
        }
    }
}

/// A failed handshake or connection.
package struct TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause of the failure, as far as a verdict depends on the cause.
    package enum Cause: Hashable, Sendable {
        /// The certificate callback rejected the certificate.
        case refused
        /// The peer sent this alert.
        case alert(UInt8)
        /// The handshake signature does not match the certificate's key.
        case handshakeSignature
        /// The two ends have no protocol version in common.
        case version
        /// The peer's bytes are not TLS.
        case notTLS
        case other
    }

    package let cause: Cause
    package let error: OpenSSLError

    init(function: String, peerAlert: UInt8?) {
        // libssl's error comes last, after the errors of lower libraries, whose codes have other
        // meanings.
        let code = ERR_peek_last_error()
        let reason = shim_ERR_library(code) == ERR_LIB_SSL ? shim_ERR_reason(code) : 0
        error = OpenSSLError(draining: function)
        cause =
            switch reason {
            case SSL_R_CERTIFICATE_VERIFY_FAILED: .refused
            case SSL_R_BAD_SIGNATURE, SSL_R_WRONG_SIGNATURE_TYPE, SSL_R_WRONG_SIGNATURE_SIZE:
                .handshakeSignature
            case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW:
                .version
            case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_PACKET_LENGTH_TOO_LONG:
                .notTLS
            default: peerAlert.map(Cause.alert) ?? .other
            }
    }

    /// Makes a failure that was found without libssl.
    package init(cause: Cause, error: OpenSSLError) {
        self.cause = cause
        self.error = error
    }

    package var description: String { error.description }
}
