import OpenSSL

/// A group for key exchange that this engine computes, by its number (RFC 8446 §4.2.7).
package enum NamedGroup: UInt16, CaseIterable, Hashable, Sendable {
    case secp256r1 = 0x0017
    case secp384r1 = 0x0018
    case secp521r1 = 0x0019
    case x25519 = 0x001d
    case x448 = 0x001e

    /// The curve that computes it.
    package var curve: KeyAgreement.Curve {
        switch self {
        case .secp256r1: .p256
        case .secp384r1: .p384
        case .secp521r1: .p521
        case .x25519: .x25519
        case .x448: .x448
        }
    }
}
