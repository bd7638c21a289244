import X509

// Inspection reads files of certificates: their objects, the fields with their places, broken
// rules, the order of a chain, and pins. It verifies no trust and writes no text.

/// An input without anything to inspect.
package enum InspectionError: Error, Hashable, Sendable {
    case empty
    /// The input is neither PEM nor DER.
    case unknownEncoding
    /// A PEM block does not decode.
    case badBlock(PEMError)
    case noCertificate
    /// The input contains only objects that are not inspected, such as a private key; the text
    /// names the first object.
    case onlyForeign(String, isSecret: Bool)
}

extension InspectionError: CustomStringConvertible {
    /// A lowercase fragment that follows the name of the input; it may contain untrusted text.
    package var description: String {
        switch self {
        case .empty: " is empty"
        case .unknownEncoding: " is neither PEM nor DER"
        case .badBlock(let error): ": \(error)"
        case .noCertificate: " contains no certificate"
        case .onlyForeign(let object, _): " contains \(object) but no certificate"
        }
    }

    /// The advice on how to fix the input.
    package var help: String {
        switch self {
        case .unknownEncoding:
            "PEM begins with a line -----BEGIN CERTIFICATE-----, DER with the byte 30"
        case .badBlock: "copy the block again, from its BEGIN line to its END line"
        case .onlyForeign(_, isSecret: true):
            "Hatpin did not read it; keep it secret, and inspect its certificate instead"
        case .empty, .noCertificate, .onlyForeign:
            "expected certificates, revocation lists, OCSP responses, PKCS #7 or public keys, as "
                + "PEM or DER"
        }
    }
}
