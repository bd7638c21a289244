import Crypto

extension EngineSuite {
    /// Suites that are not among a server's default suites: with ciphers that modern clients do not
    /// offer, without encryption, or without authentication.
    package static let weak: [EngineSuite] =
        national + blocks + streams + exported + unencrypted + unproved

    /// Suites of Korean and Japanese standards (RFC 6209 §2, RFC 6367 §2, RFC 5932 §2).
    private static let national: [EngineSuite] = [
        EngineSuite(0xc05c, .ecdheECDSA, .aead(.aria128GCM)),
        EngineSuite(0xc05d, .ecdheECDSA, .aead(.aria256GCM), .sha384),
        EngineSuite(0xc060, .ecdheRSA, .aead(.aria128GCM)),
        EngineSuite(0xc061, .ecdheRSA, .aead(.aria256GCM), .sha384),
        EngineSuite(0xc052, .dheRSA, .aead(.aria128GCM)),
        EngineSuite(0xc053, .dheRSA, .aead(.aria256GCM), .sha384),
        EngineSuite(0xc050, .rsa, .aead(.aria128GCM)),
        EngineSuite(0xc051, .rsa, .aead(.aria256GCM), .sha384),
        EngineSuite(0xc072, .ecdheECDSA, .cbc(.camellia128CBC, mac: .sha256)),
        EngineSuite(0xc073, .ecdheECDSA, .cbc(.camellia256CBC, mac: .sha384), .sha384),
        EngineSuite(0xc076, .ecdheRSA, .cbc(.camellia128CBC, mac: .sha256)),
        EngineSuite(0xc077, .ecdheRSA, .cbc(.camellia256CBC, mac: .sha384), .sha384),
        EngineSuite(0x00be, .dheRSA, .cbc(.camellia128CBC, mac: .sha256)),
        EngineSuite(0x00c4, .dheRSA, .cbc(.camellia256CBC, mac: .sha256)),
        EngineSuite(0x0045, .dheRSA, .cbc(.camellia128CBC, mac: .sha1)),
        EngineSuite(0x0088, .dheRSA, .cbc(.camellia256CBC, mac: .sha1)),
        EngineSuite(0x00ba, .rsa, .cbc(.camellia128CBC, mac: .sha256)),
        EngineSuite(0x00c0, .rsa, .cbc(.camellia256CBC, mac: .sha256)),
        EngineSuite(0x0041, .rsa, .cbc(.camellia128CBC, mac: .sha1)),
        EngineSuite(0x0084, .rsa, .cbc(.camellia256CBC, mac: .sha1)),
        // The SEED suites of RFC 4162 §2.
        EngineSuite(0x009a, .dheRSA, .cbc(.seed, mac: .sha1)),
        EngineSuite(0x0096, .rsa, .cbc(.seed, mac: .sha1)),
    ]

    /// Suites whose ciphers have blocks of 8 bytes (RFC 5246 §A.5, RFC 5469 §2).
    ///
    /// Ciphertext blocks of 8 bytes repeat too soon (CVE-2016-2183).
    private static let blocks: [EngineSuite] = [
        EngineSuite(0xc008, .ecdheECDSA, .cbc(.tripleDES, mac: .sha1)),
        EngineSuite(0xc012, .ecdheRSA, .cbc(.tripleDES, mac: .sha1)),
        EngineSuite(0x0016, .dheRSA, .cbc(.tripleDES, mac: .sha1)),
        EngineSuite(0x000a, .rsa, .cbc(.tripleDES, mac: .sha1)),
        EngineSuite(0x0015, .dheRSA, .cbc(.des, mac: .sha1)),
        EngineSuite(0x0009, .rsa, .cbc(.des, mac: .sha1)),
    ]

    /// RC4 suites, which RFC 7465 prohibits.
    private static let streams: [EngineSuite] = [
        EngineSuite(0xc007, .ecdheECDSA, .stream(.rc4, mac: .sha1)),
        EngineSuite(0xc011, .ecdheRSA, .stream(.rc4, mac: .sha1)),
        EngineSuite(0x0005, .rsa, .stream(.rc4, mac: .sha1)),
        EngineSuite(0x0004, .rsa, .stream(.rc4, mac: .md5)),
    ]

    /// Export suites (RFC 2246 §A.5).
    private static let exported: [EngineSuite] = [
        EngineSuite(0x0003, .rsaExport, .stream(.rc4, mac: .md5)),
        EngineSuite(0x0008, .rsaExport, .cbc(.des, mac: .sha1)),
    ]

    private static let unencrypted: [EngineSuite] = [
        EngineSuite(0xc006, .ecdheECDSA, .stream(.null, mac: .sha1)),
        EngineSuite(0xc010, .ecdheRSA, .stream(.null, mac: .sha1)),
        EngineSuite(0x003b, .rsa, .stream(.null, mac: .sha256)),
        EngineSuite(0x0002, .rsa, .stream(.null, mac: .sha1)),
        EngineSuite(0x0001, .rsa, .stream(.null, mac: .md5)),
    ]

    private static let unproved: [EngineSuite] = [
        anonymous,
        EngineSuite(0x00a7, .dhAnonymous, .aead(.aes256GCM), .sha384),
        EngineSuite(0x006c, .dhAnonymous, .cbc(.aes128CBC, mac: .sha256)),
        EngineSuite(0x006d, .dhAnonymous, .cbc(.aes256CBC, mac: .sha256)),
        EngineSuite(0x0034, .dhAnonymous, .cbc(.aes128CBC, mac: .sha1)),
        EngineSuite(0x003a, .dhAnonymous, .cbc(.aes256CBC, mac: .sha1)),
        EngineSuite(0x0018, .dhAnonymous, .stream(.rc4, mac: .md5)),
        EngineSuite(0xc018, .ecdhAnonymous, .cbc(.aes128CBC, mac: .sha1)),
        EngineSuite(0xc019, .ecdhAnonymous, .cbc(.aes256CBC, mac: .sha1)),
        EngineSuite(0xc017, .ecdhAnonymous, .cbc(.tripleDES, mac: .sha1)),
        EngineSuite(0xc016, .ecdhAnonymous, .stream(.rc4, mac: .sha1)),
        EngineSuite(0xc015, .ecdhAnonymous, .stream(.null, mac: .sha1)),
    ]
}
