/// An entry of a CRL (RFC 5280 §5.1.2.6, §5.3), as ranges.
package struct RevokedCertificate: Hashable, Sendable {
    /// The serial number as shortest two's complement bytes.
    package let serial: Range<Int>
    package let revocationDate: Instant
    /// All extensions, in order.
    package let extensions: [Extension]
    /// The reason; nil if no reason is stated, which means `unspecified`.
    package private(set) var reason: RevocationReason?
    package private(set) var invalidityDate: Instant?
    /// The certificate issuer of this and following entries.
    ///
    /// Nil means the certificate issuer of the entry before or, for the first entry, the CRL's
    /// issuer.
    package private(set) var certificateIssuer: [GeneralName]?
    /// The content bytes of the identifier of the first critical extension that RFC 5280 §5.3 does
    /// not define.
    package private(set) var unknownCriticalExtension: Range<Int>?

    /// Reads the next element; only version 2 has extensions.
    package init(_ reader: inout DERReader, version: Int) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        serial = try field("userCertificate", fields.integer())
        revocationDate = try field("revocationDate", fields.time())
        guard !fields.isAtEnd else {
            extensions = []
            return
        }
        guard version == 2 else { throw DERError(.badVersion, at: fields.position) }
        var (reason, date): (RevocationReason?, Instant?)
        var issuer: [GeneralName]?
        var unknown: Range<Int>?
        extensions = try field(
            "crlEntryExtensions",
            fields.extensions { next, body throws(DERError) in
                switch body.arcBelowCE(next.identifier) {
                case 21: reason = try RevocationReason(&body)
                case 24: date = try body.generalizedTime()
                case 29: issuer = try GeneralName.list(&body)
                default:
                    if next.isCritical, unknown == nil { unknown = next.identifier }
                    return false
                }
                return true
            }
        )
        try fields.finish()
        (self.reason, invalidityDate) = (reason, date)
        (certificateIssuer, unknownCriticalExtension) = (issuer, unknown)
    }

    /// Reads the fields of `element`, an entry whose extensions do not decode; nil if the other
    /// fields do not decode either.
    init?(withoutExtensions element: DERElement, in der: [UInt8]) {
        var fields = DERReader(der, in: element.content)
        guard let serial = try? fields.integer(), let date = try? fields.time() else { return nil }
        (self.serial, revocationDate, extensions) = (serial, date, [])
    }
}
