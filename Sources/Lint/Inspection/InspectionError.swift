import X509

// Inspection takes files of certificates apart: which objects a file has, their fields with places,
// the rules that they break, the order of a chain, pins. It trusts nothing and writes no text.

/// An input without anything to inspect.
package enum InspectionError: Error, Hashable, Sendable {
    case empty
    /// Neither PEM nor DER.
    case unknownEncoding
    /// A PEM block that does not decode.
    case badBlock(PEMError)
    case noCertificate
    /// Only objects that are not inspected, such as a private key; the first of them, in words.
    case onlyForeign(String, isSecret: Bool)
}

extension InspectionError: CustomStringConvertible {
    /// A lowercase fragment that fits after the name of the input; hostile text may stand in it.
    package var description: String {
        switch self {
        case .empty: " is empty"
        case .unknownEncoding: " is neither PEM nor DER"
        case .badBlock(let error): ": \(error)"
        case .noCertificate: " holds no certificate"
        case .onlyForeign(let object, _): " holds \(object), and no certificate"
        }
    }

    /// The way out.
    package var help: String {
        switch self {
        case .unknownEncoding:
            "PEM begins with a line -----BEGIN CERTIFICATE-----, DER with the byte 30"
        case .badBlock: "copy the block again, from its BEGIN line to its END line"
        case .onlyForeign(_, isSecret: true):
            "it was not read; keep it secret, and inspect its certificate"
        case .empty, .noCertificate, .onlyForeign:
            "wanted: certificates, revocation lists, OCSP responses, PKCS #7 or public keys, as PEM "
                + "or DER"
        }
    }
}
