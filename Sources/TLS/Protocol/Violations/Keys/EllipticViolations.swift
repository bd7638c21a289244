import Crypto

extension Violation {
    /// Violations with ECDSA signatures whose numbers or encodings are wrong.
    static let ellipticForms: [Violation] = [
        elliptic("zero-numbers", "has r and s zero", gain: .authentication, "HS-021") { _ in
            .numbers([0])
        },
        elliptic("zero-r", "has r zero", gain: .authentication, "HS-021") { _ in
            .first([0])
        },
        elliptic("zero-s", "has s zero", gain: .authentication, "HS-021") { _ in
            .second([0])
        },
        elliptic(
            "numbers-of-order",
            "has the group's order as r and s",
            gain: .authentication,
            "HS-021"
        ) {
            .numbers($0)
        },
        elliptic("order-added", "has the group's order added to r", gain: .nothing, "HS-021") {
            .orderAdded($0)
        },
        elliptic("swapped-numbers", "has r and s swapped", gain: .authentication, "HS-021") { _ in
            .swapped
        },
        elliptic("negative-number", "has a negative r", gain: .nothing, "HS-021") { _ in
            .negative
        },
        elliptic("one-numbers", "has r and s one", gain: .authentication, "HS-021") { _ in
            .numbers([1])
        },
        elliptic("padded-numbers", "has numbers with leading zeros", gain: .nothing, "HS-022") {
            _ in .padded
        },
        elliptic("long-lengths", "has overlong DER lengths", gain: .nothing, "HS-022") { _ in
            .longLengths
        },
        elliptic("byte-in-signature", "has a byte after its numbers", gain: .nothing, "HS-022") {
            _ in
            .byteInside
        },
        Violation(
            "other-ecdsa-digest",
            about: "The server signs a digest other than the digest of its scheme.",
            gain: .nothing,
            rule: "RFC 8446 §4.4.3",
            versions: [.v1_2, .v1_3],
            alert: 51,
            attacks: ["HS-029"]
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
        _ attack: String,
        _ damage: @escaping @Sendable (_ order: [UInt8]) -> SignatureDamage
    ) -> Violation {
        Violation(
            name,
            about: "The server's ECDSA signature \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2.3",
            versions: [.v1_2, .v1_3],
            alert: 51,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            guard let order = facts.settings.key.algorithm.groupOrder else { throw .otherKey }
            try script.editProof { $0.damage = [.signature(damage(order))] }
        }
    }
}
