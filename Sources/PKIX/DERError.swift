/// Bytes that do not fit, and where.
package struct DERError: Error, Hashable, Sendable {
    /// What is wrong with the bytes.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        case truncated
        case trailingBytes
        case nonMinimalLength
        case indefiniteLength
        case lengthTooLarge
        case highTagNumber
        case unexpectedTag
        case tooDeep
        case badBoolean
        case badInteger
        case badObjectIdentifier
        case badBitString
        case badString
        case badTime
        case badVersion
        case encodedDefault
        case emptySequence
        case algorithmMismatch
        case duplicateExtension
        case badValue
    }

    package let fault: Fault
    /// Bytes from the start of the certificate.
    package let offset: Int

    package init(_ fault: Fault, at offset: Int) {
        self.fault = fault
        self.offset = offset
    }
}
