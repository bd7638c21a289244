import COpenSSL

/// A certificate as OpenSSL reads it, to be asked whom it names.
///
/// Nothing else of it is judged, neither its signature nor its dates.
package struct PresentedNames: ~Copyable {
    /// `X509_CHECK_FLAG_…`.
    package enum Rule: CaseIterable, Hashable, Sendable {
        /// A common name counts for nothing, neither as identity nor before constraints.
        case neverCheckSubject
        /// A wildcard is a whole label.
        case noPartialWildcards

        var flag: UInt32 {
            switch self {
            case .neverCheckSubject: UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT)
            case .noPartialWildcards: UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS)
            }
        }
    }

    private let certificate: OpaquePointer

    /// Nil for what `d2i_X509` takes for no certificate.
    package init?(der: [UInt8]) {
        defer { ERR_clear_error() }
        let decoded = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
        guard let decoded else { return nil }
        certificate = decoded
    }

    deinit { X509_free(certificate) }

    /// Whether one of them is this host, without a dot at its end (`X509_check_host`); no, where
    /// OpenSSL will not say.
    package func contain(host: String, by rules: Set<Rule> = []) -> Bool {
        defer { ERR_clear_error() }
        let flags = rules.reduce(0) { $0 | $1.flag }
        return X509_check_host(certificate, host, host.utf8.count, flags, nil) == 1
    }

    /// Whether one of them is this address of 4 or 16 octets (`X509_check_ip`).
    package func contain(address: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_ip(certificate, address, address.count, 0) == 1
    }
}
