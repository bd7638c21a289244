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
        case badSerialNumber
        case encodedDefault
        case emptySequence
        case emptyName
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

extension DERError: CustomStringConvertible {
    /// A lowercase fragment with the place, such as `content cut short at byte 12`.
    package var description: String { "\(fault.about) at byte \(offset)" }
}

extension DERError.Fault {
    /// What the fault means, as a lowercase fragment.
    package var about: String {
        switch self {
        case .truncated: "content cut short"
        case .trailingBytes: "bytes after the end of the value"
        case .nonMinimalLength: "length not in its shortest form"
        case .indefiniteLength: "indefinite length"
        case .lengthTooLarge: "length of more than four octets"
        case .highTagNumber: "tag number above 30"
        case .unexpectedTag: "element missing or of another type"
        case .tooDeep: "elements nested more than \(DERReader.maximumDepth) deep"
        case .badBoolean: "BOOLEAN that is neither 00 nor ff"
        case .badInteger: "INTEGER empty, not in its shortest form, or out of range"
        case .badObjectIdentifier: "OBJECT IDENTIFIER with an incomplete or padded arc"
        case .badBitString: "BIT STRING with a wrong count or value of unused bits"
        case .badString: "character string with octets outside its alphabet"
        case .badTime: "time that RFC 5280 does not allow"
        case .badVersion: "version unknown, or without the fields that are present"
        case .badSerialNumber: "serial number not positive, or longer than 20 octets"
        case .encodedDefault: "default value that is encoded all the same"
        case .emptySequence: "SEQUENCE or SET without the elements it must have"
        case .emptyName: "empty distinguished name"
        case .badValue: "value that the field does not allow"
        }
    }
}
