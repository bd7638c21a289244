import COpenSSL

/// A certificate as OpenSSL reads it, for comparison with our decoder.
// Immutable after init: OpenSSL locks its cache of a certificate's extensions.
package final class OpenSSLCertificate: @unchecked Sendable {
    /// Flags for comparing names, `X509_CHECK_FLAG_…`.
    package enum NameRule: CaseIterable, Hashable, Sendable {
        /// The common name is ignored, both as an identity and for name constraints.
        case neverCheckSubject
        /// A wildcard must be a whole label.
        case noPartialWildcards

        var flag: UInt32 {
            switch self {
            case .neverCheckSubject: UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT)
            case .noPartialWildcards: UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS)
            }
        }
    }

    private let pointer: OpaquePointer

    /// Decodes a certificate; nil if `d2i_X509` rejects it.
    package init?(der: [UInt8]) {
        defer { ERR_clear_error() }
        guard let decoded = Self.decode(der) else { return nil }
        pointer = decoded
    }

    private static func decode(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
    }

    /// Whether `d2i_X509` rejects the value of a name's attribute or the parameters of an
    /// algorithm.
    ///
    /// OpenSSL allows only types from its own list, although RFC 5280 §4.1.2.4 and §4.1.1.2 allow
    /// ANY.
    package static func refusesOpenType(in der: [UInt8]) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        if let decoded = decode(der) {
            X509_free(decoded)
            return false
        }
        var text: UnsafePointer<CChar>?
        var flags: Int32 = 0
        while ERR_get_error_all(nil, nil, nil, &text, &flags) != 0 {
            guard flags & ERR_TXT_STRING != 0, let text else { continue }
            let open = ["Field=value, Type=X509_NAME_ENTRY", "Field=parameter, Type=X509_ALGOR"]
            if open.contains(String(cString: text)) { return true }
        }
        return false
    }

    deinit { X509_free(pointer) }

    /// The certificate's key; nil if OpenSSL does not know the key's algorithm.
    package var publicKey: PublicKey? {
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), &start)
        defer {
            CRYPTO_free(start, nil, 0)
            ERR_clear_error()
        }
        guard let start, count > 0 else { return nil }
        return try? PublicKey(spki: UnsafeBufferPointer(start: start, count: Int(count)))
    }
}

// MARK: Names and purposes

extension OpenSSLCertificate {
    /// Whether the certificate is valid for this host, given without a final dot
    /// (`X509_check_host`).
    ///
    /// False if OpenSSL reports an error.
    package func presents(host: String, by rules: Set<NameRule> = []) -> Bool {
        defer { ERR_clear_error() }
        let flags = rules.reduce(0) { $0 | $1.flag }
        return X509_check_host(pointer, host, host.utf8.count, flags, nil) == 1
    }

    /// Whether the certificate is valid for this address of 4 or 16 bytes (`X509_check_ip`).
    package func presents(address: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_ip(pointer, address, address.count, 0) == 1
    }

    /// Whether OpenSSL can decode the certificate's alternative names; otherwise OpenSSL sees no
    /// names.
    package var hasReadableNames: Bool {
        let areRead = value(NID_subject_alt_name) { names in
            GENERAL_NAMES_free(OpaquePointer(names))
            return true
        }
        return areRead ?? !has(NID_subject_alt_name)
    }

    /// Whether the certificate's extended key usages, if any, allow a TLS server.
    package var isForServers: Bool {
        guard has(NID_ext_key_usage) else { return true }
        let purposes = value(NID_ext_key_usage) { body in
            let purposes = OpaquePointer(body)
            defer { EXTENDED_KEY_USAGE_free(purposes) }
            return (0..<max(0, OPENSSL_sk_num(purposes))).contains { place in
                let purpose = OPENSSL_sk_value(purposes, place).map(OpaquePointer.init)
                return [NID_server_auth, NID_anyExtendedKeyUsage].contains(OBJ_obj2nid(purpose))
            }
        }
        return purposes ?? false
    }
}

// MARK: Single extensions

// These properties do not use OpenSSL's summary of all extensions (X509_get_key_usage,
// X509_check_ca), because any malformed extension, even an unrelated extension, makes the summary
// empty.
extension OpenSSLCertificate {
    private func has(_ kind: Int32) -> Bool { X509_get_ext_by_NID(pointer, kind, -1) >= 0 }

    /// Returns the result of `read` for the value of an extension; `read` must free the value.
    ///
    /// Returns nil if the extension is absent, occurs twice or does not decode.
    private func value<Value>(
        _ kind: Int32,
        _ read: (UnsafeMutableRawPointer) -> Value
    ) -> Value? {
        defer { ERR_clear_error() }
        return X509_get_ext_d2i(pointer, kind, nil, nil).map(read)
    }

    /// Whether basicConstraints say that this is a CA, and keyUsage, if present, allows signing
    /// certificates.
    package var mayIssue: Bool {
        let isAuthority = withBasicConstraints { $0.ca != 0 } ?? false
        // keyCertSign (RFC 5280 §4.2.1.3).
        return isAuthority && keyUsage(bit: 5) ?? true
    }

    /// Returns a bit of the certificate's keyUsage: nil without keyUsage, false if keyUsage does
    /// not decode.
    func keyUsage(bit: CInt) -> Bool? {
        guard has(NID_key_usage) else { return nil }
        let isSet = value(NID_key_usage) { body in
            let bits = body.assumingMemoryBound(to: ASN1_BIT_STRING.self)
            defer { ASN1_BIT_STRING_free(bits) }
            return ASN1_BIT_STRING_get_bit(bits, bit) == 1
        }
        return isSet ?? false
    }

