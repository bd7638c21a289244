/// The certificates and revocation lists in a PKCS #7 message.
///
/// The message is SignedData, which usually signs nothing and only carries certificates (RFC 5652
/// §5.1, RFC 2315 §9.1). It is read as DER, although the standard allows BER, and no signature in
/// it is verified.
package struct PKCS7: Sendable {
    /// The bytes exactly as presented.
    package let der: [UInt8]
    /// The encodings of the certificates, in order.
    package let certificates: [Range<Int>]
    /// The encodings of the revocation lists, in order.
    package let revocationLists: [Range<Int>]
    /// The encodings of the other elements of both lists, such as attribute certificates.
    package let others: [Range<Int>]
    /// The number of signers; 0 if the message only carries certificates.
    package let signers: Int

    /// Parses one ContentInfo, which must be all of `der`.
    ///
    /// Certificates and lists are not decoded, only located.
    ///
    /// - Throws: `DERError` with the offset of the first fault; content other than SignedData is a
    ///   bad value.
    package init(der: [UInt8]) throws(DERError) {
        var reader = DERReader(der)
        var info = try reader.inside(reader.next(.sequence))
        try reader.finish()
        let type = try field("contentType", info.objectIdentifier())
        guard der[type].elementsEqual(ObjectIdentifier.signedData.content) else {
            throw DERError(.badValue, at: type.lowerBound, in: "contentType")
        }
        let content = try field("content", info.next(.context(0, constructed: true)))
        try info.finish()

        self.der = der
        let carried, lists: [DERElement]
        do throws(DERError) {
            var wrapper = try info.inside(content)
            var fields = try wrapper.inside(wrapper.next(.sequence))
            try wrapper.finish()
            _ = try field("version", fields.integer())
            _ = try field("digestAlgorithms", fields.next(.set))
            try field("encapContentInfo", Self.skipContent(&fields))
            carried = try field("certificates", Self.elements(0, &fields))
            lists = try field("crls", Self.elements(1, &fields))
            signers = try field("signerInfos", Self.elements(.set, &fields).count)
            try fields.finish()
        } catch {
            throw error.inside("content")
        }

        // The other choices of CertificateChoices and RevocationInfoChoice have their own tags.
        certificates = carried.filter { $0.tag == .sequence }.map(\.encoding)
        revocationLists = lists.filter { $0.tag == .sequence }.map(\.encoding)
        others = (carried + lists).filter { $0.tag != .sequence }.map(\.encoding)
    }

    /// Skips EncapsulatedContentInfo, or PKCS #7's ContentInfo: a type and optional signed content.
    private static func skipContent(_ fields: inout DERReader) throws(DERError) {
        var content = try fields.inside(fields.next(.sequence))
        _ = try field("eContentType", content.objectIdentifier())
        let tag = DERTag.context(0, constructed: true)
        _ = try field("eContent", content.nextIfPresent(tag))
        try content.finish()
    }

    /// Reads an optional `[number] IMPLICIT SET OF`.
    private static func elements(
        _ number: UInt8,
        _ fields: inout DERReader
    ) throws(DERError) -> [DERElement] {
        let tag = DERTag.context(number, constructed: true)
        return fields.nextTag == tag ? try elements(tag, &fields) : []
    }

    /// Reads the elements of a SET OF in any order, because writers of such messages do not sort
    /// them.
    private static func elements(
        _ tag: DERTag,
        _ fields: inout DERReader
    ) throws(DERError) -> [DERElement] {
        var inner = try fields.inside(fields.next(tag))
        var elements: [DERElement] = []
        while !inner.isAtEnd { elements.append(try entry(elements.count, inner.next())) }
        return elements
    }
}

extension ObjectIdentifier {
    /// 1.2.840.113549.1.7.2 (RFC 5652 §5.1).
    package static let signedData = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02,
    ])
}
