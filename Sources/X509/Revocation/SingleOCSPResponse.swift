/// SingleResponse (RFC 6960 §4.2.1): the status of one certificate, as ranges.
package struct SingleOCSPResponse: Hashable, Sendable {
    /// The CertStatus.
    package enum Status: Hashable, Sendable {
        case good
        /// The certificate is revoked; the reason is nil if the response states no reason.
        case revoked(at: Instant, reason: RevocationReason?)
        case unknown
    }

    package let certificate: OCSPCertificateID
    package let status: Status
    package let thisUpdate: Instant
    /// The nextUpdate; nil if newer information is always available (RFC 6960 §4.2.2.1).
    package let nextUpdate: Instant?
    /// The singleExtensions; no extension occurs twice.
    package let extensions: [Extension]

    /// Reads the next element.
    init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        certificate = try field("certID", OCSPCertificateID(&fields))
        status = try field("certStatus", Status(&fields))
        thisUpdate = try field("thisUpdate", fields.generalizedTime())
        nextUpdate = try field("nextUpdate", Self.nextUpdate(&fields))
        extensions = try field("singleExtensions", fields.extensions(tagged: 1))
        try fields.finish()
    }

    /// Reads nextUpdate, `[0] EXPLICIT GeneralizedTime OPTIONAL`.
    private static func nextUpdate(_ fields: inout DERReader) throws(DERError) -> Instant? {
        guard let wrapper = try fields.nextIfPresent(.context(0, constructed: true)) else {
            return nil
        }
        var inner = try fields.inside(wrapper)
        let time = try inner.generalizedTime()
        try inner.finish()
        return time
    }
}

extension SingleOCSPResponse.Status {
    /// Reads the next element, a CertStatus; its tags are implicit.
    fileprivate init(_ fields: inout DERReader) throws(DERError) {
        let start = fields.position
        switch fields.nextTag {
        case DERTag.context(0, constructed: false): self = .good
        case DERTag.context(2, constructed: false): self = .unknown
        case DERTag.context(1, constructed: true):
            self = try field("revoked", Self.revoked(&fields))
            return
        default: throw DERError(.unexpectedTag, at: start)
        }
        // The other two choices, good and unknown, are NULL.
        guard try fields.next().content.isEmpty else { throw DERError(.badValue, at: start) }
    }

    /// Reads RevokedInfo.
    private static func revoked(_ fields: inout DERReader) throws(DERError) -> Self {
        var info = try fields.inside(fields.next())
        let time = try field("revocationTime", info.generalizedTime())
        var reason: RevocationReason?
        if let wrapper = try info.nextIfPresent(.context(0, constructed: true)) {
            var inner = try info.inside(wrapper)
            reason = try field("revocationReason", RevocationReason(&inner))
            try inner.finish()
        }
        try info.finish()
        return .revoked(at: time, reason: reason)
    }
}

/// CertID (RFC 6960 §4.1.1): a certificate by its issuer's name and key, and its serial number.
package struct OCSPCertificateID: Hashable, Sendable {
    /// The algorithm of the two hashes.
    package let hashAlgorithm: AlgorithmIdentifier
    /// The digest of the encoding of the issuer's Name.
    package let issuerNameHash: Range<Int>
    /// The digest of the bytes of the issuer's subjectPublicKey.
    package let issuerKeyHash: Range<Int>
    /// The serial number as shortest two's complement bytes.
    package let serial: Range<Int>

    /// Reads the next element.
    init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        hashAlgorithm = try field("hashAlgorithm", AlgorithmIdentifier(&fields))
        issuerNameHash = try field("issuerNameHash", fields.next(.octetString).content)
        issuerKeyHash = try field("issuerKeyHash", fields.next(.octetString).content)
        serial = try field("serialNumber", fields.integer())
        try fields.finish()
    }
}
