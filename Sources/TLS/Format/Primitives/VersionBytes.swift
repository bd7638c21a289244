import Crypto

extension TLSVersion {
    /// The version's number on the wire (RFC 8446 §4.2.1).
    package var code: UInt16 {
        switch self {
        case .ssl3: 0x0300
        case .v1_0: 0x0301
        case .v1_1: 0x0302
        case .v1_2: 0x0303
        case .v1_3: 0x0304
        }
    }

    /// The version's low byte in record headers; TLS 1.3 uses the byte of TLS 1.2 (RFC 8446 §5.1).
    package var minorOfRecords: UInt8 { UInt8(truncatingIfNeeded: min(code, 0x0303)) }
}
