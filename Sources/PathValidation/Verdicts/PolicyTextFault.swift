/// A fault in a qualifier of certificate policies.
package enum PolicyTextFault: Hashable, Sendable {
    /// An explicitText or an organization that is an IA5String, or of a type that DisplayText does
    /// not have.
    case stringType
    /// A text that is empty or longer than 200 characters.
    case length
    /// Characters outside the string's alphabet.
    case characters
    /// A pointer that is not a URI in an IA5String.
    case pointer
    /// A qualifier that does not decode.
    case encoding
    /// A type that is allowed but not recommended, VisibleString or BMPString.
    case unpreferredType
    /// A reference to a notice by number.
    case reference
    /// Control characters in a text.
    case controls
    /// A qualifier of a type that RFC 5280 does not define.
    case unknownType
    /// A qualifier that the Baseline Requirements do not permit.
    case unpermittedType

    /// Whether the fault breaks only a SHOULD, not a MUST.
    var isRemark: Bool {
        switch self {
        case .unpreferredType, .reference, .controls, .unknownType: true
        case .stringType, .length, .characters, .pointer, .encoding, .unpermittedType: false
        }
    }
}

extension PolicyTextFault: CustomStringConvertible {
    /// A lowercase fragment about a certificate.
    package var description: String {
        switch self {
        case .stringType: "has a policy notice in a string type that is not allowed"
        case .length: "has a policy notice that does not have 1 to 200 characters"
        case .characters: "has a policy notice with bytes outside its alphabet"
        case .pointer: "has a pointer to a practice statement that is not a URI"
        case .encoding: "has a policy qualifier that does not decode"
        case .unpreferredType: "has a policy notice that is not a UTF8String"
        case .reference: "has a policy notice that refers to another by number"
        case .controls: "has control characters in a policy notice"
        case .unknownType: "has a policy qualifier that RFC 5280 does not define"
        case .unpermittedType:
            "has a policy qualifier that is not the web address of a practice statement"
        }
    }
}
