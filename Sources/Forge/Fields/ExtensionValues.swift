import X509

// The values of extensions as DER (RFC 5280 §4.2.1), each the content of extnValue.

enum ExtensionValue {
    /// Returns BasicConstraints; a false cA flag is the default and not written.
    static func basicConstraints(isCA: Bool, pathLength: Int?) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                if isCA { writer.boolean(true) }
                if let pathLength { writer.integer(pathLength) }
            }
        }
    }

    static func keyUsage(_ bits: [KeyUsageBit]) -> [UInt8] {
        DERWriter.bytes { $0.namedBits(Set(bits.map(\.bit))) }
    }

    static func extendedKeyUsage(_ purposes: [ObjectIdentifier]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for purpose in purposes { writer.objectIdentifier(purpose) }
            }
        }
    }

    static func generalNames(_ names: [DeclaredName]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for name in names { name.write(to: &writer) }
            }
        }
    }

    /// Returns NameConstraints; a list without subtrees is not written.
    static func nameConstraints(_ constraints: Entity.NameConstraints) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                let lists = [(UInt8(0), constraints.permitted), (1, constraints.excluded)]
                for (number, subtrees) in lists where !subtrees.isEmpty {
                    writer.constructed(.context(number, constructed: true)) { writer in
                        for base in subtrees {
                            writer.constructed(.sequence) { base.write(to: &$0) }
                        }
                    }
                }
            }
        }
    }

    /// Returns CertificatePolicies without qualifiers.
    static func certificatePolicies(_ policies: [ObjectIdentifier]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for policy in policies {
                    writer.constructed(.sequence) { $0.objectIdentifier(policy) }
                }
            }
        }
    }

    static func policyMappings(_ mappings: [Entity.PolicyMapping]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for mapping in mappings {
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(mapping.issuerDomainPolicy)
                        writer.objectIdentifier(mapping.subjectDomainPolicy)
                    }
                }
            }
        }
    }

    /// Returns PolicyConstraints; nil values are not written.
    static func policyConstraints(_ constraints: Entity.PolicyConstraints) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                if let count = constraints.requireExplicitPolicy {
                    writer.integer(count, as: .context(0, constructed: false))
                }
                if let count = constraints.inhibitPolicyMapping {
                    writer.integer(count, as: .context(1, constructed: false))
                }
            }
        }
    }

    /// status_request (RFC 6066 §1.1).
    static let statusRequest = 5

    /// Returns a TLSFeature (RFC 7633 §4.1).
    static func tlsFeature(_ features: [Int]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for feature in features { writer.integer(feature) }
            }
        }
    }

    /// Returns an AuthorityInfoAccessSyntax (RFC 5280 §4.2.2.1) with these URIs of the issuer's
    /// certificate.
    static func issuersAt(_ places: [String]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for place in places {
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(.accessToIssuers)
                        writer.string(.context(6, constructed: false), place)
                    }
                }
            }
        }
    }

    static func inhibitAnyPolicy(_ count: Int) -> [UInt8] {
        DERWriter.bytes { $0.integer(count) }
    }

    static func subjectKeyIdentifier(_ bytes: [UInt8]) -> [UInt8] {
        DERWriter.bytes { $0.primitive(.octetString, bytes) }
    }

    /// Returns an AuthorityKeyIdentifier with only a keyIdentifier.
    static func authorityKeyIdentifier(_ bytes: [UInt8]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.primitive(.context(0, constructed: false), bytes)
            }
        }
    }
}

extension DeclaredName {
    /// Writes the `GeneralName` (RFC 5280 §4.2.1.6).
    func write(to writer: inout DERWriter) {
        switch self {
        case .other(let type, let value):
            writer.otherName(type) { $0.raw(value) }
        case .service(let text):
            writer.otherName(.serviceName) { $0.string(.ia5String, text) }
        case .xmppAddress(let text):
            writer.otherName(.xmppAddress) { $0.string(.utf8String, text) }
        case .email(let text):
            writer.string(.context(1, constructed: false), text)
        case .dns(let text):
            writer.string(.context(2, constructed: false), text)
        case .dnsBytes(let bytes):
            writer.primitive(.context(2, constructed: false), bytes)
        case .directory(let name):
            // A CHOICE is tagged explicitly (X.680 §31.2.7).
            writer.constructed(.context(4, constructed: true)) { $0.raw(name.encoded) }
        case .uri(let text):
            writer.string(.context(6, constructed: false), text)
        case .ip(let bytes), .ipBytes(let bytes):
            writer.primitive(.context(7, constructed: false), bytes)
        }
    }
}

extension DERWriter {
    /// Writes an `otherName`, whose value `write` writes.
    fileprivate mutating func otherName(
        _ type: ObjectIdentifier,
        _ write: (inout DERWriter) -> Void
    ) {
        constructed(.context(0, constructed: true)) { writer in
            writer.objectIdentifier(type)
            writer.constructed(.context(0, constructed: true), write)
        }
    }
}
