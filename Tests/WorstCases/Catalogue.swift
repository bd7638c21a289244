import Crypto
import Forge
import PathValidation
import X509

extension WorstCase {
    /// The known ways to stall a validator.
    package static let catalogue: [WorstCase] = names + paths + keys + sizes

    // Many names under many constraints, as in Go's CVE-2025-58187.
    private static let names: [WorstCase] = [
        WorstCase(
            "2,048 names under 2,048 constraints",
            .budgetExceeded("comparisons of names"),
            spent: Spent(candidates: 1, issuers: 6, names: 249_856)
        ) {
            $0["intermediate"].nameConstraints = constraints(1_024)
            $0["leaf"].subjectAlternativeNames = hosts(2_047) + [.dns("www.example.test")]
        },
        WorstCase(
            "400 names under 600 constraints, all of them permitted",
            nil,
            spent: Spent(signatures: 2, work: 2, candidates: 2, issuers: 12, names: 241_200)
        ) {
            $0["intermediate"].nameConstraints = constraints(300)
            $0["leaf"].subjectAlternativeNames = hosts(400) + [.dns("www.example.test")]
        },
        WorstCase(
            "50,000 wildcards",
            .nameMismatch(
                reference: "www.example.test",
                presented: (0..<50_000).map { "*.n\($0).example.test" }
            ),
            spent: Spent()
        ) {
            $0["leaf"].subjectAlternativeNames = (0..<50_000).map { .dns("*.n\($0).example.test") }
        },
        WorstCase(
            "a relative name of 10,000 attributes, one of them different from the issuer's",
            .unknownIssuer(depth: 0),
            spent: Spent(issuers: 17_364)
        ) {
            let attributes = (0..<10_000).map { Name.Attribute(.commonName, "n\($0)") }
            $0["intermediate"].subject = Name(relativeNames: [attributes])
            $0["leaf"].issuerName = Name(
                relativeNames: [[Name.Attribute(.commonName, "x")] + attributes.dropLast()]
            )
            $0["leaf"].authorityKeyID = Entity.KeyID.none
        },
    ]

    private static func constraints(_ count: Int) -> Entity.NameConstraints {
        Entity.NameConstraints(
            permitted: (1..<count).map { .dns("n\($0).test") } + [.dns("example.test")],
            excluded: (0..<count).map { .dns("x\($0).test") }
        )
    }

    private static func hosts(_ count: Int) -> [DeclaredName] {
        (0..<count).map { .dns("h\($0).example.test") }
    }

    // Paths that double with each certificate.
    private static let paths: [WorstCase] = [
        WorstCase(
            "a hundred CAs with the same name and different keys",
            .budgetExceeded("signatures"),
            spent: Spent(signatures: 101, work: 101, candidates: 102, issuers: 10_201)
        ) {
            $0["leaf"].issuer = .entity("ca0")
            $0.serve = ["leaf"]
            $0.addNamesakes(100) { "ca\(($0 + 1) % 100)" }
        },
        WorstCase(
            "14 levels of four CAs, each signed by the four above",
            .budgetExceeded("signatures"),
            spent: Spent(signatures: 101, work: 101, candidates: 102, issuers: 2_850)
        ) { setup in
            setup.serve = ["leaf"]
            for level in (0..<14).reversed() {
                for number in 0..<4 {
                    let name = "ca\(level)-\(number)"
                    setup[name].subject = Name((.commonName, "Ca \(level)"))
                    setup[name].issuer = level == 13 ? .itself : .entity("ca\(level + 1)-0")
                    setup[name].keyOf = number == 0 ? nil : "ca\(level)-0"
                    setup[name].notAfter = .relative(Int64(number + 400) * 86_400)
                    setup.serve.append(name)
                }
            }
            setup["leaf"].issuer = .entity("ca0-0")
        },
        straight(
            "a hundred intermediates",
            100,
            nil,
            spent: Spent(signatures: 101, work: 101, candidates: 101, issuers: 30_603)
        ),
        straight(
            "a hundred and one intermediates",
            101,
            .chainTooLong(limit: 102),
            spent: Spent(signatures: 101, work: 101, candidates: 101, issuers: 30_906)
        ),
        straight(
            "a hundred intermediates with keys on P-384",
            100,
            .chainTooLong(limit: 23),
            key: .p384,
            spent: Spent(signatures: 23, work: 396, candidates: 101, issuers: 30_603)
        ),
        // CVE-2023-0464: a policy tree would have 64¹⁰ leaves.
        WorstCase(
            "ten CAs that map 64 policies to all of them",
            .budgetExceeded("certificate policies"),
            spent: Spent(candidates: 11, issuers: 363, policies: 45_440)
        ) { setup in
            let policies = (0..<64).map { ObjectIdentifier(content: [0x2a, UInt8($0)]) }
            setup.serve = ["leaf"]
            for number in (0..<10).reversed() {
                let name = "ca\(number)"
                setup[name].issuer = .entity(number == 9 ? "root" : "ca\(number + 1)")
                setup[name].policies = policies
                setup[name].policyMappings = policies.flatMap { issuer in
                    policies.map { Entity.PolicyMapping(issuer, $0) }
                }
                setup.serve.append(name)
            }
            setup["leaf"].issuer = .entity("ca0")
            setup["leaf"].policies = policies
        },
    ]

    /// Returns a path with this many intermediates and without a fork.
    private static func straight(
        _ name: String,
        _ count: Int,
        _ rejection: Rejection?,
        key: KeyAlgorithm = .p256,
        spent: Spent
    ) -> WorstCase {
        WorstCase(name, rejection, spent: spent) { setup in
            for number in (0..<count).reversed() {
                let name = "ca\(number)"
                setup[name].issuer = .entity(number == count - 1 ? "root" : "ca\(number + 1)")
                setup[name].key = key
            }
            setup["leaf"].issuer = .entity("ca0")
            setup.serve = ["leaf"] + (0..<count).map { "ca\($0)" }
        }
    }

