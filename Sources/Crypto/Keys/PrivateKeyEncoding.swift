import COpenSSL

extension PrivateKey {
    /// Returns the key as an unencrypted DER `PrivateKeyInfo` (RFC 5208 §5).
    package func privateKeyInfo() throws(OpenSSLError) -> [UInt8] {
        let pointer = pointer
        let info = try owned("EVP_PKEY2PKCS8") { EVP_PKEY2PKCS8(pointer) }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var length: CInt = 0
        try checked("i2d_PKCS8_PRIV_KEY_INFO") {
            length = i2d_PKCS8_PRIV_KEY_INFO(info, &bytes)
            return length
        }
        defer { shim_OPENSSL_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }
}
