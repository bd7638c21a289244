// X509 reads and writes the bytes of certificates: strict DER, the fields of RFC 5280, names, PEM.
// It does no I/O and no cryptography, and checks only syntax. PathValidation decides about trust.

/// A parsed certificate, as presented (RFC 5280 §4.1).
///
/// Fields of variable length are ranges into `der`: no bytes are copied, and a report can point at
/// the field. Decoding throws if the DER or the sequence of fields is broken.
///
/// Decoding accepts encodings that only a rule of the profile forbids, so that the rejection can
/// name that rule. Such encodings are a repeated extension, an extension with a broken body
/// (`extensions`), and different algorithms inside and outside tbsCertificate. A serial number of
/// zero and a date in the wrong time type are also accepted.
///
/// The type is a class with value semantics: the checks of path validation pass certificates on,
/// and a struct's many fields would be copied each time.
package final class Certificate: Sendable {
    /// The bytes exactly as presented.
    package let der: [UInt8]
    /// The leniencies used for decoding.
    package let rules: DERRules
    /// The encoding of tbsCertificate, the signed part.
    package let tbs: Range<Int>
    /// The version, 1 to 3; another number only with `DERRules.anyVersion`.
    package let version: Int
    /// The serial number as shortest two's complement bytes.
    package let serial: Range<Int>
    /// The field tbsCertificate.signature.
    package let innerAlgorithm: AlgorithmIdentifier
    /// The encoding of the issuer's Name.
    package let issuer: Range<Int>
    package let validity: Validity
    /// The encoding of the subject's Name.
    package let subject: Range<Int>
    package let publicKey: SubjectPublicKey
    package let issuerUniqueID: Range<Int>?
    package let subjectUniqueID: Range<Int>?
    package let extensions: Extensions
    /// The outer signatureAlgorithm, which is not signed.
    package let outerAlgorithm: AlgorithmIdentifier
    /// The bytes of signatureValue.
    package let signature: Range<Int>

    /// The encoding of subjectPublicKeyInfo.
    package var spki: Range<Int> { publicKey.encoding }

    /// Parses one certificate, which must be all of `der`.
    ///
    /// - Parameters:
    ///   - der: the certificate as presented.
    ///   - rules: the leniencies, also for extensions that are decoded later.
    /// - Throws: `DERError` with the offset of the first fault.
    package init(der: [UInt8], rules: DERRules = .strict) throws(DERError) {
        self.der = der
        self.rules = rules
        var reader = DERReader(der, rules: rules)
        let certificate = try reader.next(.sequence)
        if !rules.contains(.trailingBytes) { try reader.finish() }
        let whole = try reader.enter(certificate)
        do throws(DERError) {
            let start = reader.position
            let certificate = try reader.enter(.sequence)
            version = try field("version", Self.version(&reader))
            serial = try field("serialNumber", reader.integer())
            innerAlgorithm = try field("signature", AlgorithmIdentifier(&reader))
            issuer = try field("issuer", EncodedName.skip(&reader))
            validity = try field("validity", Validity(&reader))
            subject = try field("subject", EncodedName.skip(&reader))
            publicKey = try field("subjectPublicKeyInfo", SubjectPublicKey(&reader))
            issuerUniqueID = try field(
                "issuerUniqueID",
                Self.uniqueID(1, &reader, version: version)
            )
            subjectUniqueID = try field(
                "subjectUniqueID",
                Self.uniqueID(2, &reader, version: version)
            )
            extensions = try field("extensions", Extensions(&reader, version: version))
            try reader.leave(certificate)
            tbs = start..<reader.position
        } catch {
            throw error.inside("tbsCertificate")
        }
        outerAlgorithm = try field("signatureAlgorithm", AlgorithmIdentifier(&reader))
        signature = try field("signatureValue", reader.byteAlignedBits())
        try reader.leave(whole)
    }

    /// Reads `[0] EXPLICIT INTEGER DEFAULT v1`; v2 is 1 and v3 is 2.
    static func version(_ fields: inout DERReader) throws(DERError) -> Int {
        let start = fields.position
        let number = try fields.explicit(0) { reader throws(DERError) in try reader.integer() }
        guard let content = number else { return 1 }
        // Versions above v3, and numbers of more than one byte, are unknown.
        let value = content.count == 1 ? Int8(bitPattern: fields.bytes[content.lowerBound]) : .max
        switch value {
        case 0:
            guard fields.rules.contains(.encodedVersion) else {
                throw DERError(.encodedDefault, at: start)
            }
        case 1, 2: break
        default:
            guard fields.rules.contains(.anyVersion) else {
                throw DERError(.badVersion, at: content.lowerBound)
            }
        }
        return Int(value) + 1
    }

    /// Reads `[number] IMPLICIT BIT STRING OPTIONAL`, only in v2 and v3 (RFC 5280 §4.1.2.8).
    private static func uniqueID(
        _ number: UInt8,
        _ fields: inout DERReader,
        version: Int
    ) throws(DERError) -> Range<Int>? {
        let tag = DERTag.context(number, constructed: false)
        guard fields.nextTag == tag else { return nil }
        guard version >= 2 || fields.rules.contains(.looseVersions) else {
            throw DERError(.badVersion, at: fields.position)
        }
        return try fields.bitString(tag).bytes
    }
}