    /// Whether the certificate has the extension with this identifier, in dotted decimal.
    func hasExtension(_ identifier: String) -> Bool {
        defer { ERR_clear_error() }
        guard let object = OBJ_txt2obj(identifier, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(pointer, object, -1) >= 0
    }

    var notBefore: UnsafePointer<ASN1_TIME>? { X509_get0_notBefore(pointer) }

    /// The maximum number of intermediates below this certificate, without self-issued
    /// intermediates; nil for no limit.
    package var pathLength: Int? {
        let length = withBasicConstraints { $0.pathlen.map { ASN1_INTEGER_get($0) } } ?? nil
        // OpenSSL returns -1 for a number that is too large. No path is that long, so the number is
        // no limit.
        return length.flatMap { $0 < 0 ? nil : $0 }
    }

    private func withBasicConstraints<Value>(_ read: (BASIC_CONSTRAINTS) -> Value) -> Value? {
        value(NID_basic_constraints) { body in
            let constraints = body.assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
            defer { BASIC_CONSTRAINTS_free(constraints) }
            return read(constraints.pointee)
        }
    }
}

// MARK: Path validation

extension OpenSSLCertificate {
    /// Whether a time, in seconds since 1970, is within the certificate's validity, which includes
    /// both ends.
    package func isValid(at seconds: Int64) -> Bool {
        let moment = time_t(seconds)
        // The result -2 means an invalid time.
        let start = ASN1_TIME_cmp_time_t(X509_get0_notBefore(pointer), moment)
        let end = ASN1_TIME_cmp_time_t(X509_get0_notAfter(pointer), moment)
        return (start == -1 || start == 0) && end >= 0
    }

    /// Whether the subject of `issuer` equals this certificate's issuer name.
    package func names(_ issuer: OpenSSLCertificate) -> Bool {
        X509_NAME_cmp(X509_get_issuer_name(pointer), X509_get_subject_name(issuer.pointer)) == 0
    }

    /// Whether OpenSSL knows the certificate's signature algorithm; 3.0 does not know ECDSA with
    /// SHA-3.
    package var hasKnownSignature: Bool {
        defer { ERR_clear_error() }
        return X509_get_signature_info(pointer, nil, nil, nil, nil) == 1
    }

    /// The signature algorithm, in dotted decimal.
    package var signatureAlgorithm: String {
        var algorithm: UnsafePointer<X509_ALGOR>?
        X509_get0_signature(nil, &algorithm, pointer)
        guard let identifier = algorithm?.pointee.algorithm else { return "" }
        // The longest identifiers in RFCs have about 30 characters.
        var text = [CChar](repeating: 0, count: 128)
        guard OBJ_obj2txt(&text, Int32(text.count), identifier, 1) > 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether the key of `issuer` made this certificate's signature.
    package func isSigned(by issuer: OpenSSLCertificate) -> Bool {
        defer { ERR_clear_error() }
        guard let key = X509_get0_pubkey(issuer.pointer) else { return false }
        return X509_verify(pointer, key) == 1
    }

    /// The version number, from 1; only version 3 has extensions (RFC 5280 §4.1.2.1).
    package var version: Int { X509_get_version(pointer) + 1 }

    /// Whether the certificate has alternative names and also a mailbox in its subject.
    ///
    /// OpenSSL applies name constraints to such a mailbox. RFC 5280 §4.2.1.10 applies them to the
    /// mailbox only if the certificate has no alternative names.
    package var hasMailboxBesideNames: Bool {
        let subject = X509_get_subject_name(pointer)
        return X509_NAME_get_index_by_NID(subject, NID_pkcs9_emailAddress, -1) >= 0
            && X509_get_ext_by_NID(pointer, NID_subject_alt_name, -1) >= 0
    }

    /// Whether the certificate has a critical extension that OpenSSL does not process.
    package var hasUnknownCriticalExtension: Bool {
        X509_get_extension_flags(pointer) & UInt32(EXFLAG_CRITICAL) != 0
    }

    /// Whether the certificate's name constraints mention mailboxes.
    package var constrainsMailboxes: Bool {
        readingConstraints { constraints in
            [constraints.permittedSubtrees, constraints.excludedSubtrees].compactMap(\.self)
                .contains { subtrees in
                    (0..<max(0, OPENSSL_sk_num(subtrees))).contains { place in
                        let subtree = OPENSSL_sk_value(subtrees, place)
                        return subtree?.assumingMemoryBound(to: GENERAL_SUBTREE.self)
                            .pointee.base.pointee.type == GEN_EMAIL
                    }
                }
        } ?? false
    }

    /// Whether the certificate's name constraints have permitted subtrees.
    package var permitsNames: Bool {
        readingConstraints { OPENSSL_sk_num($0.permittedSubtrees) > 0 } ?? false
    }

    /// Whether this certificate's name constraints forbid a name of `other`: the constraints
    /// exclude the name, or permit only other names of the same kind.
    package func forbidsNames(of other: OpenSSLCertificate) -> Bool {
        readingConstraints { constraints in
            let result = NAME_CONSTRAINTS_check(other.pointer, &constraints)
            return [X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION].contains(result)
        } ?? false
    }

    /// Calls `body` with the name constraints; returns nil if the certificate has no name
    /// constraints or they do not decode.
    private func readingConstraints<Result>(
        _ body: (inout NAME_CONSTRAINTS) -> Result
    ) -> Result? {
        defer { ERR_clear_error() }
        guard let value = X509_get_ext_d2i(pointer, NID_name_constraints, nil, nil) else {
            return nil
        }
        let constraints = value.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        defer { NAME_CONSTRAINTS_free(constraints) }
        return body(&constraints.pointee)
    }
}
