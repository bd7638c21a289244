/// A fault in DER, with its offset and the path of its field.
///
/// The path is built only if an error is thrown. Code that reads a field adds the name with
/// `field(_:_:)`; code that reads entries of a SEQUENCE OF or SET OF adds the number with
/// `entry(_:_:)` or `DERReader.list(_:of:)`. The names come from the ASN.1 module.
///
/// ```swift
/// var fields = try reader.inside(reader.next(.sequence))
/// serial = try field("serialNumber", fields.integer())
/// validity = try field("validity", Validity(&fields))
/// try fields.finish()
/// ```
package struct DERError: Error, Hashable, Sendable {
    /// The rule that the bytes break.
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
        case unsortedSet
        case emptyName
        case badValue
    }

    package let fault: Fault
    /// The offset from the start of the decoded bytes, such as the certificate.
    package let offset: Int
    /// The path of the field, such as
    /// `tbsCertificate.extensions[3].extnValue.permittedSubtrees[0].base`.
    ///
    /// Empty for the whole value.
    package let path: String

    package init(_ fault: Fault, at offset: Int, in path: String = "") {
        self.fault = fault
        self.offset = offset
        self.path = path
    }

    /// Returns the same fault, one level further out: in the field `name`.
    package func inside(_ name: String) -> DERError {
        let separator = path.isEmpty || path.first == "[" ? "" : "."
        return DERError(fault, at: offset, in: name + separator + path)
    }

    /// Returns the same fault, one level further out: in entry `index`, counted from 0.
    package func inside(_ index: Int) -> DERError {
        inside("[\(index)]")
    }
}

/// Reads the field `name`: an error gets the name in front of its path.
@inline(__always)
func field<Value>(
    _ name: String,
    _ read: @autoclosure () throws(DERError) -> Value
) throws(DERError) -> Value {
    do { return try read() } catch { throw error.inside(name) }
}

/// Reads entry `index`, counted from 0, of a SEQUENCE OF or SET OF: an error gets the number.
@inline(__always)
func entry<Value>(
    _ index: Int,
    _ read: @autoclosure () throws(DERError) -> Value
) throws(DERError) -> Value {
    do { return try read() } catch { throw error.inside(index) }
}

extension DERError: CustomStringConvertible {
    /// A lowercase fragment with the position.
    ///
    /// An example is `content cut short at byte 12 in tbsCertificate.validity`.
    package var description: String {
        "\(fault.about) at byte \(offset)" + (path.isEmpty ? "" : " in \(path)")
    }
}

extension DERError.Fault {
    /// The meaning of the fault, as a lowercase fragment.
    package var about: String {
        switch self {
        case .truncated: "content cut short"
        case .trailingBytes: "bytes after the end of the value"
        case .nonMinimalLength: "length not in its shortest form"
        case .indefiniteLength: "indefinite length"
        case .lengthTooLarge: "length of more than four bytes"
        case .highTagNumber: "tag number above 30"
        case .unexpectedTag: "element missing or of another type"
        case .tooDeep: "elements nested more than \(DERReader.maximumDepth) deep"
        case .badBoolean: "BOOLEAN that is neither 00 nor ff"
        case .badInteger: "INTEGER empty, not in its shortest form, or out of range"
        case .badObjectIdentifier: "OBJECT IDENTIFIER with an incomplete or padded arc"
        case .badBitString: "BIT STRING with a wrong count or value of unused bits"
        case .badString: "character string with bytes outside its alphabet"
        case .badTime: "time that RFC 5280 does not allow"
        case .badVersion: "version unknown, or without the fields that are present"
        case .badSerialNumber: "serial number not positive, or longer than 20 bytes"
        case .encodedDefault: "default value that is encoded"
        case .emptySequence: "SEQUENCE or SET without the elements it must have"
        case .unsortedSet: "SET OF that is not in ascending order"
        case .emptyName: "empty distinguished name"
        case .badValue: "value that the field does not allow"
        }
    }
}
