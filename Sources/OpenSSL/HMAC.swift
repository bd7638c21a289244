import COpenSSL

/// HMAC (RFC 2104) with one digest and any number of keys.
package struct HMAC: ~Copyable {
    private let context: OpaquePointer
    package let digest: Digest

    /// HMAC with this digest.
    package init(_ digest: Digest) throws(OpenSSLError) {
        context = try owned("HMAC_CTX_new") { HMAC_CTX_new() }
        self.digest = digest
    }

    deinit { HMAC_CTX_free(context) }

    /// The code of `message`, as long as the digest.
    package mutating func code(of message: [UInt8], key: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: CUnsignedInt = 0
        let (context, algorithm) = (context, try digest.fetched())
        try checked("HMAC_Init_ex") {
            HMAC_Init_ex(context, key, CInt(clamping: key.count), algorithm, nil)
        }
        try checked("HMAC_Update") { HMAC_Update(context, message, message.count) }
        try checked("HMAC_Final") { HMAC_Final(context, &output, &length) }
        return Array(output.prefix(Int(length)))
    }
}
