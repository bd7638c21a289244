// Extended key usages that RFC 5280 does not define, and access methods.
extension ObjectIdentifier {
    /// 1.3.6.1.4.1.11129.2.4.4 (RFC 6962 §3.1).
    package static let precertificateSigning = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x04,
    ])
    /// 2.16.840.1.113730.4.1, the purpose of Netscape's Server Gated Cryptography.
    package static let netscapeGatedCryptography = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x86, 0xf8, 0x42, 0x04, 0x01,
    ])
    /// 1.3.6.1.4.1.311.10.3.3, the purpose of Microsoft's Server Gated Cryptography.
    package static let microsoftGatedCryptography = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x0a, 0x03, 0x03,
    ])
    /// 1.3.6.1.5.5.7.48.1 (RFC 5280 §4.2.2.1).
    package static let accessToOCSP = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01,
    ])
    /// 1.3.6.1.5.5.7.48.2 (RFC 5280 §4.2.2.1).
    package static let accessToIssuers = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02,
    ])
}
