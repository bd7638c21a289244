import COpenSSL

/// HMAC (RFC 2104) with one digest and any number of keys.
package struct HMAC: ~Copyable {
    private let context: OpaquePointer
    private let algorithm: OpaquePointer
    package let digest: Digest
    /// Whether the context has hashed no bytes since the key was set.
    private var isFresh = false

    /// Makes an HMAC with this digest.
    package init(_ digest: Digest) throws(OpenSSLError) {
        let algorithm = try digest.fetched()
        let context = try owned("HMAC_CTX_new") { HMAC_CTX_new() }
        (self.context, self.algorithm, self.digest) = (context, algorithm, digest)
    }

    deinit { HMAC_CTX_free(context) }

    /// Returns the authentication code of `message`, as long as the digest.
    package mutating func code(of message: [UInt8], key: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try take(key: key)
        return try code(of: message)
    }

    /// Sets the key for the following codes.
    ///
    /// Setting a key takes half as long as computing the code of a short message.
    package mutating func take(key: [UInt8]) throws(OpenSSLError) {
        let (context, algorithm) = (context, algorithm)
        try checked("HMAC_Init_ex") {
            HMAC_Init_ex(context, key, CInt(clamping: key.count), algorithm, nil)
        }
        isFresh = true
    }

    /// Returns the code of `message` under the current key; throws if no key was set.
    package mutating func code(of message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let context = context
        if !isFresh { try checked("HMAC_Init_ex") { HMAC_Init_ex(context, nil, 0, nil, nil) } }
        isFresh = false
        var output = [UInt8](repeating: 0, count: digest.length)
        try checked("HMAC_Update") { HMAC_Update(context, message, message.count) }
        try checked("HMAC_Final") { HMAC_Final(context, &output, nil) }
        return output
    }
}
