/// A parsed certificate revocation list (CRL), as presented (RFC 5280 §5.1).
///
/// Fields of variable length are ranges into `der`. There can be a million entries. Each entry is
/// decoded once to check its syntax, and again for a look-up, but no entry is stored. Decoding
/// throws if the syntax, including that of the bodies of known extensions, differs from RFC 5280;
/// `keepsFaults` allows some faults. Path validation checks later which extensions must be present
/// or critical.
package struct CertificateList: Sendable {
    /// The bytes exactly as presented.
    package let der: [UInt8]
    /// The encoding of tbsCertList, the signed part.
    package let tbs: Range<Int>
    /// The version, 1 or 2.
    package let version: Int
    /// The field tbsCertList.signature.
    package let innerAlgorithm: AlgorithmIdentifier
    /// The encoding of the issuer's Name.
    package let issuer: Range<Int>
    package let thisUpdate: Instant
    package let nextUpdate: Instant?
    /// The encodings of the entries, in sequence; nil without a list of entries.
    package let entries: Range<Int>?
    package let entrySummary: EntrySummary
    package let extensions: CertificateListExtensions
    /// The outer signatureAlgorithm, which is not signed.
    package let outerAlgorithm: AlgorithmIdentifier
    /// The bytes of signatureValue.
    package let signature: Range<Int>
    /// The first fault that decoding recorded instead of throwing.
    package let fault: DERError?

    /// Facts about all entries, from one pass over them.
    package struct EntrySummary: Hashable, Sendable {
        package fileprivate(set) var count = 0
        /// The content bytes of the identifier of the first critical extension that RFC 5280 §5.3
        /// does not define.
        package fileprivate(set) var unknownCriticalExtension: Range<Int>?
        /// Whether an entry names a certificate issuer, which also applies to later entries.
        package fileprivate(set) var namesIssuers = false
        /// The offset of the serial number in the first entry with the reason removeFromCRL.
        package fileprivate(set) var removal: Int?
        /// The fault of the first entry that does not decode.
        fileprivate var fault: DERError?
    }

    /// Parses one CRL, which must be all of `der`.
    ///
    /// - Parameters:
    ///   - der: the CRL.
    ///   - keepsFaults: whether `fault` records the first fault that leaves the other entries
    ///     readable: a fault inside an entry, extensions in version 1, or a fault inside an
    ///     extension that does not affect the CRL's scope.
    /// - Throws: `DERError` with the offset of the first fault.
    package init(der: [UInt8], keepsFaults: Bool = false) throws(DERError) {
        var reader = DERReader(der)
        var list = try reader.inside(reader.next(.sequence))
        try reader.finish()
        self.der = der
        do throws(DERError) {
            let tbs = try list.next(.sequence)
            self.tbs = tbs.encoding
            var fields = try list.inside(tbs)
            version = try field("version", Self.version(&fields))
            innerAlgorithm = try field("signature", AlgorithmIdentifier(&fields))
            issuer = try field("issuer", EncodedName.skip(&fields))
            thisUpdate = try field("thisUpdate", fields.time())
            nextUpdate =
                fields.nextTag == .utcTime || fields.nextTag == .generalizedTime
                ? try field("nextUpdate", fields.time()) : nil
            (entries, entrySummary) = try field(
                "revokedCertificates",
                Self.entries(&fields, version: version, keepsFaults: keepsFaults)
            )
            extensions = try field(
                "crlExtensions",
                CertificateListExtensions(&fields, version: version, keepsFaults: keepsFaults)
            )
            try fields.finish()
            fault =
                (entrySummary.fault?.inside("revokedCertificates")
                ?? extensions.fault?.inside("crlExtensions"))?.inside("tbsCertList")
        } catch {
            throw error.inside("tbsCertList")
        }
        outerAlgorithm = try field("signatureAlgorithm", AlgorithmIdentifier(&list))
        signature = try field("signatureValue", list.byteAlignedBits())
        try list.finish()
    }

    /// Reads the version, `INTEGER OPTIONAL`: 1 means v2, and an absent version means v1.
    private static func version(_ fields: inout DERReader) throws(DERError) -> Int {
        guard fields.nextTag == .integer else { return 1 }
        let content = try fields.integer()
        guard fields.bytes[content].elementsEqual([1]) else {
            throw DERError(.badVersion, at: content.lowerBound)
        }
        return 2
    }

    /// Decodes every entry; a list that is present must have at least one entry.
    private static func entries(
        _ fields: inout DERReader,
        version: Int,
        keepsFaults: Bool
    ) throws(DERError) -> (Range<Int>?, EntrySummary) {
        var summary = EntrySummary()
        guard fields.nextTag == .sequence else { return (nil, summary) }
        let entries = try fields.forEach { reader throws(DERError) in
            let start = reader.position
            do throws(DERError) {
                summary.add(try RevokedCertificate(&reader, version: version))
            } catch {
                // If the reader is past the entry, the start of the next entry is known.
                guard keepsFaults, reader.position > start else { throw error }
                summary.add(error)
            }
        }
        return (entries, summary)
    }
}

