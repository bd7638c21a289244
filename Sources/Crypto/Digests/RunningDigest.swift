import COpenSSL

/// A digest of bytes that come in parts, such as a handshake's transcript; its value can be read
/// after each part.
///
/// Use a digest on one thread at a time.
package final class RunningDigest {
    private let context: OpaquePointer
    /// A copy of the context, from which `value` computes the digest: a finished context cannot
    /// take more bytes.
    private let copy: OpaquePointer
    package let digest: Digest

    package init(_ digest: Digest) throws(OpenSSLError) {
        let algorithm = try digest.fetched()
        (context, copy) = try Self.contexts(algorithm)
        self.digest = digest
    }

    /// Returns a context that is ready for bytes, and an empty context; `value` copies the first
    /// context into the second.
    private static func contexts(
        _ algorithm: OpaquePointer
    ) throws(OpenSSLError) -> (OpaquePointer, OpaquePointer) {
        let (context, copy) = (EVP_MD_CTX_new(), EVP_MD_CTX_new())
        guard let context, let copy, EVP_DigestInit_ex(context, algorithm, nil) == 1 else {
            EVP_MD_CTX_free(context)
            EVP_MD_CTX_free(copy)
            throw OpenSSLError(draining: "EVP_DigestInit_ex")
        }
        return (context, copy)
    }

    deinit {
        EVP_MD_CTX_free(context)
        EVP_MD_CTX_free(copy)
    }

    package func update(_ bytes: [UInt8]) throws(OpenSSLError) {
        let context = context
        try checked("EVP_DigestUpdate") { EVP_DigestUpdate(context, bytes, bytes.count) }
    }

    /// Returns the digest of all bytes so far.
    package func value() throws(OpenSSLError) -> [UInt8] {
        let (context, copy) = (context, copy)
        var output = [UInt8](repeating: 0, count: digest.length)
        try checked("EVP_MD_CTX_copy_ex") { EVP_MD_CTX_copy_ex(copy, context) }
        try checked("EVP_DigestFinal_ex") { EVP_DigestFinal_ex(copy, &output, nil) }
        return output
    }
}
