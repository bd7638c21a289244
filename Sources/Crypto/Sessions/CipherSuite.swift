/// A cipher suite by its name in IANA's registry, such as `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`.
///
/// ```swift
/// let suite = CipherSuite(name: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")
/// suite?.keyExchange  // .ecdheRSA
/// suite?.cipher  // "AES_128_GCM_SHA256"
/// ```
package struct CipherSuite: Hashable, Sendable {
    /// The key exchange, and how the server is authenticated.
    package enum KeyExchange: String, CaseIterable, Hashable, Sendable {
        /// TLS 1.3 suites do not state the key exchange, which is always ephemeral (RFC 8446 §2).
        case unstated = ""
        case ecdheECDSA = "ECDHE_ECDSA"
        case ecdheRSA = "ECDHE_RSA"
        /// The client encrypts the secret with the certificate's key.
        case rsa = "RSA"
        case dheRSA = "DHE_RSA"
        /// The client encrypts the secret with a 512-bit key that the server signs (RFC 2246 §D.1).
        case rsaExport = "RSA_EXPORT"
        /// The server is not authenticated and sends no certificate.
        case dhAnonymous = "DH_anon"
        case ecdhAnonymous = "ECDH_anon"
    }

    package let keyExchange: KeyExchange
    /// The cipher and digest: the part after `WITH`, such as `AES_128_GCM_SHA256`.
    package let cipher: String

    private init(_ keyExchange: KeyExchange, _ cipher: String) {
        self.keyExchange = keyExchange
        self.cipher = cipher
    }

    /// The suite's name in IANA's registry.
    package var name: String {
        keyExchange == .unstated ? "TLS_\(cipher)" : "TLS_\(keyExchange.rawValue)_WITH_\(cipher)"
    }

    /// Finds the suite with this name; nil if the catalogue does not have the suite.
    package init?(name: String) {
        guard let suite = Self.byName[name] else { return nil }
        self = suite
    }

    /// The versions that support the suite (RFC 5246 §1.2: digests other than SHA-1 and MD5 came
    /// with TLS 1.2).
    package var versions: ClosedRange<TLSVersion> {
        if keyExchange == .unstated { return .v1_3 ... .v1_3 }
        // Export suites exist only before TLS 1.1 (RFC 4346 §A.5).
        if keyExchange == .rsaExport { return .v1_0 ... .v1_0 }
        let isOfTLS12 =
            cipher.hasSuffix("SHA256") || cipher.hasSuffix("SHA384") || cipher.contains("CCM")
        return isOfTLS12 ? .v1_2 ... .v1_2 : .v1_0 ... .v1_2
    }

    /// Whether a server can authenticate itself with a key of this kind.
    package func isProved(by key: KeyAlgorithm.Family) -> Bool {
        switch keyExchange {
        case .unstated: true
        case .ecdheECDSA: key == .ec || key == .edwards
        case .ecdheRSA, .rsa, .dheRSA, .rsaExport: key == .rsa
        case .dhAnonymous, .ecdhAnonymous: false
        }
    }

    // MARK: The catalogue

    /// The suites that our clients offer, in the order of preference.
    ///
    /// Suites that App Transport Security allows come first, then the suites that its exceptions
    /// add. So a server that supports an allowed suite chooses an allowed suite, as if the client
    /// had offered only allowed suites.
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

    /// The suites that libssl's server supports: the offered suites, and suites without encryption
    /// or authentication.
    package static let catalogue: [CipherSuite] =
        offered
        + suites([.ecdheECDSA, .ecdheRSA], ["NULL_SHA"])
        + suites([.rsa], ["NULL_SHA256", "NULL_SHA", "NULL_MD5"])
        + suites([.dhAnonymous], ["AES_256_GCM_SHA384", "AES_128_GCM_SHA256", "AES_128_CBC_SHA"])
        + suites([.ecdhAnonymous], ["AES_256_CBC_SHA", "AES_128_CBC_SHA", "NULL_SHA"])

    /// The suites that servers support only with our own engine: suites with rarer ciphers, RC4 or
    /// export keys, and suites without authentication.
    package static let ofEngine: [CipherSuite] =
        suites([.unstated], ["AES_128_CCM_SHA256", "AES_128_CCM_8_SHA256"])
        + suites(
            [.ecdheECDSA, .dheRSA, .rsa],
            ["AES_256_CCM", "AES_128_CCM", "AES_256_CCM_8", "AES_128_CCM_8"]
        )
        + suites(
            [.ecdheECDSA, .ecdheRSA],
            [
                "ARIA_256_GCM_SHA384", "ARIA_128_GCM_SHA256", "CAMELLIA_256_CBC_SHA384",
                "CAMELLIA_128_CBC_SHA256", "3DES_EDE_CBC_SHA", "RC4_128_SHA",
            ]
        )
        + suites(
            [.dheRSA, .rsa],
            [
                "ARIA_256_GCM_SHA384", "ARIA_128_GCM_SHA256", "CAMELLIA_256_CBC_SHA256",
                "CAMELLIA_128_CBC_SHA256", "CAMELLIA_256_CBC_SHA", "CAMELLIA_128_CBC_SHA",
                "SEED_CBC_SHA", "3DES_EDE_CBC_SHA", "DES_CBC_SHA",
            ]
        )
        + suites([.rsa], ["RC4_128_SHA", "RC4_128_MD5"])
        + suites([.rsaExport], ["RC4_40_MD5", "DES40_CBC_SHA"])
        + suites(
            [.dhAnonymous],
            [
                "AES_256_CBC_SHA256", "AES_128_CBC_SHA256", "AES_256_CBC_SHA", "RC4_128_MD5",
            ]
        )
        + suites([.ecdhAnonymous], ["3DES_EDE_CBC_SHA", "RC4_128_SHA"])

    /// All suites that a scenario can set for a server.
    package static let all = catalogue + ofEngine

    private static let byName = Dictionary(
        all.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private static func suites(_ exchanges: [KeyExchange], _ ciphers: [String]) -> [CipherSuite] {
        ciphers.flatMap { cipher in exchanges.map { CipherSuite($0, cipher) } }
    }
}
