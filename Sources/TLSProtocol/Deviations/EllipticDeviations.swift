import OpenSSL

extension Deviation {
    /// ECDSA signatures of wrong numbers and in wrong forms.
    static let ellipticForms: [Deviation] = [
        elliptic("zero-numbers", "is of the numbers zero", "HS-021") { _ in .numbers([0]) },
        elliptic("zero-r", "has the number r zero", "HS-021") { _ in .first([0]) },
        elliptic("zero-s", "has the number s zero", "HS-021") { _ in .second([0]) },
        elliptic("numbers-of-order", "is of the group's order", "HS-021") { .numbers($0) },
        elliptic("order-added", "has the order added to r", "HS-021") { .orderAdded($0) },
        elliptic("swapped-numbers", "has r and s swapped", "HS-021") { _ in .swapped },
        elliptic("negative-number", "has a negative number r", "HS-021") { _ in .negative },
        elliptic("one-numbers", "is of the numbers one", "HS-021") { _ in .numbers([1]) },
        elliptic("padded-numbers", "has numbers with zeros before them", "HS-022") { _ in .padded },
        elliptic("long-lengths", "has lengths of too many octets", "HS-022") { _ in .longLengths },
        elliptic("octet-in-signature", "has an octet behind its numbers", "HS-022") { _ in
            .octetInside
        },
        Deviation(
            "other-ecdsa-digest",
            about: "The server signs another digest than its scheme's.",
            rule: "RFC 8446 §4.4.3",
            versions: [.v1_2, .v1_3],
            alert: 51,
            rows: ["HS-029"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm.family == .ec else { throw .otherKey }
            try script.editProof {
                $0.signature = $0.signature == .ecdsa(.sha256) ? .ecdsa(.sha384) : .ecdsa(.sha256)
            }
        },
    ]

    private static func elliptic(
        _ name: String,
        _ about: String,
        _ row: String,
        _ damage: @escaping @Sendable (_ order: [UInt8]) -> EllipticDamage
    ) -> Deviation {
        Deviation(
            name,
            about: "The server's ECDSA signature \(about).",
            rule: "RFC 8446 §4.2.3",
            versions: [.v1_2, .v1_3],
            alert: 51,
            rows: [row]
        ) { (script, facts) throws(NoOccasion) in
            guard let order = facts.settings.key.algorithm.groupOrder else { throw .otherKey }
            try script.editProof { $0.damage = [.elliptic(damage(order))] }
        }
    }
}

extension KeyAlgorithm {
    /// The order of the curve's group (FIPS 186-4 §D.1.2), as DER writes it; nil for other keys.
    fileprivate var groupOrder: [UInt8]? {
        switch self {
        case .p256:
            [0] + [UInt8](repeating: 0xff, count: 4) + [0, 0, 0, 0]
                + [UInt8](repeating: 0xff, count: 8) + [
                    0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc,
                    0x63, 0x25, 0x51,
                ]
        case .p384:
            [0] + [UInt8](repeating: 0xff, count: 24) + [
                0xc7, 0x63, 0x4d, 0x81, 0xf4, 0x37, 0x2d, 0xdf, 0x58, 0x1a, 0x0d, 0xb2, 0x48, 0xb0,
                0xa7, 0x7a, 0xec, 0xec, 0x19, 0x6a, 0xcc, 0xc5, 0x29, 0x73,
            ]
        default: nil
        }
    }
}
