import COpenSSL

/// A cipher suite by its name in IANA's registry, such as `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`.
package struct CipherSuite: Hashable, Sendable {
    /// How the two ends come to a common secret, and what proves the server.
    package enum KeyExchange: String, CaseIterable, Hashable, Sendable {
        /// TLS 1.3, whose suites do not say: always ephemeral (RFC 8446 §2).
        case unstated = ""
        case ecdheECDSA = "ECDHE_ECDSA"
        case ecdheRSA = "ECDHE_RSA"
        /// The client encrypts the secret with the certificate's key.
        case rsa = "RSA"
        case dheRSA = "DHE_RSA"
        /// Nothing proves the server; there is no certificate.
        case dhAnonymous = "DH_anon"
        case ecdhAnonymous = "ECDH_anon"

        /// Whether who gets hold of the server's key later still cannot read what was recorded.
        package var isForwardSecret: Bool { self != .rsa }
    }

    package let keyExchange: KeyExchange
    /// Cipher and digest: what follows `WITH`, such as `AES_128_GCM_SHA256`.
    package let cipher: String

    private init(_ keyExchange: KeyExchange, _ cipher: String) {
        self.keyExchange = keyExchange
        self.cipher = cipher
    }

    /// IANA's name.
    package var name: String {
        keyExchange == .unstated ? "TLS_\(cipher)" : "TLS_\(keyExchange.rawValue)_WITH_\(cipher)"
    }

    /// The suite of this name; nil for one that the catalogue does not have.
    package init?(name: String) {
        guard let suite = Self.byName[name] else { return nil }
        self = suite
    }

    /// The versions that know it (RFC 5246 §1.2: digests other than SHA-1 and MD5 came with 1.2).
    package var versions: ClosedRange<TLSVersion> {
        if keyExchange == .unstated { return .v1_3 ... .v1_3 }
        let isOfTLS12 = cipher.hasSuffix("SHA256") || cipher.hasSuffix("SHA384")
        return isOfTLS12 ? .v1_2 ... .v1_2 : .v1_0 ... .v1_2
    }

    /// Whether a server can prove itself in it with such a key.
    package func isProved(by key: KeyAlgorithm.Family) -> Bool {
        switch keyExchange {
        case .unstated: true
        case .ecdheECDSA: key != .rsa
        case .ecdheRSA, .rsa, .dheRSA: key == .rsa
        case .dhAnonymous, .ecdhAnonymous: false
        }
    }

    // MARK: The catalogue

    /// What a client here offers, in the order of its preference.
    ///
    /// What App Transport Security allows comes first, then what its exceptions add: so a server
    /// that has one of those chooses it, as if no more had been offered.
    package static let offered: [CipherSuite] =
        suites(
            [.unstated],
            ["AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256", "AES_128_GCM_SHA256"]
        )
        + suites(
            [.ecdheECDSA, .ecdheRSA],
            [
                "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256", "AES_128_GCM_SHA256",
                "AES_256_CBC_SHA384", "AES_128_CBC_SHA256", "AES_256_CBC_SHA", "AES_128_CBC_SHA",
            ]
        )
        + suites(
            [.rsa],
            [
                "AES_256_GCM_SHA384", "AES_128_GCM_SHA256", "AES_256_CBC_SHA256",
                "AES_128_CBC_SHA256", "AES_256_CBC_SHA", "AES_128_CBC_SHA",
            ]
        )
        + suites(
            [.dheRSA],
            [
                "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256", "AES_128_GCM_SHA256",
                "AES_256_CBC_SHA256", "AES_128_CBC_SHA256", "AES_256_CBC_SHA", "AES_128_CBC_SHA",
            ]
        )

    /// All that a server can be told to offer: besides those, what encrypts nothing or proves
    /// nobody.
    package static let catalogue: [CipherSuite] =
        offered
        + suites([.ecdheECDSA, .ecdheRSA], ["NULL_SHA"])
        + suites([.rsa], ["NULL_SHA256", "NULL_SHA", "NULL_MD5"])
        + suites([.dhAnonymous], ["AES_256_GCM_SHA384", "AES_128_GCM_SHA256", "AES_128_CBC_SHA"])
        + suites([.ecdhAnonymous], ["AES_256_CBC_SHA", "AES_128_CBC_SHA", "NULL_SHA"])

    private static let byName = Dictionary(
        catalogue.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private static func suites(_ exchanges: [KeyExchange], _ ciphers: [String]) -> [CipherSuite] {
        ciphers.flatMap { cipher in exchanges.map { CipherSuite($0, cipher) } }
    }
}

/// What one end of a connection is ready to speak.
package struct TLSOffer: Hashable, Sendable {
    package var versions: ClosedRange<TLSVersion>
    /// In the order of preference; nil for all of `CipherSuite.offered`.
    package var suites: [CipherSuite]?

    package init(versions: ClosedRange<TLSVersion>, suites: [CipherSuite]? = nil) {
        self.versions = versions
        self.suites = suites
    }

    /// The versions that some suite is for; all, where there is none, so that the peer is told.
    ///
    /// libssl would agree on a version first and only then find that it has no suite.
    var usableVersions: ClosedRange<TLSVersion> {
        guard let suites else { return versions }
        let usable = TLSVersion.allCases.filter { version in
            versions.contains(version) && suites.contains { $0.versions.contains(version) }
        }
        guard let lowest = usable.first, let highest = usable.last else { return versions }
        return lowest...highest
    }

    /// What a handshake between a client with this offer and a server comes to, where the client's
    /// preferences count, as they do in libssl.
    ///
    /// - Parameters:
    ///   - server: what the server offers.
    ///   - key: the kind of key that proves the server.
    /// - Returns: nil where they have nothing in common.
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
            // RFC 8422 §5.10: Edwards curves came with 1.2.
            key != .edwards || version >= .v1_2
        else { return nil }
        return (version, suite)
    }
}

extension TLSOffer {
    /// Has a session offer this and nothing else.
    func apply(to session: OpaquePointer) throws(OpenSSLError) {
        let versions = usableVersions
        try checked("SSL_set_min_proto_version") {
            shim_SSL_set_versions(session, versions.lowerBound.number, versions.upperBound.number)
        }
        // Else what the context offers.
        guard let suites else { return }
        try CipherSuite.set(
            suites,
            older: { SSL_set_cipher_list(session, $0) },
            newest: { SSL_set_ciphersuites(session, $0) }
        )
    }
}

extension CipherSuite {
    /// Hands suites to libssl, which keeps those of TLS 1.3 apart and has names of its own for the
    /// older ones.
    static func set(
        _ suites: [CipherSuite],
        older setOlder: (String) -> CInt,
        newest setNewest: (String) -> CInt
    ) throws(OpenSSLError) {
        let names = suites.filter { $0.keyExchange != .unstated }.map { suite in
            OPENSSL_cipher_name(suite.name).map { String(cString: $0) } ?? suite.name
        }
        // libssl takes no empty list; a suite for shared keys is none where nobody has one.
        let older = names.isEmpty ? ["PSK-AES128-GCM-SHA256"] : names
        try checked("SSL_set_cipher_list") { setOlder(older.joined(separator: ":")) }
        let newest = suites.filter { $0.keyExchange == .unstated }.map(\.name)
        try checked("SSL_set_ciphersuites") { setNewest(newest.joined(separator: ":")) }
    }
}
