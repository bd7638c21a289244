/// One entry of authorityInfoAccess or subjectInfoAccess (RFC 5280 §4.2.2).
package struct AccessDescription: Hashable, Sendable {
    /// The content bytes of accessMethod.
    package let method: Range<Int>
    package let location: GeneralName

    /// Reads the next element.
    init(_ reader: inout DERReader) throws(DERError) {
        let outer = try reader.enter(.sequence)
        method = try field("accessMethod", reader.objectIdentifier())
        location = try field("accessLocation", GeneralName(&reader))
        try reader.leave(outer)
    }
}

extension Certificate {
    /// Returns the entries of authorityInfoAccess or subjectInfoAccess, at least one; nil without
    /// the extension.
    ///
    /// - Throws: `DERError` if the body is not a non-empty SEQUENCE of entries.
    package func informationAccess(
        _ identifier: ObjectIdentifier
    ) throws(DERError) -> [AccessDescription]? {
        try body(of: identifier) { reader throws(DERError) in
            try reader.list(of: AccessDescription.init)
        }
    }
}
