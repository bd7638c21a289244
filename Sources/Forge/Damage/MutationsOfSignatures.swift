import Crypto
import X509

// Damage to signatures. Each mutation is one literal; a new mutation needs only a further literal.

extension Mutation {
    static let ofSignatures = [
        Mutation(
            "break-signature",
            "Flip a bit of the signature.",
            gain: .authentication,
            acceptedAt: [.rootCA],
            .finished { (tree) throws(PathFault) in
                try tree.changeContent("signatureValue") { flipLastBit(&$0) }
            }
        ),
        Mutation(
            "empty-signature",
            "Leave the signature empty.",
            gain: .authentication,
            acceptedAt: [.rootCA],
            .finished { (tree) throws(PathFault) in
                try tree.set("signatureValue", [0x03, 0x01, 0x00])
            }
        ),
        Mutation(
            "wrong-inner-algorithm",
            "Use a different signature algorithm inside the signed part than next to the "
                + "signature.",
            gain: .nothing,
            .fields { fields in
                let others = [SigningMethod.eddsa(.ed25519), .eddsa(.ed448)]
                let other = others.first { $0.identifier != fields.outerSignatureAlgorithm }
                fields.innerSignatureAlgorithm = other?.identifier ?? []
            }
        ),
        Mutation(
            "wrong-inner-parameters",
            "Give the signature algorithm inside the signed part different parameters: a BOOLEAN.",
            gain: .nothing,
            .tbs { (tree) throws(PathFault) in
                try tree.append([0x01, 0x01, 0xff], to: "tbsCertificate.signature")
            }
        ),
        Mutation(
            "unknown-signature-algorithm",
            "Use a signature algorithm that no client knows, in both places: 1.3.6.1.4.1.55555.2.",
            gain: .authentication,
            acceptedAt: [.rootCA],
            .fields {
                let identifier = [0x30, UInt8(unknownAlgorithm.count)] + unknownAlgorithm
                $0.innerSignatureAlgorithm = identifier
                $0.outerSignatureAlgorithm = identifier
            }
        ),
        Mutation(
            "forged-field",
            "Change the serial number after signing, so that the signature does not match the "
                + "content.",
            gain: .authentication,
            acceptedAt: [.rootCA],
            .finished { (tree) throws(PathFault) in
                try tree.changeContent("serialNumber") { flipLastBit(&$0) }
            }
        ),
    ]

    /// Mutations of the numbers in ECDSA signatures and of their encoding; two of the mutations
    /// also apply to other signatures.
    static let ofSignatureNumbers = [
        numbers(
            "zero-signature-numbers",
            "Set both numbers of the signature to zero.",
            gain: .authentication
        ) { _ in
            .numbers([0])
        },
        numbers(
            "order-as-signature-numbers",
            "Set both numbers of the signature to the order.",
            gain: .authentication
        ) {
            .numbers($0)
        },
        numbers(
            "negative-signature-number",
            "Make the signature's first number negative.",
            gain: .nothing
        ) {
            _ in
            .negative
        },
        numbers(
            "padded-signature-numbers",
            "Put a needless zero byte before each of the signature's numbers.",
            gain: .nothing
        ) { _ in .padded },
        numbers(
            "unpadded-signature-number",
            "Omit the zero byte before the signature's second number, which makes it negative.",
            gain: .nothing
        ) { .unpadded(order: $0) },
        numbers(
            "long-signature-lengths",
            "Encode the lengths in the signature with one byte more than needed.",
            gain: .nothing
        ) { _ in .longLengths },
        numbers(
            "byte-in-signature",
            "Append a byte to the signature's numbers.",
            gain: .nothing
        ) { _ in
            .byteInside
        },
        numbers(
            "other-signature-number",
            "Replace the signature's second number by the order minus that number, which also "
                + "verifies.",
            gain: .nothing,
            acceptedAt: .all
        ) { .otherSecond(order: $0) },
        Mutation(
            "order-added-to-signature",
            "Add the order of the group to a number of the signature, with ECDSA or Ed25519.",
            gain: .nothing,
            acceptedAt: [.rootCA],
            drawnFrom: 2,
            .signature { signature, key in
                let damage = key.groupOrder.map(SignatureDamage.orderAdded) ?? .edwardsOrder
                damage.apply(to: &signature)
            }
        ),
        Mutation(
            "byte-after-signature",
            "Append a byte to the signature.",
            gain: .nothing,
            acceptedAt: [.rootCA],
            drawnFrom: 2,
            .signature { signature, _ in signature.append(0) }
        ),
    ]

    private static func numbers(
        _ name: String,
        _ about: String,
        gain: Gain,
        acceptedAt: Set<Entity.Role> = [.rootCA],
        _ damage: @escaping @Sendable (_ order: [UInt8]) -> SignatureDamage
    ) -> Mutation {
        Mutation(
            name,
            about,
            gain: gain,
            acceptedAt: acceptedAt,
            drawnFrom: 2,
            .signature { signature, key in
                guard let order = key.groupOrder else { return }
                damage(order).apply(to: &signature)
            }
        )
    }

    /// Mutations of the EMSA-PKCS1-v1_5 block that an RSA key signs (RFC 8017 §9.2).
    static let ofBlocks = [
        block(
            "garbage-after-digest",
            "Shorten the padding of the signed block, and append bytes to the digest.",
            gain: .authentication
        ) {
            $0.paddingLength = 8
        },
        block(
            "digest-without-null",
            "Omit the digest's parameters in the signed block.",
            gain: .nothing
        ) {
            $0.digest = AlgorithmIdentifier.encoding(of: $0.digestAlgorithm.identifier)
        },
        block(
            "garbage-in-digest-parameters",
            "Hide bytes in the digest's parameters in the signed block.",
            gain: .authentication
        ) {
            $0.digest = AlgorithmIdentifier.encoding(
                of: $0.digestAlgorithm.identifier,
                parameters: [0x04, 0x20] + [UInt8](repeating: 0xa5, count: 0x20)
            )
        },
        block(
            "wrong-block-type",
            "Mark the signed block as encrypted: type 2.",
            gain: .nothing
        ) {
            $0.type = 2
        },
        block(
            "wrong-padding-byte",
            "Pad the signed block with FE instead of FF.",
            gain: .authentication
        ) {
            $0.padding = 0xfe
        },
    ]

    private static func block(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ change: @escaping @Sendable (inout PKCS1Block) -> Void
    ) -> Mutation {
        // Plain chains have EC keys, so the mutation cannot change their certificates.
        Mutation(
            name,
            about,
            gain: gain,
            acceptedAt: [.rootCA],
            noPlaceAt: .all,
            .block(change)
        )
    }
}
