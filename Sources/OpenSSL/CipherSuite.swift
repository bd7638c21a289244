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
        case .ecdheECDSA: key == .ec || key == .edwards
        case .ecdheRSA, .rsa, .dheRSA: key == .rsa
        case .dhAnonymous, .ecdhAnonymous: false
        }
    }

    // MARK: The catalogue

    /// The suites that our clients offer, in the order of preference.
    ///
    /// Suites that App Transport Security allows come first, then those that its exceptions add. So
    /// a server that has an allowed one chooses it, as if no more had been offered.
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

    /// All suites that a scenario can give a server: those offered, and suites without encryption
    /// or authentication.
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
