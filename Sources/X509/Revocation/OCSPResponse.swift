/// A parsed OCSP response, as received (RFC 6960 §4.2.1).
package struct OCSPResponse: Sendable {
    /// An OCSPResponseStatus, by its number.
    package enum Status: UInt8, CaseIterable, Hashable, Sendable {
        case successful = 0
        case malformedRequest = 1
        case internalError = 2
        case tryLater = 3
        case signatureRequired = 5
        case unauthorized = 6
    }

    /// The bytes exactly as received.
    package let der: [UInt8]
    package let status: Status
    /// The content bytes of responseType; nil if the status is an error.
    package let responseType: Range<Int>?
    /// The basic response; nil if the status is an error or the response has another type.
    package let basic: BasicOCSPResponse?

    /// Parses one response, which must be all of `der`.
    ///
    /// - Throws: `DERError` with the offset of the first fault.
    package init(der: [UInt8]) throws(DERError) {
        var reader = DERReader(der)
        let outer = try reader.next(.sequence)
        var fields = try reader.inside(outer)
        try reader.finish()
        self.der = der
        status = try field("responseStatus", Self.status(&fields))
        let bytes = DERTag.context(0, constructed: true)
        // A successful status requires the bytes; an error excludes them (§4.2.1).
        guard (fields.nextTag == bytes) == (status == .successful) else {
            throw DERError(.badValue, at: fields.position)
        }
        (responseType, basic) =
            status == .successful
            ? try field("responseBytes", Self.content(&fields, bytes)) : (nil, nil)
        try fields.finish()
    }

    private static func status(_ fields: inout DERReader) throws(DERError) -> Status {
        let content = try fields.integer(.enumerated)
        guard content.count == 1,
            let status = Status(rawValue: fields.bytes[content.lowerBound])
        else { throw DERError(.badValue, at: content.lowerBound) }
        return status
    }

    /// Reads `[0] EXPLICIT ResponseBytes`.
    private static func content(
        _ fields: inout DERReader,
        _ tag: DERTag
    ) throws(DERError) -> (Range<Int>?, BasicOCSPResponse?) {
        var wrapper = try fields.inside(fields.next(tag))
        var inner = try wrapper.inside(wrapper.next(.sequence))
        try wrapper.finish()
        let type = try field("responseType", inner.objectIdentifier())
        let response = try field("response", inner.next(.octetString)).content
        try inner.finish()
        guard fields.bytes[type].elementsEqual(ObjectIdentifier.ocspBasic.content) else {
            return (type, nil)
        }
        return (type, try field("response", BasicOCSPResponse(fields.bytes, at: response)))
    }
}

/// BasicOCSPResponse (RFC 6960 §4.2.1), as ranges.
package struct BasicOCSPResponse: Sendable {
    /// ResponderID: the name or key that the response states as its signer.
    package enum Responder: Hashable, Sendable {
        /// The encoding of a Name.
        case name(Range<Int>)
        /// The SHA-1 digest of the bytes of subjectPublicKey.
        case key(Range<Int>)
    }

    /// All bytes of the OCSP response that contains this basic response.
    package let der: [UInt8]
    /// The encoding of tbsResponseData, the signed part.
    package let tbs: Range<Int>
    package let responder: Responder
    package let producedAt: Instant
    /// The single responses, at least one.
    package let responses: [SingleOCSPResponse]
    /// The responseExtensions; no extension occurs twice.
    package let extensions: [Extension]
    /// The signatureAlgorithm, which is not signed.
    package let outerAlgorithm: AlgorithmIdentifier
    /// The bytes of the signature.
    package let signature: Range<Int>
    /// The encodings of the entries of certs, not decoded; one of them may be the signer's
    /// certificate.
    package let certificates: [Range<Int>]

    /// Reads the response at `place`.
    init(_ bytes: [UInt8], at place: Range<Int>) throws(DERError) {
        var reader = DERReader(bytes, in: place)
        var response = try reader.inside(reader.next(.sequence))
        try reader.finish()
        der = bytes
        do throws(DERError) {
            let tbs = try response.next(.sequence)
            self.tbs = tbs.encoding
            var fields = try response.inside(tbs)
            // v1 is the default and the only version.
            if fields.nextTag == .context(0, constructed: true) {
                throw DERError(.badVersion, at: fields.position, in: "version")
            }
            responder = try field("responderID", Responder(&fields))
            producedAt = try field("producedAt", fields.generalizedTime())
            responses = try field("responses", fields.list(of: SingleOCSPResponse.init))
            extensions = try field("responseExtensions", fields.extensions(tagged: 1))
            try fields.finish()
        } catch {
            throw error.inside("tbsResponseData")
        }
        outerAlgorithm = try field("signatureAlgorithm", AlgorithmIdentifier(&response))
        signature = try field("signature", response.byteAlignedBits())
        certificates = try field("certs", Self.certificates(&response))
        try response.finish()
    }

    /// Reads `[0] EXPLICIT SEQUENCE OF Certificate OPTIONAL` without decoding the entries.
    private static func certificates(
        _ response: inout DERReader
    ) throws(DERError) -> [Range<Int>] {
        guard let wrapper = try response.nextIfPresent(.context(0, constructed: true)) else {
            return []
        }
        var inner = try response.inside(wrapper)
        let list = try inner.list { reader throws(DERError) in
            try reader.next(.sequence).encoding
        }
        try inner.finish()
        return list
    }
}

extension BasicOCSPResponse: Signed {}

extension BasicOCSPResponse.Responder {
    /// Reads the next element, a ResponderID; its tags are explicit, like all tags in RFC 6960
    /// except the tags of CertStatus.
    fileprivate init(_ fields: inout DERReader) throws(DERError) {
        let name = DERTag.context(1, constructed: true)
        let key = DERTag.context(2, constructed: true)
        guard let tag = fields.nextTag, tag == name || tag == key else {
            throw DERError(.unexpectedTag, at: fields.position)
        }
        var inner = try fields.inside(fields.next())
        self =
            tag == name
            ? .name(try field("byName", EncodedName.skip(&inner)))
            : .key(try field("byKey", inner.next(.octetString).content))
        try inner.finish()
    }
}
