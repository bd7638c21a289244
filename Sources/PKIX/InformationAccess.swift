/// One entry of authorityInfoAccess or subjectInfoAccess (RFC 5280 §4.2.2).
package struct AccessDescription: Hashable, Sendable {
    /// The content octets of accessMethod.
    package let method: Range<Int>
    package let location: GeneralName

    /// Reads the next element.
    fileprivate init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        method = try fields.objectIdentifier()
        location = try GeneralName(&fields)
        try fields.finish()
    }
}

extension Certificate {
    /// The entries of authorityInfoAccess or subjectInfoAccess, at least one; nil where the
    /// extension is absent.
    ///
    /// They are decoded when asked for, since no path depends on them.
    ///
    /// - Throws: `DERError` for a body that is no SEQUENCE of them, or an empty one.
    package func informationAccess(
        _ identifier: ObjectIdentifier
    ) throws(DERError) -> [AccessDescription]? {
        guard let value = `extension`(identifier)?.value else { return nil }
        var reader = DERReader(der, in: value)
        let element = try reader.next(.sequence)
        try reader.finish()
        var inner = try reader.inside(element)
        var descriptions: [AccessDescription] = []
        while !inner.isAtEnd { descriptions.append(try AccessDescription(&inner)) }
        guard !descriptions.isEmpty else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
        return descriptions
    }
}