// Certificates are equal if their bytes are equal, because the fields follow from the bytes.
extension Certificate: Hashable {
    package static func == (left: Certificate, right: Certificate) -> Bool {
        left.der == right.der
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Bytes(der))
    }
}

extension Certificate {
    package var subjectName: EncodedName { name(at: subject) }
    package var issuerName: EncodedName { name(at: issuer) }

    /// Whether the subject and issuer names are equal (RFC 5280 §3.2: self-issued).
    package var isSelfIssued: Bool {
        subjectName.matches(issuerName)
    }

    /// Whether tbsCertificate.signature and signatureAlgorithm have the same bytes.
    ///
    /// RFC 5280 §4.1.1.2 requires it.
    package var algorithmsAgree: Bool {
        der[innerAlgorithm.encoding] == der[outerAlgorithm.encoding]
    }
}

/// An AlgorithmIdentifier (RFC 5280 §4.1.1.2), as ranges.
package struct AlgorithmIdentifier: Hashable, Sendable {
    package let encoding: Range<Int>
    /// The content bytes of the algorithm's OBJECT IDENTIFIER.
    package let algorithm: Range<Int>
    /// The encoding of the parameters, of any type.
    package let parameters: Range<Int>?

    /// Reads the next element.
    package init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let outer = try reader.enter(.sequence)
        algorithm = try field("algorithm", reader.objectIdentifier())
        parameters = reader.isAtEnd ? nil : try field("parameters", reader.next().encoding)
        try reader.leave(outer)
        encoding = start..<reader.position
    }
}

/// A Validity (RFC 5280 §4.1.2.5); the period includes both dates.
package struct Validity: Hashable, Sendable {
    package let notBefore, notAfter: Instant
    /// The offsets of GeneralizedTimes for years before 2050, for which RFC 5280 requires UTCTime.
    package let misencoded: [Int]

    /// Reads the next element.
    init(_ reader: inout DERReader) throws(DERError) {
        let outer = try reader.enter(.sequence)
        let start = try field("notBefore", reader.anyTime())
        let end = try field("notAfter", reader.anyTime())
        try reader.leave(outer)
        (notBefore, notAfter) = (start.instant, end.instant)
        misencoded = [start.misencoded, end.misencoded].compactMap(\.self)
    }
}

/// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7), as ranges.
package struct SubjectPublicKey: Hashable, Sendable {
    package let encoding: Range<Int>
    package let algorithm: AlgorithmIdentifier
    /// The bytes of subjectPublicKey.
    package let bits: Range<Int>

    /// Reads the next element.
    package init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let outer = try reader.enter(.sequence)
        algorithm = try field("algorithm", AlgorithmIdentifier(&reader))
        bits = try field("subjectPublicKey", reader.byteAlignedBits())
        try reader.leave(outer)
        encoding = start..<reader.position
    }
}
