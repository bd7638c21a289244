// Object identifiers of CRLs and OCSP responses.

// Extensions of CRLs and their entries (RFC 5280 §5.2, §5.3).
extension ObjectIdentifier {
    /// 2.5.29.20.
    package static let crlNumber = ObjectIdentifier(content: [0x55, 0x1d, 0x14])
    /// 2.5.29.21.
    package static let reasonCode = ObjectIdentifier(content: [0x55, 0x1d, 0x15])
    /// 2.5.29.24.
    package static let invalidityDate = ObjectIdentifier(content: [0x55, 0x1d, 0x18])
    /// 2.5.29.27.
    package static let deltaCRLIndicator = ObjectIdentifier(content: [0x55, 0x1d, 0x1b])
    /// 2.5.29.28.
    package static let issuingDistributionPoint = ObjectIdentifier(content: [0x55, 0x1d, 0x1c])
    /// 2.5.29.29.
    package static let certificateIssuer = ObjectIdentifier(content: [0x55, 0x1d, 0x1d])
}

// OCSP responses and their extensions (RFC 6960 §4.2.1, §4.4).
extension ObjectIdentifier {
    /// 1.3.6.1.5.5.7.48.1.1.
    package static let ocspBasic = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x01,
    ])
    /// 1.3.6.1.5.5.7.48.1.2.
    package static let ocspNonce = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x02,
    ])
    /// 1.3.6.1.4.1.11129.2.4.5 (RFC 6962 §3.3).
    package static let ocspSCTs = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x05,
    ])
}
