import COpenSSL

/// The versions, suites and extensions that one end of a connection supports.
package struct TLSOffer: Hashable, Sendable {
    package var versions: ClosedRange<TLSVersion>
    /// The suites in the order of preference; nil for all of `CipherSuite.offered`.
    package var suites: [CipherSuite]?
    /// Whether the client requests SCTs (RFC 6962 §3.3.1).
    package var requestsSCTs = false

    package init(versions: ClosedRange<TLSVersion>, suites: [CipherSuite]? = nil) {
        self.versions = versions
        self.suites = suites
    }

    /// The versions that at least one suite supports; all versions if there is no such version, so
    /// that the peer gets an alert.
    ///
    /// Servers first agree on a version and only then find that they have no suite.
    package var usableVersions: ClosedRange<TLSVersion> {
        guard let suites else { return versions }
        let usable = TLSVersion.allCases.filter { version in
            versions.contains(version) && suites.contains { $0.versions.contains(version) }
        }
        guard let lowest = usable.first, let highest = usable.last else { return versions }
        return lowest...highest
    }

    /// Negotiates with a server, by the client's preferences, as libssl does.
    ///
    /// - Parameters:
    ///   - server: what the server offers.
    ///   - key: the kind of key that authenticates the server.
    /// - Returns: the result of the handshake; nil if client and server have nothing in common.
    package func agreement(
        with server: TLSOffer,
        provedBy key: KeyAlgorithm.Family
    ) -> (version: TLSVersion, suite: CipherSuite)? {
        let version = min(usableVersions.upperBound, server.usableVersions.upperBound)
        let theirs = server.suites ?? CipherSuite.offered
        let suite = (suites ?? CipherSuite.offered).first { suite in
            suite.versions.contains(version) && theirs.contains(suite) && suite.isProved(by: key)
        }
        guard usableVersions.contains(version), server.usableVersions.contains(version), let suite,
            // RFC 8422 §5.10: Edwards curves came with TLS 1.2.
            key != .edwards || version >= .v1_2
        else { return nil }
        return (version, suite)
    }
}

extension TLSOffer {
    /// Makes a session offer exactly these versions, suites and extensions.
    func apply(to session: OpaquePointer) throws(OpenSSLError) {
        let versions = usableVersions
        try checked("SSL_set_min_proto_version") {
            shim_SSL_set_versions(session, versions.lowerBound.number, versions.upperBound.number)
        }
        // If no suites are set, the session offers the suites of its context.
        guard let suites else { return }
        try CipherSuite.set(
            suites,
            older: { SSL_set_cipher_list(session, $0) },
            newest: { SSL_set_ciphersuites(session, $0) }
        )
    }
}

extension CipherSuite {
    /// libssl's name, such as `ECDHE-RSA-AES128-GCM-SHA256`; IANA's name if libssl lacks the suite.
    package var openSSLName: String {
        OPENSSL_cipher_name(name).map { String(cString: $0) } ?? name
    }

    /// Sets the suites in libssl, which keeps the suites of TLS 1.3 separate and has its own names
    /// for older suites.
    static func set(
        _ suites: [CipherSuite],
        older setOlder: (String) -> CInt,
        newest setNewest: (String) -> CInt
    ) throws(OpenSSLError) {
        let names = suites.filter { $0.keyExchange != .unstated }.map(\.openSSLName)
        // libssl rejects an empty list; a suite for pre-shared keys has no effect without a
        // pre-shared key.
        let older = names.isEmpty ? ["PSK-AES128-GCM-SHA256"] : names
        try checked("SSL_set_cipher_list") { setOlder(older.joined(separator: ":")) }
        let newest = suites.filter { $0.keyExchange == .unstated }.map(\.name)
        try checked("SSL_set_ciphersuites") { setNewest(newest.joined(separator: ":")) }
    }
}
