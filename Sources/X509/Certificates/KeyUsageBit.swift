/// The named bits of keyUsage (RFC 5280 §4.2.1.3), by their hyphenated RFC names.
package enum KeyUsageBit: String, CaseIterable, Hashable, Sendable {
    case digitalSignature = "digital-signature"
    case nonRepudiation = "non-repudiation"
    case keyEncipherment = "key-encipherment"
    case dataEncipherment = "data-encipherment"
    case keyAgreement = "key-agreement"
    case keyCertSign = "key-cert-sign"
    case crlSign = "crl-sign"
    case encipherOnly = "encipher-only"
    case decipherOnly = "decipher-only"

    /// The name in RFC 5280's ASN.1 module, such as `digitalSignature`.
    package var moduleName: String {
        guard self != .crlSign else { return "cRLSign" }
        let words = rawValue.split(separator: "-")
        return words.prefix(1).joined()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The number of the bit in the BIT STRING.
    package var bit: Int {
        switch self {
        case .digitalSignature: 0
        case .nonRepudiation: 1
        case .keyEncipherment: 2
        case .dataEncipherment: 3
        case .keyAgreement: 4
        case .keyCertSign: 5
        case .crlSign: 6
        case .encipherOnly: 7
        case .decipherOnly: 8
        }
    }
}
