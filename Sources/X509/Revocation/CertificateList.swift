/// A certificate revocation list (CRL) as presented, taken apart (RFC 5280 §5.1).
///
/// Every field is a range into `der`. There can be a million entries: they are decoded once to
/// check their form, and again when one is looked up; none of them is kept. Decoding throws if the
/// form is not that of RFC 5280, bodies of known extensions included, unless it `keepsFaults`. Which
/// extensions must be present or critical is judged later.
package struct CertificateList: Sendable {
    /// Exactly as presented.
    package let der: [UInt8]
    /// The encoding of tbsCertList: what is signed.
    package let tbs: Range<Int>
    /// 1 or 2.
    package let version: Int
    /// tbsCertList.signature.
    package let innerAlgorithm: AlgorithmIdentifier
    /// The encoding of a Name.
    package let issuer: Range<Int>
    package let thisUpdate: Instant
    package let nextUpdate: Instant?
    /// The encodings of the entries, one after the other; nil where none is listed.
    package let entries: Range<Int>?
    package let entrySummary: EntrySummary
    package let extensions: CertificateListExtensions
    /// signatureAlgorithm, outside what is signed.
    package let outerAlgorithm: AlgorithmIdentifier
    /// The bytes of signatureValue.
    package let signature: Range<Int>
    /// The first fault that decoding kept and did not throw.
    package let fault: DERError?

    /// The facts about all entries that one pass over them yields.
    package struct EntrySummary: Hashable, Sendable {
        package fileprivate(set) var count = 0
        /// The content bytes of the identifier of the first critical extension that RFC 5280 §5.3
        /// does not define.
        package fileprivate(set) var unknownCriticalExtension: Range<Int>?
        /// Whether an entry names a certificate issuer, which holds for those after it too.
        package fileprivate(set) var namesIssuers = false
        /// The place of the first entry that is to be taken off a list.
        package fileprivate(set) var removal: Int?
        /// The fault of the first entry that does not decode.
        fileprivate var fault: DERError?
    }

    /// Takes apart one CRL, all of `der`.
    ///
    /// - Parameters:
    ///   - der: the CRL.
    ///   - keepsFaults: whether `fault` takes those that leave no doubt which certificates the other
    ///     entries list: faults inside one entry, or inside an extension that is not about the
    ///     scope of the CRL.
    /// - Throws: `DERError` with the place of the first fault.
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

    /// `INTEGER OPTIONAL`: v2 is 1, and v1 says nothing.
    private static func version(_ fields: inout DERReader) throws(DERError) -> Int {
        guard fields.nextTag == .integer else { return 1 }
        let content = try fields.integer()
        guard fields.bytes[content].elementsEqual([1]) else {
            throw DERError(.badVersion, at: content.lowerBound)
        }
        return 2
    }

    /// Decodes every entry; at least one where the list is there.
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
                // A reader that went on knows where the next entry begins.
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

    /// Counts an entry with a fault.
    fileprivate mutating func add(_ error: DERError) {
        if fault == nil { fault = error.inside(count) }
        count += 1
    }
}

extension CertificateList: Signed {
    package var issuerName: EncodedName { name(at: issuer) }

    /// Whether tbsCertList.signature and signatureAlgorithm are the same bytes, as they must be
    /// (RFC 5280 §5.1.1.2).
    package var algorithmsAgree: Bool {
        der[innerAlgorithm.encoding] == der[outerAlgorithm.encoding]
    }

    /// The first entry of a certificate; nil where it is not listed.
    ///
    /// The time is linear in the length of the list, because the entries before one decide its
    /// issuer: an entry without certificateIssuer has that of the entry before it (RFC 5280
    /// §5.3.3).
    ///
    /// - Parameters:
    ///   - serial: the content bytes of the serial number.
    ///   - issuer: the name of the certificate's issuer.
    /// - Returns: the entry, decoded again; without its extensions where these do not decode.
    package func entry(
        serial: ArraySlice<UInt8>,
        issuer: EncodedName
    ) -> RevokedCertificate? {
        guard let entries else { return nil }
        var reader = DERReader(der, in: entries)
        var isOfIssuer = issuerName.matches(issuer)
        // An indirect CRL alone has entries of other issuers (RFC 5280 §5.3.3).
        let namesIssuers =
            entrySummary.namesIssuers || extensions.issuingDistributionPoint?.isIndirect == true
        while let element = try? reader.next() {
            var fields = DERReader(der, in: element.content)
            let isOfSerial = (try? fields.integer()).map { der[$0] == serial } ?? false
            guard isOfSerial || namesIssuers else { continue }
            var entry = DERReader(der, in: element.encoding)
            guard let decoded = try? RevokedCertificate(&entry, version: version) else {
                // It may name the issuer of the entries after it.
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