extension CertificateList.EntrySummary {
    fileprivate mutating func add(_ entry: RevokedCertificate) {
        count += 1
        if unknownCriticalExtension == nil {
            unknownCriticalExtension = entry.unknownCriticalExtension
        }
        if entry.certificateIssuer != nil { namesIssuers = true }
        if removal == nil, entry.reason == .removeFromCRL { removal = entry.serial.lowerBound }
    }

    /// Records an entry with a fault.
    fileprivate mutating func add(_ error: DERError) {
        if fault == nil { fault = error.inside(count) }
        count += 1
    }
}

extension CertificateList: Signed {
    package var issuerName: EncodedName { name(at: issuer) }

    /// Whether tbsCertList.signature and signatureAlgorithm have the same bytes.
    ///
    /// RFC 5280 §5.1.1.2 requires it.
    package var algorithmsAgree: Bool {
        der[innerAlgorithm.encoding] == der[outerAlgorithm.encoding]
    }

    /// Finds the first entry of a certificate; nil if the CRL does not list the certificate.
    ///
    /// The time is linear in the length of the list, because an entry without certificateIssuer has
    /// the issuer of the entry before it (RFC 5280 §5.3.3).
    ///
    /// - Parameters:
    ///   - serial: the content bytes of the serial number.
    ///   - issuer: the name of the certificate's issuer.
    /// - Returns: the entry, decoded again; without extensions if these do not decode.
    package func entry(
        serial: ArraySlice<UInt8>,
        issuer: EncodedName
    ) -> RevokedCertificate? {
        guard let entries else { return nil }
        var reader = DERReader(der, in: entries)
        var isOfIssuer = issuerName.matches(issuer)
        // Only an indirect CRL has entries of other issuers (RFC 5280 §5.3.3).
        let namesIssuers =
            entrySummary.namesIssuers || extensions.issuingDistributionPoint?.isIndirect == true
        while let element = try? reader.next() {
            var fields = DERReader(der, in: element.content)
            let isOfSerial = (try? fields.integer()).map { der[$0] == serial } ?? false
            guard isOfSerial || namesIssuers else { continue }
            var entry = DERReader(der, in: element.encoding)
            guard let decoded = try? RevokedCertificate(&entry, version: version) else {
                // The entry may name the issuer of the following entries.
                guard !namesIssuers else { break }
                guard isOfSerial, isOfIssuer else { continue }
                return RevokedCertificate(withoutExtensions: element, in: der)
            }
            if let names = decoded.certificateIssuer {
                isOfIssuer = self.names(names, contain: issuer)
            }
            if isOfSerial, isOfIssuer { return decoded }
        }
        return nil
    }
}
