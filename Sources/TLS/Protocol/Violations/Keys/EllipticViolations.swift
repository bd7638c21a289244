import Crypto

extension Violation {
    /// ECDSA signatures of wrong numbers and in wrong forms.
    static let ellipticForms: [Violation] = [
        elliptic("zero-numbers", "is of the numbers zero", gain: .authentication, "HS-021") { _ in
            .numbers([0])
        },
        elliptic("zero-r", "has the number r zero", gain: .authentication, "HS-021") { _ in
            .first([0])
        },
        elliptic("zero-s", "has the number s zero", gain: .authentication, "HS-021") { _ in
            .second([0])
        },
        elliptic("numbers-of-order", "is of the group's order", gain: .authentication, "HS-021") {
            .numbers($0)
        },
        elliptic("order-added", "has the order added to r", gain: .nothing, "HS-021") {
            .orderAdded($0)
        },
        elliptic("swapped-numbers", "has r and s swapped", gain: .authentication, "HS-021") { _ in
            .swapped
        },
        elliptic("negative-number", "has a negative number r", gain: .nothing, "HS-021") { _ in
            .negative
        },
        elliptic("one-numbers", "is of the numbers one", gain: .authentication, "HS-021") { _ in
            .numbers([1])
        },
        elliptic("padded-numbers", "has numbers with zeros before them", gain: .nothing, "HS-022") {
            _ in .padded
        },
        elliptic("long-lengths", "has lengths of too many bytes", gain: .nothing, "HS-022") { _ in
            .longLengths
        },
        elliptic("byte-in-signature", "has a byte after its numbers", gain: .nothing, "HS-022") {
            _ in
            .byteInside
        },
        Violation(
            "other-ecdsa-digest",
            about: "The server signs another digest than its scheme's.",
            gain: .nothing,
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
        gain: Gain,
        _ row: String,
        _ damage: @escaping @Sendable (_ order: [UInt8]) -> SignatureDamage
    ) -> Violation {
        Violation(
            name,
            about: "The server's ECDSA signature \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2.3",
            versions: [.v1_2, .v1_3],
            alert: 51,
            rows: [row]
        ) { (script, facts) throws(NoOccasion) in
            guard let order = facts.settings.key.algorithm.groupOrder else { throw .otherKey }
            try script.editProof { $0.damage = [.signature(damage(order))] }
        }
    }
}
