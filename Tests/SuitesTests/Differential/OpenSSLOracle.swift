import COpenSSL

// The only file of these tests that imports C: OpenSSL's decoding of certificates.

/// OpenSSL's decoder.
enum OpenSSLOracle {
    /// OpenSSL's verdict on one certificate.
    enum CertificateVerdict: Hashable, Sendable {
        case accept
        /// `d2i_X509` rejects it, with this reason and the fields around it, innermost first.
        case undecodable(String)
        /// Bytes follow the certificate.
        case trailing
        /// OpenSSL knows this extension, by its short name, but cannot decode or use it.
        case badExtension(String)
        /// `X509_get0_pubkey` returns no key.
        case badKey
    }

    /// Returns the first error in OpenSSL's queue, then the fields that the other errors name.
    private static func drainedErrors() -> String {
        var words: [String] = []
        var data: UnsafePointer<CChar>?
        var flags: CInt = 0
        while true {
            let code = ERR_get_error_all(nil, nil, nil, &data, &flags)
            guard code != 0 else { return words.joined(separator: " ") }
            if words.isEmpty, let reason = ERR_reason_error_string(code) {
                words.append(String(cString: reason))
            }
            if let data, flags & ERR_TXT_STRING != 0 { words.append(String(cString: data)) }
        }
    }

    /// Decodes a certificate with its extensions and key.
    static func judge(_ der: [UInt8]) -> CertificateVerdict {
        defer { ERR_clear_error() }
        var rest = 0
        let decoded = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var start = bytes.baseAddress
            let certificate = d2i_X509(nil, &start, bytes.count)
            rest = start.map { bytes.count - (bytes.baseAddress?.distance(to: $0) ?? 0) } ?? 0
            return certificate
        }
        guard let certificate = decoded else { return .undecodable(drainedErrors()) }
        defer { X509_free(certificate) }
        guard rest == 0 else { return .trailing }
        for index in 0..<X509_get_ext_count(certificate) {
            guard let found = X509_get_ext(certificate, index),
                let identifier = X509_EXTENSION_get_object(found)
            else { continue }
            let number = OBJ_obj2nid(identifier)
            guard X509V3_EXT_get_nid(number) != nil else { continue }
            guard let body = X509V3_EXT_d2i(found) else {
                return .badExtension(OBJ_nid2sn(number).map { String(cString: $0) } ?? "?")
            }
            shim_X509V3_EXT_free(number, body)
        }
        // OpenSSL caches extensions and checks that they are consistent.
        if X509_get_extension_flags(certificate) & UInt32(EXFLAG_INVALID) != 0 {
            return .badExtension("cache")
        }
        return X509_get0_pubkey(certificate) == nil ? .badKey : .accept
    }
}
