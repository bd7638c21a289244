/// A Certificate Transparency log's promise to publish the certificate (RFC 6962 §3.2), as ranges.
package enum SignedCertificateTimestamp: Hashable, Sendable {
    case v1(V1)
    /// An SCT of an unknown version, including its version byte.
    case unknown(Range<Int>)

    /// The fields of version 1, the only defined version.
    package struct V1: Hashable, Sendable {
        /// The log's identifier: the SHA-256 of its key.
        package let logID: Range<Int>
        /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
        package let timestamp: UInt64
        /// The bytes of CtExtensions; no such extensions are defined.
        package let extensions: Range<Int>
        /// The HashAlgorithm and SignatureAlgorithm of TLS 1.2 (RFC 5246 §7.4.1.4.1).
        package let hash, signatureAlgorithm: UInt8
        /// The bytes of the signature.
        package let signature: Range<Int>
    }

    /// Reads a SignedCertificateTimestampList (§3.3): an OCTET STRING with a TLS vector of at least
    /// one SCT.
    package static func list(
        _ reader: inout DERReader
    ) throws(DERError) -> [SignedCertificateTimestamp] {
        try list(reader.bytes, in: reader.next(.octetString).content)
    }

    /// Reads the list as TLS carries it (§3.3.1), without the OCTET STRING.
    ///
    /// The list must be all of `content`. The ranges in the SCTs refer to `bytes`.
    package static func list(
        _ bytes: [UInt8],
        in content: Range<Int>
    ) throws(DERError) -> [SignedCertificateTimestamp] {
        var whole = TLSReader(bytes, in: content)
        var list = try field("sct_list", whole.vector())
        try whole.finish()
        var scts: [SignedCertificateTimestamp] = []
        do throws(DERError) {
            while !list.isAtEnd {
                let index = scts.count
                var serialized = try entry(index, list.vector())
                scts.append(try entry(index, SignedCertificateTimestamp(&serialized)))
            }
            guard !scts.isEmpty else {
                throw DERError(.emptySequence, at: content.lowerBound)
            }
        } catch {
            throw error.inside("sct_list")
        }
        return scts
    }

    /// Reads a whole SerializedSCT.
    private init(_ reader: inout TLSReader) throws(DERError) {
        let start = reader.position
        guard try field("sct_version", reader.number(bytes: 1)) == 0 else {
            self = .unknown(start..<reader.end)
            return
        }
        let logID = try field("id", reader.take(32))
        let timestamp = try field("timestamp", reader.number(bytes: 8))
        let extensions = try field("extensions", reader.vector()).rest
        let hash = try field("signature", reader.number(bytes: 1))
        let algorithm = try field("signature", reader.number(bytes: 1))
        let signature = try field("signature", reader.vector()).rest
        try reader.finish()
        self = .v1(
            V1(
                logID: logID,
                timestamp: timestamp,
                extensions: extensions,
                hash: UInt8(truncatingIfNeeded: hash),
                signatureAlgorithm: UInt8(truncatingIfNeeded: algorithm),
                signature: signature
            )
        )
    }
}

extension Certificate {
    /// Returns the SCTs in the certificate, at least one; nil without the extension.
    ///
    /// - Throws: `DERError` if the body is not a list of SCTs.
    package func signedCertificateTimestamps() throws(DERError) -> [SignedCertificateTimestamp]? {
        try body(of: .signedCertificateTimestamps) { reader throws(DERError) in
            try SignedCertificateTimestamp.list(&reader)
        }
    }

    /// Returns the TBSCertificate that logs sign before the certificate exists: the certificate's
    /// own TBSCertificate without the SCTs.
    ///
    /// RFC 6962 §3.2 defines this form.
    ///
    /// - Throws: `DERError` if extensions do not decode, which cannot happen for a decoded
    ///   certificate.
    package func tbsWithoutSCTs() throws(DERError) -> [UInt8] {
        let wrapper = DERTag.context(3, constructed: true)
        var whole = DERReader(der, in: tbs, rules: rules)
        var fields = try whole.inside(whole.next(.sequence))
        var content = DERWriter()
        while !fields.isAtEnd {
            let field = try fields.next()
            guard field.tag == wrapper else {
                content.raw(der[field.encoding])
                continue
            }
            var inner = try fields.inside(field)
            let others = try othersThanSCTs(inner.inside(inner.next(.sequence)))
            // Extensions must have at least one entry (RFC 5280 §4.1).
            guard !others.isEmpty else { continue }
            content.constructed(wrapper) { $0.primitive(.sequence, others) }
        }
        return DERWriter.bytes { $0.primitive(.sequence, content.bytes) }
    }

    private func othersThanSCTs(_ list: DERReader) throws(DERError) -> [UInt8] {
        var list = list
        var others: [UInt8] = []
        while !list.isAtEnd {
            let entry = try list.next(.sequence)
            var parts = try list.inside(entry)
            let identifier = try parts.objectIdentifier()
            guard
                !der[identifier].elementsEqual(
                    ObjectIdentifier.signedCertificateTimestamps.content
                )
            else { continue }
            others += der[entry.encoding]
        }
        return others
    }
}

/// Reads TLS's presentation language (RFC 5246 §4), as far as SCTs need it.
private struct TLSReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>) {
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    var isAtEnd: Bool { position >= end }
    var rest: Range<Int> { position..<end }

    mutating func take(_ count: Int) throws(DERError) -> Range<Int> {
        guard count <= end - position else { throw DERError(.truncated, at: position) }
        let start = position
        position += count
        return start..<position
    }

    /// Reads a number of at most eight bytes.
    mutating func number(bytes count: Int) throws(DERError) -> UInt64 {
        bytes[try take(count)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads the content of a vector of at most 65,535 bytes.
    mutating func vector() throws(DERError) -> TLSReader {
        let count = Int(try number(bytes: 2))
        return TLSReader(bytes, in: try take(count))
    }

    func finish() throws(DERError) {
        guard isAtEnd else { throw DERError(.trailingBytes, at: position) }
    }
}

extension [UInt8] {
    /// Returns the bytes as a TLS vector, with their number before them (RFC 5246 §4.3).
    ///
    /// A number of bytes that does not fit into `lengthBytes`, at most four, is truncated.
    package func vector(lengthBytes: Int) -> [UInt8] {
        Swift.withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).bigEndian) { length in
            length.suffix(lengthBytes) + self
        }
    }
}
