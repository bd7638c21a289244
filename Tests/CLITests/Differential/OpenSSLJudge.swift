import COpenSSL
import PKIX
import Trust

// The only file of these tests that sees C: what OpenSSL makes of certificates and chains.

/// OpenSSL's verifier, set as close to ours as its switches go.
enum OpenSSLJudge {
    /// What OpenSSL says of one certificate.
    enum CertificateVerdict: Hashable, Sendable {
        case accept
        /// `d2i_X509` takes it for none.
        case undecodable
        /// Octets behind it.
        case trailing
        /// An extension that OpenSSL knows and cannot decode or will not use, by its short name.
        case badExtension(String)
        /// `X509_get0_pubkey` has no key.
        case badKey
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
        guard let certificate = decoded else { return .undecodable }
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
        // What OpenSSL caches of its extensions, and how they go together.
        if X509_get_extension_flags(certificate) & UInt32(EXFLAG_INVALID) != 0 {
            return .badExtension("cache")
        }
        return X509_get0_pubkey(certificate) == nil ? .badKey : .accept
    }

    /// A chain and what is asked of it.
    struct Chain {
        var anchors: [[UInt8]] = []
        var endEntity: [UInt8] = []
        var intermediates: [[UInt8]] = []
        var crls: [[UInt8]] = []
        var verifyDate = Instant(seconds: 0)
        var identity: ReferenceIdentity?
        var mailbox: String?
        /// `X509_PURPOSE_…`; nil where nobody asks.
        var purpose: Purpose?
        var maximumIntermediates: Int?
        /// Strength from 0 to 5 (`SSL_CTX_set_security_level`).
        var securityLevel: Int32 = 0
        var policies: PolicyInputs?
        var nameRules: Set<NameRule> = []
    }

    /// `X509_CHECK_FLAG_…`.
    enum NameRule: Hashable, Sendable {
        /// A common name counts for nothing, neither as identity nor before constraints.
        case neverCheckSubject
        /// A wildcard is a whole label.
        case noPartialWildcards
    }

    enum Purpose: Hashable, Sendable {
        case server, client
    }

    /// What OpenSSL says of a chain.
    enum ChainVerdict: Hashable, Sendable {
        case accept
        /// `X509_V_ERR_…` and the depth.
        case refuse(code: Int32, depth: Int32)
        /// A certificate of it does not decode.
        case undecodable
    }

    static func judge(_ chain: Chain) -> ChainVerdict {
        defer { ERR_clear_error() }
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else {
            return .undecodable
        }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
        }
        for anchor in chain.anchors.compactMap(decode) {
            X509_STORE_add_cert(store, anchor)
            X509_free(anchor)
        }
        guard let endEntity = decode(chain.endEntity) else { return .undecodable }
        defer { X509_free(endEntity) }
        let untrusted = shim_X509_stack_new()
        let intermediates = chain.intermediates.compactMap(decode)
        defer {
            shim_X509_stack_free(untrusted)
            intermediates.forEach { X509_free($0) }
        }
        for certificate in intermediates { _ = shim_X509_stack_push(untrusted, certificate) }
        guard X509_STORE_CTX_init(context, store, endEntity, OpaquePointer(untrusted)) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return .undecodable }
        // A store finds CRLs by the certificate's issuer alone; these are looked through.
        let lists = OPENSSL_sk_new_null()
        let crls = chain.crls.compactMap(decodeCRL)
        defer {
            OPENSSL_sk_free(lists)
            crls.forEach { X509_CRL_free($0) }
        }
        for crl in crls { OPENSSL_sk_push(lists, UnsafeRawPointer(crl)) }
        X509_STORE_CTX_set0_crls(context, lists)
        chain.configure(parameters)
        guard X509_verify_cert(context) != 1 else { return .accept }
        return .refuse(
            code: X509_STORE_CTX_get_error(context),
            depth: X509_STORE_CTX_get_error_depth(context)
        )
    }

    /// OpenSSL's words for `X509_V_ERR_…`.
    static func words(_ code: Int32) -> String {
        X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "?"
    }

    /// Such as `3.0`.
    static let version =
        "\(OPENSSL_version_major()).\(OPENSSL_version_minor())"

    private static func decode(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
    }

    private static func decodeCRL(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509_CRL(nil, &start, bytes.count)
        }
    }
}

extension OpenSSLJudge.Chain {
    fileprivate func configure(_ parameters: OpaquePointer) {
        // An anchor may be any certificate, as ours may.
        var flags = UInt(X509_V_FLAG_PARTIAL_CHAIN)
        if !crls.isEmpty {
            flags |= UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL)
            flags |= UInt(X509_V_FLAG_EXTENDED_CRL_SUPPORT | X509_V_FLAG_USE_DELTAS)
        }
        if let policies {
            flags |= UInt(X509_V_FLAG_POLICY_CHECK)
            if policies.initialExplicitPolicy { flags |= UInt(X509_V_FLAG_EXPLICIT_POLICY) }
            if policies.initialPolicyMappingInhibit { flags |= UInt(X509_V_FLAG_INHIBIT_MAP) }
            if policies.initialAnyPolicyInhibit { flags |= UInt(X509_V_FLAG_INHIBIT_ANY) }
            for policy in policies.userInitialPolicySet {
                X509_VERIFY_PARAM_add0_policy(parameters, OBJ_txt2obj(policy.description, 1))
            }
        }
        X509_VERIFY_PARAM_set_flags(parameters, flags)
        X509_VERIFY_PARAM_set_time(parameters, time_t(verifyDate.seconds))
        X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
        if let maximumIntermediates {
            X509_VERIFY_PARAM_set_depth(parameters, Int32(clamping: maximumIntermediates))
        }
        switch purpose {
        case .server: X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER)
        case .client: X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_CLIENT)
        case nil: break
        }
        switch identity {
        case .dns(let name): X509_VERIFY_PARAM_set1_host(parameters, name, name.utf8.count)
        case .ip(let octets): X509_VERIFY_PARAM_set1_ip(parameters, octets, octets.count)
        case nil: break
        }
        for rule in nameRules {
            let flag =
                switch rule {
                case .neverCheckSubject: X509_CHECK_FLAG_NEVER_CHECK_SUBJECT
                case .noPartialWildcards: X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS
                }
            let others = X509_VERIFY_PARAM_get_hostflags(parameters)
            X509_VERIFY_PARAM_set_hostflags(parameters, others | UInt32(flag))
        }
        if let mailbox {
            X509_VERIFY_PARAM_set1_email(parameters, mailbox, mailbox.utf8.count)
        }
    }
}
