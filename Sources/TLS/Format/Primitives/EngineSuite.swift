import Crypto

/// A cipher suite that this engine supports.
package struct EngineSuite: Hashable, Sendable {
    /// The protection of records.
    package enum Protection: Hashable, Sendable {
        case aead(RecordCipher.Algorithm)
        /// CBC and HMAC (RFC 5246 §6.2.3.2).
        case cbc(RecordCipher.Algorithm, mac: Digest)
        /// A stream cipher and HMAC (RFC 5246 §6.2.3.1).
        case stream(RecordCipher.Algorithm, mac: Digest)
    }

    /// The suite's number in IANA's registry.
    package let code: UInt16
    package let keyExchange: CipherSuite.KeyExchange
    package let protection: Protection
    /// The digest of the transcript and of the derivation of keys.
    package let digest: Digest

    init(
        _ code: UInt16,
        _ keyExchange: CipherSuite.KeyExchange,
        _ protection: Protection,
        _ digest: Digest = .sha256
    ) {
        self.code = code
        self.keyExchange = keyExchange
        self.protection = protection
        self.digest = digest
    }

    /// Finds the engine's suite with the name of this suite; nil if the engine does not support the
    /// suite.
    package init?(_ suite: CipherSuite) {
        guard let found = (Self.all + Self.weak).first(where: { $0.name == suite.name }) else {
            return nil
        }
        self = found
    }

    /// The suite's name in IANA's registry.
    package var name: String {
        let opening = keyExchange == .unstated ? "TLS_" : "TLS_\(keyExchange.rawValue)_WITH_"
        return opening + cipher + suffix
    }

    private var suffix: String {
        switch protection {
        case .cbc(_, let mac), .stream(_, let mac): Self.digestNames[mac, default: ""]
        case .aead(.aes128CCM), .aead(.aes256CCM), .aead(.aes128CCM8), .aead(.aes256CCM8):
            keyExchange == .unstated ? "_SHA256" : ""
        case .aead: Self.digestNames[digest, default: ""]
        }
    }

    private static let digestNames: [Digest: String] = [
        .md5: "_MD5", .sha1: "_SHA", .sha256: "_SHA256", .sha384: "_SHA384",
    ]

    private var cipher: String {
        switch protection {
        case .stream(.rc4, _) where isForExport: "RC4_40"
        case .cbc(.des, _) where isForExport: "DES40_CBC"
        case .aead(let cipher), .cbc(let cipher, _), .stream(let cipher, _):
            Self.ciphers[cipher, default: ""]
        }
    }

    private static let ciphers: [RecordCipher.Algorithm: String] = [
        .aes128GCM: "AES_128_GCM", .aes256GCM: "AES_256_GCM",
        .chaCha20Poly1305: "CHACHA20_POLY1305",
        .aes128CCM: "AES_128_CCM", .aes256CCM: "AES_256_CCM",
        .aes128CCM8: "AES_128_CCM_8", .aes256CCM8: "AES_256_CCM_8",
        .aria128GCM: "ARIA_128_GCM", .aria256GCM: "ARIA_256_GCM",
        .aes128CBC: "AES_128_CBC", .aes256CBC: "AES_256_CBC",
        .camellia128CBC: "CAMELLIA_128_CBC", .camellia256CBC: "CAMELLIA_256_CBC",
        .tripleDES: "3DES_EDE_CBC", .seed: "SEED_CBC", .des: "DES_CBC",
        .rc4: "RC4_128", .null: "NULL",
    ]

    /// The digest of the records' HMAC; nil for AEAD.
    private var mac: Digest? {
        switch protection {
        case .aead: nil
        case .cbc(_, let mac), .stream(_, let mac): mac
        }
    }

    /// Whether this is an export suite, which has 40-bit keys (RFC 2246 §6.3.1).
    var isForExport: Bool { keyExchange == .rsaExport }

    /// Whether the server is not authenticated and sends no certificate.
    package var isAnonymous: Bool { [.dhAnonymous, .ecdhAnonymous].contains(keyExchange) }

    /// Whether a server with a key of this family can choose the suite in this version.
    package func fits(_ key: KeyAlgorithm.Family, in version: TLSVersion) -> Bool {
        if version < .v1_2 {
            // RFC 5246 §1.2: suites whose MAC does not use MD5 or SHA-1 need TLS 1.2. Edwards
            // curves also need TLS 1.2 (RFC 8422 §5.10).
            guard [.md5, .sha1].contains(mac), key != .edwards else { return false }
        }
        return switch keyExchange {
        case .unstated: version == .v1_3
        case .ecdheECDSA: version < .v1_3 && (key == .ec || key == .edwards)
        case .ecdheRSA, .dheRSA, .rsa: version < .v1_3 && key == .rsa
        case .rsaExport: version == .v1_0 && key == .rsa
        case .dhAnonymous, .ecdhAnonymous: version < .v1_3
        }
    }

    /// Finds the suite with this number; nil if the engine does not support the suite.
    package static func numbered(_ code: UInt16) -> EngineSuite? {
        all.first { $0.code == code } ?? weak.first { $0.code == code }
    }

    /// A suite without server authentication.
    package static let anonymous = EngineSuite(0x00a6, .dhAnonymous, .aead(.aes128GCM))

    /// The default suites of a server, in the order of preference.
    package static let all: [EngineSuite] =
        [
            EngineSuite(0x1301, .unstated, .aead(.aes128GCM)),
            EngineSuite(0x1302, .unstated, .aead(.aes256GCM), .sha384),
            EngineSuite(0x1303, .unstated, .aead(.chaCha20Poly1305)),
            EngineSuite(0x1304, .unstated, .aead(.aes128CCM)),
            EngineSuite(0x1305, .unstated, .aead(.aes128CCM8)),
        ] + elliptic + field + transported

    private static let elliptic: [EngineSuite] = [
        EngineSuite(0xc02b, .ecdheECDSA, .aead(.aes128GCM)),
        EngineSuite(0xc02f, .ecdheRSA, .aead(.aes128GCM)),
        EngineSuite(0xc02c, .ecdheECDSA, .aead(.aes256GCM), .sha384),
        EngineSuite(0xc030, .ecdheRSA, .aead(.aes256GCM), .sha384),
        EngineSuite(0xcca9, .ecdheECDSA, .aead(.chaCha20Poly1305)),
        EngineSuite(0xcca8, .ecdheRSA, .aead(.chaCha20Poly1305)),
        EngineSuite(0xc0ac, .ecdheECDSA, .aead(.aes128CCM)),
        EngineSuite(0xc0ad, .ecdheECDSA, .aead(.aes256CCM)),
        EngineSuite(0xc0ae, .ecdheECDSA, .aead(.aes128CCM8)),
        EngineSuite(0xc0af, .ecdheECDSA, .aead(.aes256CCM8)),
        EngineSuite(0xc023, .ecdheECDSA, .cbc(.aes128CBC, mac: .sha256)),
        EngineSuite(0xc027, .ecdheRSA, .cbc(.aes128CBC, mac: .sha256)),
        EngineSuite(0xc024, .ecdheECDSA, .cbc(.aes256CBC, mac: .sha384), .sha384),
        EngineSuite(0xc028, .ecdheRSA, .cbc(.aes256CBC, mac: .sha384), .sha384),
        EngineSuite(0xc009, .ecdheECDSA, .cbc(.aes128CBC, mac: .sha1)),
        EngineSuite(0xc013, .ecdheRSA, .cbc(.aes128CBC, mac: .sha1)),
        EngineSuite(0xc00a, .ecdheECDSA, .cbc(.aes256CBC, mac: .sha1)),
        EngineSuite(0xc014, .ecdheRSA, .cbc(.aes256CBC, mac: .sha1)),
    ]

    /// Suites whose key exchange uses a finite field that the server chooses (RFC 5246 §7.4.3, RFC
    /// 7919).
    private static let field: [EngineSuite] = [
        EngineSuite(0x009e, .dheRSA, .aead(.aes128GCM)),
        EngineSuite(0x009f, .dheRSA, .aead(.aes256GCM), .sha384),
        EngineSuite(0xccaa, .dheRSA, .aead(.chaCha20Poly1305)),
        EngineSuite(0xc09e, .dheRSA, .aead(.aes128CCM)),
        EngineSuite(0xc09f, .dheRSA, .aead(.aes256CCM)),
        EngineSuite(0xc0a2, .dheRSA, .aead(.aes128CCM8)),
        EngineSuite(0xc0a3, .dheRSA, .aead(.aes256CCM8)),
        EngineSuite(0x0067, .dheRSA, .cbc(.aes128CBC, mac: .sha256)),
        EngineSuite(0x006b, .dheRSA, .cbc(.aes256CBC, mac: .sha256)),
        EngineSuite(0x0033, .dheRSA, .cbc(.aes128CBC, mac: .sha1)),
        EngineSuite(0x0039, .dheRSA, .cbc(.aes256CBC, mac: .sha1)),
    ]

    /// Suites in which the client encrypts the premaster secret with the key in the server's
    /// certificate (RFC 5246 §7.4.7.1).
    private static let transported: [EngineSuite] = [
        EngineSuite(0x009c, .rsa, .aead(.aes128GCM)),
        EngineSuite(0x009d, .rsa, .aead(.aes256GCM), .sha384),
        EngineSuite(0xc09c, .rsa, .aead(.aes128CCM)),
        EngineSuite(0xc09d, .rsa, .aead(.aes256CCM)),
        EngineSuite(0xc0a0, .rsa, .aead(.aes128CCM8)),
        EngineSuite(0xc0a1, .rsa, .aead(.aes256CCM8)),
        EngineSuite(0x003c, .rsa, .cbc(.aes128CBC, mac: .sha256)),
        EngineSuite(0x003d, .rsa, .cbc(.aes256CBC, mac: .sha256)),
        EngineSuite(0x002f, .rsa, .cbc(.aes128CBC, mac: .sha1)),
        EngineSuite(0x0035, .rsa, .cbc(.aes256CBC, mac: .sha1)),
    ]
}
