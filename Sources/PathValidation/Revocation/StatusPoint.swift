import X509

/// A source of CRLs for a certificate: one of its distribution points, or its issuer, which every
/// certificate has (RFC 5280 §6.3.3).
struct StatusPoint {
    /// The names of the point; nil for a point without names.
    let names: [PointName]?
    /// The revocation reasons that the CRL of the point covers; nil for all reasons.
    let reasons: ReasonFlags?
    /// The names of the CRL issuer; nil for the certificate's issuer.
    let issuers: [EncodedName]?

    /// Returns the points of `certificate` in order, its issuer last.
    static func all(of certificate: Certificate) throws(DERError) -> [StatusPoint] {
        let stated = try certificate.distributionPoints() ?? []
        return stated.map { StatusPoint($0, of: certificate) }
            + [
                StatusPoint(
                    names: [.directory(certificate.issuerName)],
                    reasons: nil,
                    issuers: nil
                )
            ]
    }

    private init(names: [PointName]?, reasons: ReasonFlags?, issuers: [EncodedName]?) {
        self.names = names
        self.reasons = reasons
        self.issuers = issuers
    }

    private init(_ point: DistributionPoint, of certificate: Certificate) {
        let issuers = point.crlIssuer.map { names in
            names.compactMap { name in
                if case .directory(let place) = name { certificate.name(at: place) } else { nil }
            }
        }
        self.issuers = issuers
        reasons = point.reasons
        names = point.name.map { name in
            PointName.all(of: name, in: certificate, below: issuers ?? [certificate.issuerName])
        }
    }

    /// Whether a CRL with this distribution point name belongs to this point (RFC 5280 §6.3.3
    /// (b)(2)(i)).
    func matches(_ name: DistributionPointName, of list: CertificateList) -> Bool {
        let listed = PointName.all(of: name, in: list, below: [list.issuerName])
        let own = names ?? (issuers ?? []).map(PointName.directory)
        return own.contains { point in listed.contains { point.matches($0) } }
    }
}

/// A name of a distribution point, independent of the encoding around it.
enum PointName {
    case directory(EncodedName)
    /// The identifier byte of the GeneralName's tag, and its content.
    case bytes(UInt8, [UInt8])

    /// Returns the names in `name`, whose bytes are in `signed`.
    ///
    /// A relative name is appended to the name of each of `issuers`.
    static func all(
        of name: DistributionPointName,
        in signed: some Signed,
        below issuers: [EncodedName]
    ) -> [PointName] {
        switch name {
        case .full(let names): names.map { PointName($0, in: signed) }
        case .relativeToIssuer(let place):
            issuers.map { .directory($0.appending(relativeName: signed.der[place])) }
        }
    }

    private init(_ name: GeneralName, in signed: some Signed) {
        func bytes(_ number: UInt8, _ place: Range<Int>) -> PointName {
            .bytes(number, Array(signed.der[place]))
        }
        self =
            switch name {
            case .directory(let place): .directory(signed.name(at: place))
            case .other(let type, let value): bytes(0, type.lowerBound..<value.upperBound)
            case .email(let place): bytes(1, place)
            case .dns(let place): bytes(2, place)
            case .x400(let place): bytes(3, place)
            case .ediParty(let place): bytes(5, place)
            case .uri(let place): bytes(6, place)
            case .ip(let place): bytes(7, place)
            case .registeredID(let place): bytes(8, place)
            }
    }

    /// Whether two names match: directory names by RFC 5280 §7.1, all others byte by byte, because
    /// both come from one CA.
    func matches(_ other: PointName) -> Bool {
        switch (self, other) {
        case (.directory(let name), .directory(let otherName)): name.matches(otherName)
        case (.bytes(let number, let content), .bytes(let otherNumber, let otherContent)):
            number == otherNumber && content == otherContent
        default: false
        }
    }
}
