import Basics
import Forge
import X509

// Defects from each mutation of the catalogue, and from each kind of DER surgery on each field.

extension Defect {
    /// A defect for each keyword of `mutate:` that can change a certificate of a plain chain.
    static let ofMutations = Mutation.catalogue.compactMap { mutation -> Defect? in
        let places = certificates.filter { !mutation.noPlaceAt.contains(role(of: $0)) }
        guard !places.isEmpty else { return nil }
        return Defect(
            mutation.name,
            mutation.about,
            at: places,
            accepted: Set(places.filter { mutation.acceptedAt.contains(role(of: $0)) }),
            drawnFrom: mutation.drawnFrom
        ) { entity, _ in entity.mutate.append(mutation.name) }
    }

    private static func role(of place: Place) -> Entity.Role {
        switch place {
        case .leaf: .endEntity
        case .intermediate: .intermediateCA
        case .root, .setup: .rootCA
        }
    }

    /// A defect for each operation of DER surgery on each field.
    ///
    /// The certificate is signed again, so that checks after the signature run.
    static let ofEncodings = operations.flatMap { operation in
        paths.map { path in
            Defect(
                "\(operation.word) \(path)",
                "\(operation.about) \(path).",
                // The leaf's basicConstraints field is already empty.
                at: path.contains("basicConstraints") ? [.intermediate, .root] : certificates,
                accepted: acceptedSurgery["\(operation.word) \(path)"] ?? []
            ) { entity, choices in
                entity.raw += [operation.surgery(path, &choices), .resign]
            }
        }
    }

    /// For each surgery that `reference` ignores, the places where it does so.
    private static let acceptedSurgery: [String: Set<Place>] = [
        "truncate extensions.subjectKeyIdentifier.value": Set(certificates),
        "drop extensions[0]": [.leaf], "drop subject[0]": [.leaf],
        "duplicate subject[0]": [.leaf], "duplicate subject[0][0]": [.leaf],
    ]

    private struct Operation: Sendable {
        let word, about: String
        let surgery: @Sendable (String, inout Choices) -> Surgery
    }

    private static let operations = [
        Operation(word: "drop", about: "Lacks") { path, _ in .drop(path: path) },
        Operation(word: "duplicate", about: "Repeats") { path, _ in .duplicate(path: path) },
        Operation(word: "truncate", about: "Has an empty") { path, _ in
            .truncate(path: path, count: 0)
        },
        Operation(word: "retag", about: "Has another tag for") { path, choices in
            .retag(path: path, tag: choices.one(of: [0x13, 0x05, 0x24, 0x86]) ?? 0x13)
        },
        Operation(word: "relength", about: "Has another length for") { path, choices in
            let lengths: [[UInt8]] = [
                [0x80], [0x00], [0x81, 0x01], [0x84, 0x7f, 0xff, 0xff, 0xff],
            ]
            return .relength(path: path, bytes: choices.one(of: lengths) ?? [0x80])
        },
        Operation(word: "replace", about: "Has another value for") { path, choices in
            let values: [[UInt8]] = [
                [0x05, 0x00], [0x01, 0x01, 0xff], [0x0c, 0x01, 0x61], [0x24, 0x00],
            ]
            return .set(path: path, encoding: choices.one(of: values) ?? [0x05, 0x00])
        },
    ]

    private static let paths = [
        "version", "serialNumber", "tbsCertificate.signature", "issuer", "validity",
        "validity.notBefore", "validity.notAfter", "subject", "subject[0]", "subject[0][0]",
        "subjectPublicKeyInfo", "subjectPublicKeyInfo.algorithm",
        "subjectPublicKeyInfo.subjectPublicKey", "extensions", "extensions[0]",
        "extensions[0].extnID", "extensions[0].extnValue", "extensions.basicConstraints.value",
        "extensions.keyUsage.value", "extensions.subjectKeyIdentifier.value", "signatureAlgorithm",
    ]
}
