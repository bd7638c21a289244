import COpenSSL

/// A chain and the inputs of its verification by OpenSSL (`X509_verify_cert`).
///
/// Any certificate may be an anchor. By default, no identity, purpose, policy or revocation is
/// checked.
package struct ChainVerification: Hashable, Sendable {
    /// The identity that the end entity must have: a host, an address or a mailbox.
    package enum Identity: Hashable, Sendable {
        case dns(String)
        /// The bytes of an IP address: 4 or 16.
        case ip([UInt8])
        case mailbox(String)
    }

    /// The purpose of the end entity (`X509_PURPOSE_SSL_…`).
    package enum Purpose: Hashable, Sendable {
        case server, client
    }

    /// The inputs of RFC 5280 §6.1.1 (c), (e), (f) and (g).
    package struct Policies: Hashable, Sendable {
        /// The acceptable policies in dotted decimal; an empty list means any policy.
        package var accepted: [String] = []
        /// initial-explicit-policy.
        package var isExplicit = false
        /// initial-policy-mapping-inhibit.
        package var inhibitsMapping = false
        /// initial-any-policy-inhibit.
        package var inhibitsAny = false

        /// Makes inputs that allow any policy and require no policy.
        package init() {}
    }

    /// OpenSSL's verdict.
    package enum Verdict: Hashable, Sendable {
        case accept
        /// The verification failed with `X509_V_ERR_…` at this depth above the end entity.
        case refuse(code: Int32, depth: Int32)
        /// OpenSSL cannot decode the end entity.
        case undecodable
    }

    /// The anchors, each in DER; the verification skips anchors that OpenSSL cannot decode.
    package var anchors: [[UInt8]] = []
    /// The intermediates, each in DER; the verification skips intermediates that OpenSSL cannot
    /// decode.
    package var intermediates: [[UInt8]] = []
    /// The CRLs, each in DER; without CRLs, revocation is not checked.
    package var crls: [[UInt8]] = []
    /// The end entity, in DER.
    package var endEntity: [UInt8] = []
    /// The time of verification, in seconds since 1970.
    package var verifyDate: Int64 = 0
    /// The identity; nil means that no name is checked.
    package var identity: Identity?
    /// The flags for comparing names.
    package var nameRules: Set<OpenSSLCertificate.NameRule> = []
    /// The purpose; nil means that no purpose is checked.
    package var purpose: Purpose?
    /// The maximum number of intermediates; nil means OpenSSL's own limit.
    package var maximumIntermediates: Int?
    /// The security level from 0 to 5 (`SSL_CTX_set_security_level`).
    package var securityLevel: Int32 = 0
    /// The inputs about policies; nil means that policies are not checked.
    package var policies: Policies?

    /// Makes inputs with an empty chain.
    package init() {}

    /// The library's version as major and minor number, such as `3.0`.
    package static let version = "\(OPENSSL_version_major()).\(OPENSSL_version_minor())"

    /// The library's full version, such as `3.0.19`.
    package static let fullVersion = "\(version).\(OPENSSL_version_patch())"

    /// OpenSSL's text for `X509_V_ERR_…`.
    package static func words(_ code: Int32) -> String {
        X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "?"
    }

    /// Returns OpenSSL's verdict.
    package func verdict() -> Verdict {
        defer { ERR_clear_error() }
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else {
            return .undecodable
        }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
        }
        for anchor in anchors.compactMap(Self.decode) { X509_STORE_add_cert(store, anchor.pointer) }
        guard let endEntity = Self.decode(endEntity) else { return .undecodable }
        let untrusted = shim_X509_stack_new()
        let intermediates = intermediates.compactMap(Self.decode)
        defer {
            shim_X509_stack_free(untrusted)
            withExtendedLifetime((endEntity, intermediates)) {}
        }
        for certificate in intermediates {
            _ = shim_X509_stack_push(untrusted, certificate.pointer)
        }
        let stack = OpaquePointer(untrusted)
        guard X509_STORE_CTX_init(context, store, endEntity.pointer, stack) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return .undecodable }
        // Pass CRLs as a list: OpenSSL searches the whole list, but finds CRLs in a store only by
        // the certificate's issuer.
        let lists = OPENSSL_sk_new_null()
        let crls = crls.compactMap(Self.decodeCRL)
        defer {
            OPENSSL_sk_free(lists)
            crls.forEach { X509_CRL_free($0) }
        }
        for crl in crls { OPENSSL_sk_push(lists, UnsafeRawPointer(crl)) }
        X509_STORE_CTX_set0_crls(context, lists)
        configure(parameters)
        guard X509_verify_cert(context) != 1 else { return .accept }
        return .refuse(
            code: X509_STORE_CTX_get_error(context),
            depth: X509_STORE_CTX_get_error_depth(context)
        )
    }

    /// The certificates decoded so far.
    ///
    /// In a thousand setups of a fuzzing campaign, six of seven certificates have occurred before.
    private static let loaded = LoadedCertificates(capacity: 1_024)

    private static func decode(_ der: [UInt8]) -> LoadedCertificates.Loaded? {
        try? loaded.certificate(der)
    }

    private static func decodeCRL(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509_CRL(nil, &start, bytes.count)
        }
    }

    private func configure(_ parameters: OpaquePointer) {
        var flags = UInt(X509_V_FLAG_PARTIAL_CHAIN)
        if !crls.isEmpty {
            flags |= UInt(X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL)
            flags |= UInt(X509_V_FLAG_EXTENDED_CRL_SUPPORT | X509_V_FLAG_USE_DELTAS)
        }
        if let policies { flags |= policies.configure(parameters) }
        X509_VERIFY_PARAM_set_flags(parameters, flags)
        X509_VERIFY_PARAM_set_time(parameters, time_t(verifyDate))
        X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
        if let maximumIntermediates {
            X509_VERIFY_PARAM_set_depth(parameters, Int32(clamping: maximumIntermediates))
        }
        switch purpose {
        case .server: X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_SERVER)
        case .client: X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_SSL_CLIENT)
        case nil: break
        }
        let others = X509_VERIFY_PARAM_get_hostflags(parameters)
        X509_VERIFY_PARAM_set_hostflags(parameters, nameRules.reduce(others) { $0 | $1.flag })
        switch identity {
        case .dns(let name): X509_VERIFY_PARAM_set1_host(parameters, name, name.utf8.count)
        case .ip(let bytes): X509_VERIFY_PARAM_set1_ip(parameters, bytes, bytes.count)
        case .mailbox(let name): X509_VERIFY_PARAM_set1_email(parameters, name, name.utf8.count)
        case nil: break
        }
    }
}

extension ChainVerification.Policies {
    /// Sets the accepted policies, and returns the flags to set.
    fileprivate func configure(_ parameters: OpaquePointer) -> UInt {
        for policy in accepted {
            X509_VERIFY_PARAM_add0_policy(parameters, OBJ_txt2obj(policy, 1))
        }
        var flags = UInt(X509_V_FLAG_POLICY_CHECK)
        if isExplicit { flags |= UInt(X509_V_FLAG_EXPLICIT_POLICY) }
        if inhibitsMapping { flags |= UInt(X509_V_FLAG_INHIBIT_MAP) }
        if inhibitsAny { flags |= UInt(X509_V_FLAG_INHIBIT_ANY) }
        return flags
    }
}
