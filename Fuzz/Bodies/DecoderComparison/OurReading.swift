import X509

extension Reading {
    /// Returns our reading of `bytes`, with every extension that we support.
    ///
    /// libcrypto decides whether a key is valid.
    public static func ours(of bytes: [UInt8]) -> Reading {
        do throws(DERError) {
            let certificate = try Certificate(der: bytes)
            if let refusal = certificate.refusal { return refusal }
            return .accept(Fields(of: certificate))
        } catch {
            return .refuse(Refusal(error), "\(error.fault)")
        }
    }
}

extension Refusal {
    fileprivate init(_ error: DERError) {
        let path = error.path
        self =
            switch error.fault {
            case .badTime: .time
            case .badVersion: .version
            case .trailingBytes where path.isEmpty: .trailing
            case .badBoolean, .encodedDefault, .highTagNumber, .indefiniteLength,
                .nonMinimalLength, .unsortedSet:
                .ber
            case _ where path.hasPrefix("tbsCertificate.extensions["): .extensionBody
            case _ where path.hasPrefix("tbsCertificate.subjectPublicKeyInfo"): .key
            case _ where path.hasSuffix("parameters"): .parameters
            case _ where path.hasPrefix("tbsCertificate.issuer"): .name
            case _ where path.hasPrefix("tbsCertificate.subject"): .name
            case .badString, .emptyName: .name
            default: .malformed
            }
    }
}

extension Certificate {
    /// The first error in the extensions; nil if no extension has an error.
    fileprivate var refusal: Reading? {
        if let duplicate = extensions.duplicate {
            return .refuse(.duplicate, "\(identifier(at: duplicate.identifier))")
        }
        if let fault = extensions.faults.first {
            return .refuse(.extensionBody, "\(identifier(at: fault.extension.identifier))")
        }
        for (identifier, read) in Self.bodies {
            do {
                try read(self)
            } catch {
                return .refuse(.extensionBody, "\(identifier)")
            }
        }
        return nil
    }

    /// The extension bodies that are decoded on demand.
    private static let bodies: [(ObjectIdentifier, @Sendable (Certificate) throws -> Void)] = [
        (
            .authorityInformationAccess,
            { _ = try $0.informationAccess(.authorityInformationAccess) }
        ),
        (.subjectInformationAccess, { _ = try $0.informationAccess(.subjectInformationAccess) }),
        (.crlDistributionPoints, { _ = try $0.distributionPoints(.crlDistributionPoints) }),
        (.freshestCRL, { _ = try $0.distributionPoints(.freshestCRL) }),
        (.issuerAlternativeName, { _ = try $0.issuerAlternativeNames() }),
        (.signedCertificateTimestamps, { _ = try $0.signedCertificateTimestamps() }),
        (.tlsFeature, { _ = try $0.tlsFeatures() }),
    ]
}

extension Fields {
    fileprivate init(of certificate: Certificate) {
        self.init()
        let der = certificate.der
        self[.serial] = Array(der[certificate.serial])
        self[.version] = [UInt8(truncatingIfNeeded: certificate.version)]
        self[.issuer] = Array(der[certificate.issuer])
        self[.subject] = Array(der[certificate.subject])
        self[.notBefore] = Array("\(certificate.validity.notBefore.seconds)".utf8)
        self[.notAfter] = Array("\(certificate.validity.notAfter.seconds)".utf8)
        self[.publicKey] = Array(der[certificate.spki])
        self[.encodedPublicKey] = self[.publicKey]
        self[.signatureAlgorithm] = Array(der[certificate.outerAlgorithm.algorithm])
        add(certificate.extensions, in: der)
        let issuers = (try? certificate.issuerAlternativeNames()) ?? []
        hasForeignNames = ((certificate.extensions.subjectAlternativeNames ?? []) + issuers)
            .contains {
                switch $0 {
                case .x400, .ediParty: true
                default: false
                }
            }
    }

    private mutating func add(_ extensions: Extensions, in der: [UInt8]) {
        let names = extensions.subjectAlternativeNames ?? []
        self[.dnsNames] = Self.entries(
            names.compactMap { if case .dns(let place) = $0 { der[place] } else { nil } }
        )
        self[.addresses] = Self.entries(
            names.compactMap { if case .ip(let place) = $0 { der[place] } else { nil } }
        )
        self[.basicConstraints] = extensions.basicConstraints.map(Self.bytes) ?? []
        self[.keyUsage] = extensions.keyUsage.map(Self.bytes) ?? []
        self[.purposes] = Self.entries((extensions.extendedKeyUsage ?? []).map { der[$0] })
        self[.extensions] = Self.entries(extensions.list.map { der[$0.identifier] })
    }

    private static func bytes(_ constraints: BasicConstraints) -> [UInt8] {
        [constraints.isCA ? 1 : 0] + Array(constraints.pathLength.map { "\($0)" }?.utf8 ?? "".utf8)
    }

    private static func bytes(_ usage: KeyUsage) -> [UInt8] {
        let bits = KeyUsageBit.allCases.reduce(UInt16(0)) { bits, bit in
            usage.contains(bit) ? bits | 0x8000 >> UInt16(bit.bit) : bits
        }
        return [UInt8(bits >> 8), UInt8(bits & 0xff)]
    }
}
