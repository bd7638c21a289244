import Crypto

/// A group for key exchange that this engine supports, by its number (RFC 8446 §4.2.7).
package enum NamedGroup: UInt16, CaseIterable, Hashable, Sendable {
    case secp256r1 = 0x0017
    case secp384r1 = 0x0018
    case secp521r1 = 0x0019
    case x25519 = 0x001d
    case x448 = 0x001e
    case ffdhe2048 = 0x0100
    case ffdhe3072 = 0x0101
    case ffdhe4096 = 0x0102
    case ffdhe6144 = 0x0103
    case ffdhe8192 = 0x0104
    // The numbers of the Brainpool curves in TLS 1.2 and older versions (RFC 7027 §2).
    case brainpoolP256r1 = 0x001a
    case brainpoolP384r1 = 0x001b
    case brainpoolP512r1 = 0x001c
    // The numbers of the same curves in TLS 1.3 (RFC 8734 §3).
    case brainpoolP256r1tls13 = 0x001f
    case brainpoolP384r1tls13 = 0x0020
    case brainpoolP512r1tls13 = 0x0021

    /// The group's name in IANA's registry.
    package var name: String { "\(self)" }

    /// Whether the group is a finite field (RFC 7919) and not a curve.
    package var isField: Bool { Self.isField(rawValue) }

    /// Whether a number is in the range that RFC 7919 §2 reserves for finite fields, known or not.
    package static func isField(_ number: UInt16) -> Bool { number >> 8 == 1 }

    /// Whether this version of TLS uses this number for the group.
    package func fits(_ version: TLSVersion) -> Bool {
        switch self {
        case .brainpoolP256r1, .brainpoolP384r1, .brainpoolP512r1: version < .v1_3
        case .brainpoolP256r1tls13, .brainpoolP384r1tls13, .brainpoolP512r1tls13: version == .v1_3
        default: true
        }
    }

    /// Makes a private key in this group from these bytes, at least 66.
    package func key(private bytes: [UInt8]) throws(OpenSSLError) -> KeyAgreement {
        let group: KeyAgreement.Group =
            switch self {
            case .secp256r1: .curve(.p256)
            case .secp384r1: .curve(.p384)
            case .secp521r1: .curve(.p521)
            case .brainpoolP256r1, .brainpoolP256r1tls13: .curve(.brainpool256)
            case .brainpoolP384r1, .brainpoolP384r1tls13: .curve(.brainpool384)
            case .brainpoolP512r1, .brainpoolP512r1tls13: .curve(.brainpool512)
            case .x25519: .x25519
            case .x448: .x448
            case .ffdhe2048: .field(try .ffdhe(2048))
            case .ffdhe3072: .field(try .ffdhe(3072))
            case .ffdhe4096: .field(try .ffdhe(4096))
            case .ffdhe6144: .field(try .ffdhe(6144))
            case .ffdhe8192: .field(try .ffdhe(8192))
            }
        return try KeyAgreement(group, private: bytes)
    }
}

extension KeyAgreement {
    /// Computes TLS 1.2's premaster secret.
    ///
    /// In a finite field, removes the leading zeros of the secret (RFC 5246 §8.1.2).
    package func premaster(with share: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let secret = try secret(with: share)
        return field == nil ? secret : Array(secret.drop { $0 == 0 })
    }
}

extension CurveNumbers {
    /// Returns ServerECDHParams in explicit_prime form with this point (RFC 4492 §5.4).
    package func parameters(share: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [1]
        for number in [prime, a, b, generator, order, cofactor, share] {
            bytes.putVector(number, lengthBytes: 1)
        }
        return bytes
    }
}

extension FiniteField {
    /// Returns ServerDHParams with this public number (RFC 5246 §7.4.3).
    package func parameters(share: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in [prime, generator, share] { bytes.putVector(number, lengthBytes: 2) }
        return bytes
    }
}
