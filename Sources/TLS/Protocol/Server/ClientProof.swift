import Crypto

extension ScriptRun {
    /// Checks the client's CertificateVerify (RFC 8446 §4.4.3, RFC 5246 §7.4.8).
    ///
    /// The certificate may be arbitrary bytes; this function does not check whether to trust it.
    mutating func check(proof bytes: [UInt8], by certificate: [UInt8]) throws(ProtocolFailure) {
        var body = ByteReader(Array(bytes.dropFirst(4)))
        guard let number = body.number(2), let signature = body.vector(2), body.isAtEnd else {
            throw .malformed(message: HandshakeType.certificateVerify.rawValue)
        }
        let scheme = HandshakeScheme(rawValue: UInt16(number))
        guard let scheme, settings.schemes.contains(scheme) else { throw .parameters }
        // RFC 8446 §4.2.3: PKCS#1 is allowed only in certificates.
        guard script.version < .v1_3 || !scheme.isPKCS1 else { throw .parameters }
        let signed = try primitives { () throws(OpenSSLError) in try signedByClient() }
        let key = OpenSSLCertificate(der: certificate)?.publicKey
        guard let key, key.verifies(signature, over: signed, by: scheme.signature) else {
            throw .proof
        }
        try append(bytes)
    }
}

extension HandshakeScheme {
    fileprivate var isPKCS1: Bool {
        if case .rsaPKCS1 = signature { true } else { false }
    }
}
