/// The keys that entities can have, by their names in scenario files.
package enum KeyAlgorithm: String, CaseIterable, Hashable, Sendable {
    case p256, p384, p521, ed25519, ed448
    case rsa1024, rsa1536, rsa2048, rsa3072, rsa4096, rsa6144, rsa8192

    /// The kind of signatures that a key can make.
    package enum Family: Hashable, Sendable {
        case rsa, ec, edwards
    }

    /// The kind of key.
    package var family: Family {
        switch self {
        case .p256, .p384, .p521: .ec
        case .ed25519, .ed448: .edwards
        case .rsa1024, .rsa1536, .rsa2048, .rsa3072, .rsa4096, .rsa6144, .rsa8192: .rsa
        }
    }

    /// The size of the RSA modulus, the order of the curve's group, or the Edwards curve's field,
    /// in bits.
    package var bits: Int {
        switch self {
        case .p256: 256
        case .p384: 384
        case .p521: 521
        case .ed25519: 255
        case .ed448: 448
        case .rsa1024: 1024
        case .rsa1536: 1536
        case .rsa2048: 2048
        case .rsa3072: 3072
        case .rsa4096: 4096
        case .rsa6144: 6144
        case .rsa8192: 8192
        }
    }

    /// OpenSSL's name of the type of key.
    var typeName: StaticString {
        switch self {
        case .p256, .p384, .p521: "EC"
        case .ed25519: "ED25519"
        case .ed448: "ED448"
        case .rsa1024, .rsa1536, .rsa2048, .rsa3072, .rsa4096, .rsa6144, .rsa8192: "RSA"
        }
    }

    /// OpenSSL's number and name of the curve; nil for keys without one.
    var curve: (identifier: CInt, name: StaticString)? {
        switch self {
        case .p256: (415, "prime256v1")
        case .p384: (715, "secp384r1")
        case .p521: (716, "secp521r1")
        default: nil
        }
    }
}
