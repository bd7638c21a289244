import COpenSSL

/// The numbers of a key in the form that `EVP_PKEY_fromdata` takes.
///
/// A key made in this way belongs to OpenSSL's provider from the start, so its first signature
/// needs no export.
struct KeyParameters: ~Copyable {
    private var list: [OSSL_PARAM] = []

    deinit {
        for parameter in list { parameter.data.deallocate() }
    }

    /// Appends an integer from big-endian bytes.
    mutating func integer(_ name: StaticString, _ magnitude: [UInt8]) {
        // OSSL_PARAM holds integers in the machine's byte order.
        #if _endian(little)
            let bytes = Array(magnitude.reversed())
        #else
            let bytes = magnitude
        #endif
        append(name, bytes, CUnsignedInt(OSSL_PARAM_UNSIGNED_INTEGER))
    }

    mutating func bytes(_ name: StaticString, _ bytes: [UInt8]) {
        append(name, bytes, CUnsignedInt(OSSL_PARAM_OCTET_STRING))
    }

    mutating func text(_ name: StaticString, _ text: StaticString) {
        let bytes = text.withUTF8Buffer { Array($0) }
        append(name, bytes, CUnsignedInt(OSSL_PARAM_UTF8_STRING))
    }

    /// Returns OpenSSL's key pair with these numbers; the caller owns the key pair.
    ///
    /// OpenSSL does not check that the private and the public key belong together.
    func keyPair(_ algorithm: KeyAlgorithm) throws(OpenSSLError) -> OpaquePointer {
        let name = algorithm.typeName
        let context = try owned("EVP_PKEY_CTX_new_from_name") {
            name.withUTF8Buffer { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    EVP_PKEY_CTX_new_from_name(nil, $0.baseAddress, nil)
                }
            }
        }
        defer { EVP_PKEY_CTX_free(context) }
        var parameters = list + [OSSL_PARAM()]
        return try owned("EVP_PKEY_fromdata") {
            var key: OpaquePointer?
            guard EVP_PKEY_fromdata_init(context) > 0,
                EVP_PKEY_fromdata(context, &key, shim_EVP_PKEY_KEYPAIR(), &parameters) > 0
            else { return nil }
            return key
        }
    }

    private mutating func append(_ name: StaticString, _ bytes: [UInt8], _ type: CUnsignedInt) {
        // One more byte, a zero, ends the text.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 8)
        copy.initializeMemory(as: UInt8.self, repeating: 0)
        copy.copyBytes(from: bytes)
        let key = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        list.append(
            OSSL_PARAM(
                key: key,
                data_type: type,
                data: copy.baseAddress,
                data_size: bytes.count,
                return_size: Int(bitPattern: UInt.max)
            )
        )
    }
}