    // Keys that are expensive to use.
    private static let keys: [WorstCase] = [
        WorstCase(
            "a hundred RSA keys of 16,384 bits with 64-bit exponents",
            .budgetExceeded("signatures"),
            spent: Spent(signatures: 5, work: 380, candidates: 5, issuers: 101)
        ) { setup in
            setup.serve = ["leaf"]
            setup["leaf"].issuer = .entity("ca0")
            setup["leaf"].raw = signedByRSA(bytes: 2_048)
            setup.addNamesakes(100) { _ in "root" }
            for number in 0..<100 {
                setup["ca\(number)"].raw = [key(number, modulus: 2_048, exponent: 8)]
            }
        },
        WorstCase(
            "an RSA key of a million bytes",
            .budgetExceeded("signatures"),
            spent: Spent(signatures: 1, candidates: 2, issuers: 12)
        ) {
            $0["leaf"].raw = signedByRSA(bytes: 1 << 20)
            $0["intermediate"].raw = [key(0, modulus: 1 << 20, exponent: 1 << 19)]
        },
        WorstCase(
            "a hundred keys on P-384",
            .chainTooLong(limit: 23),
            spent: Spent(signatures: 23, work: 396, candidates: 23, issuers: 2_323)
        ) { setup in
            setup.serve = ["leaf"]
            setup["leaf"].issuer = .entity("ca0")
            setup.addNamesakes(100) { "ca\(($0 + 1) % 100)" }
            for number in 0..<100 { setup["ca\(number)"].key = .p384 }
        },
        WorstCase(
            "explicit curve parameters (CVE-2022-0778)",
            .weakKey("on a curve with explicit parameters", depth: 1),
            spent: Spent(candidates: 1, issuers: 6)
        ) {
            // ECParameters with a composite modulus and a compressed point; computing its square
            // root put OpenSSL into an endless loop.
            let parameters = DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.integer(1)
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(
                            ObjectIdentifier(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x01, 0x01])
                        )
                        writer.integer(697)
                    }
                    writer.constructed(.sequence) { writer in
                        writer.primitive(.octetString, [23])
                        writer.primitive(.octetString, [66])
                    }
                    writer.primitive(.octetString, [2, 8])
                    writer.integer(697)
                }
            }
            $0["intermediate"].raw = [
                .set(
                    path: "tbsCertificate.subjectPublicKeyInfo.algorithm.parameters",
                    encoding: parameters
                )
            ]
        },
    ]

    /// Returns a subjectPublicKeyInfo of an RSA key with numbers of these lengths in bytes.
    ///
    /// Its private key is unknown.
    private static func key(_ number: Int, modulus: Int, exponent: Int) -> Surgery {
        func odd(_ count: Int) -> [UInt8] {
            [0, 0xff, UInt8(number)] + [UInt8](repeating: 0xa5, count: count - 2)
        }
        let bits = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.primitive(.integer, odd(modulus))
                writer.primitive(.integer, odd(exponent))
            }
        }
        let encoding = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(.rsaEncryption)
                    writer.raw([0x05, 0x00])
                }
                writer.primitive(.bitString, [0] + bits)
            }
        }
        return .set(path: "tbsCertificate.subjectPublicKeyInfo", encoding: encoding)
    }

    /// Gives the certificate a signature of this length that is stated to be RSA with SHA-256.
    private static func signedByRSA(bytes: Int) -> [Surgery] {
        let algorithm = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(.sha256WithRSA)
                writer.raw([0x05, 0x00])
            }
        }
        let signature = DERWriter.bytes {
            $0.primitive(.bitString, [0] + [UInt8](repeating: 0x5a, count: bytes))
        }
        return [
            .set(path: "tbsCertificate.signature", encoding: algorithm),
            .set(path: "signatureAlgorithm", encoding: algorithm),
            .set(path: "signatureValue", encoding: signature),
        ]
    }

    // Large numbers of one kind of element.
    private static let sizes: [WorstCase] = [
        WorstCase(
            "a hundred thousand extensions",
            nil,
            spent: Spent(signatures: 2, work: 2, candidates: 2, issuers: 12)
        ) {
            $0["leaf"].extensions = (0..<100_000).map { number in
                let arcs: [UInt64] = [1, 3, 6, 1, 4, 1, UInt64(number)]
                return Entity.AddedExtension(
                    oid: ObjectIdentifier(arcs: arcs) ?? .anyPolicy,
                    critical: false,
                    value: [5, 0]
                )
            }
        },
        WorstCase(
            "elements nested a hundred thousand deep",
            .malformed(
                DERError(.unexpectedTag, at: 10).inside("serialNumber").inside("tbsCertificate"),
                depth: 0
            ),
            spent: Spent()
        ) {
            $0.garbage = [nested(100_000)]
        },
    ]

    /// Returns SEQUENCEs, each of which contains only the next.
    private static func nested(_ depth: Int) -> [UInt8] {
        var headers: [[UInt8]] = []
        var length = 0
        for _ in 0..<depth {
            let bytes = withUnsafeBytes(of: UInt32(length).bigEndian) { Array($0) }
            let header: [UInt8] =
                switch length {
                case ..<0x80: [0x30, UInt8(length)]
                case ..<0x100: [0x30, 0x81] + bytes.suffix(1)
                case ..<0x1_0000: [0x30, 0x82] + bytes.suffix(2)
                default: [0x30, 0x83] + bytes.suffix(3)
                }
            headers.append(header)
            length += header.count
        }
        return Array(headers.reversed().joined())
    }
}
