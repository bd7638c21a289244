import X509

// CRLs.
extension Reencoding {
    /// Requires that a decoded CRL with its entries encodes to its own bytes.
    static func require(_ list: CertificateList, _ entries: [RevokedCertificate]) {
        require(list.der.indices, of: list) { writer in
            if !list.extensions.list.isEmpty {
                writer.element(.context(0, constructed: true)) { writer in
                    writer.extensions(list.extensions.list) { writer, next in
                        writer.body(of: next, list.extensions)
                    }
                }
            }
            if list.entries != nil {
                writer.element(.sequence) { writer in
                    for entry in entries.reversed() { writer.entry(entry) }
                }
            }
            if let end = list.nextUpdate { writer.time(end) }
            writer.time(list.thisUpdate)
            writer.name(list.issuer)
            writer.algorithm(list.innerAlgorithm)
            if list.version == 2 { writer.number(1) }
        }
    }

    private mutating func entry(_ entry: RevokedCertificate) {
        element(.sequence) { writer in
            if !entry.extensions.isEmpty {
                writer.extensions(entry.extensions) { writer, next in
                    writer.body(of: next, entry)
                }
            }
            writer.time(entry.revocationDate)
            writer.integer(entry.serial)
        }
    }

    private mutating func body(of next: Extension, _ entry: RevokedCertificate) {
        switch next.arcBelowCE(in: bytes) {
        case 21: entry.reason.map { reason($0) }
        case 24: entry.invalidityDate.map { time($0, .generalizedTime) }
        case 29: entry.certificateIssuer.map { generalNames($0) }
        default: bytes(next.value)
        }
        invariant(position == next.value.lowerBound, "\(next) was decoded to another value")
    }

    private mutating func reason(_ reason: RevocationReason) {
        element(.enumerated) { $0.byte(reason.rawValue) }
    }

    private mutating func body(of next: Extension, _ extensions: CertificateListExtensions) {
        switch next.arcBelowCE(in: bytes) {
        case 18: extensions.issuerAlternativeNames.map { generalNames($0) }
        case 20: extensions.number.map { integer($0) }
        case 27: extensions.baseNumber.map { integer($0) }
        case 28: extensions.issuingDistributionPoint.map { issuingDistributionPoint($0) }
        case 35: extensions.authorityKeyIdentifier.map { authorityKeyIdentifier($0) }
        case 46: extensions.freshestCRL.map { distributionPoints($0) }
        default:
            let known = ObjectIdentifier.authorityInformationAccess.content
            if bytes[next.identifier].elementsEqual(known),
                let access = extensions.informationAccess
            {
                self.access(access)
            } else {
                bytes(next.value)
            }
        }
        invariant(position == next.value.lowerBound, "\(next) was decoded to another value")
    }
}

// OCSP responses.
extension Reencoding {
    /// Requires that a decoded OCSP response encodes to its own bytes.
    static func require(_ response: OCSPResponse) {
        if let basic = response.basic, let type = response.responseType {
            let header = Reencoding(bytes: response.der, position: 0)
                .content(at: type.upperBound, before: response.der.count)
            require(header, of: basic)
        }
        require(response.der.indices, of: response.der) { writer in
            writer.element(.sequence) { writer in
                if let type = response.responseType {
                    writer.element(.context(0, constructed: true)) { writer in
                        writer.element(.sequence) { writer in
                            writer.any(type.upperBound..<writer.position)
                            writer.identifier(type)
                        }
                    }
                }
                writer.element(.enumerated) { $0.byte(response.status.rawValue) }
            }
        }
    }

    private static func require(_ place: Range<Int>, of basic: BasicOCSPResponse) {
        let tail = { (writer: inout Reencoding) in
            guard !basic.certificates.isEmpty else { return }
            writer.element(.context(0, constructed: true)) { writer in
                writer.element(.sequence) { writer in
                    for certificate in basic.certificates.reversed() { writer.any(certificate) }
                }
            }
        }
        require(place, of: basic, tail: tail) { writer in
            writer.taggedExtensions(basic.extensions)
            writer.element(.sequence) { writer in
                for single in basic.responses.reversed() { writer.single(single) }
            }
            writer.time(basic.producedAt, .generalizedTime)
            switch basic.responder {
            case .name(let name):
                writer.element(.context(1, constructed: true)) { $0.name(name) }
            case .key(let digest):
                writer.element(.context(2, constructed: true)) { $0.element(.octetString, digest) }
            }
        }
    }

    /// Writes `[1] EXPLICIT Extensions OPTIONAL`.
    private mutating func taggedExtensions(_ list: [Extension]) {
        guard !list.isEmpty else { return }
        element(.context(1, constructed: true)) { $0.extensions(list) }
    }

    private mutating func single(_ single: SingleOCSPResponse) {
        element(.sequence) { writer in
            writer.taggedExtensions(single.extensions)
            if let end = single.nextUpdate {
                writer.element(.context(0, constructed: true)) { $0.time(end, .generalizedTime) }
            }
            writer.time(single.thisUpdate, .generalizedTime)
            writer.status(single.status)
            writer.element(.sequence) { writer in
                writer.integer(single.certificate.serial)
                writer.element(.octetString, single.certificate.issuerKeyHash)
                writer.element(.octetString, single.certificate.issuerNameHash)
                writer.algorithm(single.certificate.hashAlgorithm)
            }
        }
    }

    private mutating func status(_ status: SingleOCSPResponse.Status) {
        switch status {
        case .good: element(.context(0, constructed: false)) { _ in }
        case .unknown: element(.context(2, constructed: false)) { _ in }
        case .revoked(let date, let reason):
            element(.context(1, constructed: true)) { writer in
                if let reason {
                    writer.element(.context(0, constructed: true)) { $0.reason(reason) }
                }
                writer.time(date, .generalizedTime)
            }
        }
    }
}
