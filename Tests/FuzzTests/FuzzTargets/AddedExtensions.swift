import Forge
import X509

/// Extensions that the forge copies unchanged, so that seeds reach their decoders.
enum AddedExtensions {
    /// The extensions by the name of a certificate's seed.
    static let ofCertificates: [String: [Entity.AddedExtension]] = [
        "extensions-on-demand": [
            extended(.authorityInformationAccess, access),
            extended(.subjectInformationAccess, access),
            extended(.issuerAlternativeName) { $0.constructed(.sequence, names) },
            extended(.crlDistributionPoints, points), extended(.freshestCRL, points),
            extended(.tlsFeature) { writer in
                writer.constructed(.sequence) { $0.integer(5) }
            },
            extended(.signedCertificateTimestamps) { $0.primitive(.octetString, scts) },
        ],
        "timestamps-none": [
            extended(.signedCertificateTimestamps) { $0.primitive(.octetString, [0, 0]) }
        ],
        "constraints-with-distance": [constraints(minimum: 1, maximum: 2)],
        "constraints-with-minimum": [constraints(minimum: 1, maximum: nil)],
    ]

    /// The extensions by the name of a CRL's seed.
    static let ofLists: [String: [Entity.AddedExtension]] = [
        "access": [extended(.authorityInformationAccess, access)],
        "repeated-extension": [extended(.freshestCRL, points), extended(.freshestCRL, points)],
        "scope-empty": [extended(.issuingDistributionPoint) { $0.constructed(.sequence) { _ in } }],
        "scope-of-two-kinds": [
            extended(.issuingDistributionPoint) { writer in
                writer.constructed(.sequence) { writer in
                    writer.primitive(.context(1, constructed: false), [0xff])
                    writer.primitive(.context(2, constructed: false), [0xff])
                }
            }
        ],
    ]

    private static func extended(
        _ identifier: ObjectIdentifier,
        _ body: (inout DERWriter) -> Void
    ) -> Entity.AddedExtension {
        Entity.AddedExtension(oid: identifier, critical: false, value: DERWriter.bytes(body))
    }

    private static func constraints(minimum: Int, maximum: Int?) -> Entity.AddedExtension {
        extended(.nameConstraints) { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.primitive(.context(2, constructed: false), Array("test".utf8))
                        writer.integer(minimum, as: .context(0, constructed: false))
                        if let maximum {
                            writer.integer(maximum, as: .context(1, constructed: false))
                        }
                    }
                }
            }
        }
    }

    private static func access(_ writer: inout DERWriter) {
        writer.constructed(.sequence) { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(.accessToOCSP)
                writer.primitive(.context(6, constructed: false), Array("http://a.test".utf8))
            }
        }
    }

    /// Writes a GeneralName of each kind that the forge cannot express.
    private static func names(_ writer: inout DERWriter) {
        writer.constructed(.context(3, constructed: true)) { writer in
            writer.constructed(.sequence) { _ in }
        }
        writer.constructed(.context(5, constructed: true)) { writer in
            writer.constructed(.context(0, constructed: true)) { $0.string(.utf8String, "a") }
            writer.constructed(.context(1, constructed: true)) { $0.string(.utf8String, "b") }
        }
        writer.primitive(.context(8, constructed: false), [0x2a, 0x03])
    }

    private static func points(_ writer: inout DERWriter) {
        writer.constructed(.sequence) { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.context(0, constructed: true), names)
                }
                writer.primitive(.context(1, constructed: false), [0x06, 0x40])
                writer.constructed(.context(2, constructed: true), names)
            }
            writer.constructed(.sequence) { writer in
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.context(1, constructed: true)) { writer in
                        writer.constructed(.sequence) { writer in
                            writer.objectIdentifier(.commonName)
                            writer.string(.utf8String, "c")
                        }
                    }
                }
            }
        }
    }

    /// A list with one SCT of version 1 and an SCT of an unknown version.
    private static let scts: [UInt8] = {
        let first: [UInt8] = [0] + [UInt8](repeating: 7, count: 32 + 8) + [0, 0, 4, 3, 0, 2, 1, 2]
        let list = [0, UInt8(first.count)] + first + [0, 2, 9, 9]
        return [0, UInt8(list.count)] + list
    }()
}
