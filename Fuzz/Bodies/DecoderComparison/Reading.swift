// Our decoder of certificates and third-party decoders: their readings in common terms, and the
// known differences between them.

/// A decoder's reading of bytes that may be a certificate.
public enum Reading: Hashable, Sendable {
    case accept(Fields)
    /// The reason for a rejection, and its place or wording, such as an extension's name.
    case refuse(Refusal, String)
}

/// The reason why a decoder rejects bytes; every decoder's errors map to this list.
public enum Refusal: String, CaseIterable, Hashable, Sendable {
    /// The bytes are not ASN.1, or not the elements of a certificate.
    case malformed
    /// The bytes are BER but not DER.
    case ber
    /// Bytes follow the certificate.
    case trailing
    /// The decoder does not support an algorithm or curve.
    case capability
    /// The parameters of an algorithm are wrong.
    case parameters
    /// A date is wrong.
    case time
    /// A distinguished name, or a string in it, is wrong.
    case name
    /// The subject's public key is wrong.
    case key
    /// The content of the signature is wrong.
    case signature
    /// The body of an extension is wrong, or extensions contradict each other.
    case extensionBody
    /// The version is wrong, or does not allow a field.
    case version
    /// An extension is repeated.
    case duplicate
}

/// A field by which decoders are compared.
public enum Field: Int, CaseIterable, Hashable, Sendable {
    /// The content bytes of the INTEGER.
    case serial
    /// The version in one byte, 1 to 3.
    case version
    /// The encoding of the Name.
    case issuer
    /// The encoding of the Name.
    case subject
    /// The seconds since 1970, in decimal.
    case notBefore
    /// The seconds since 1970, in decimal.
    case notAfter
    /// Each dNSName of subjectAltName, as an entry.
    case dnsNames
    /// Each iPAddress of subjectAltName, as an entry.
    case addresses
    /// Whether the certificate is a CA, in one byte, and the path length in decimal; empty without
    /// the extension.
    case basicConstraints
    /// Two bytes, in which bit 0 is the highest bit of the first byte; empty without the extension.
    case keyUsage
    /// The content bytes of each OBJECT IDENTIFIER of extKeyUsage, as an entry.
    case purposes
    /// The subjectPublicKeyInfo as encoded in the certificate.
    case publicKey
    /// The subjectPublicKeyInfo as the decoder writes it; a pin may be a hash of these bytes (RFC
    /// 7469 §2.4).
    case encodedPublicKey
    /// The content bytes of the OBJECT IDENTIFIER in signatureAlgorithm.
    case signatureAlgorithm
    /// The content bytes of each extnID, as an entry.
    case extensions
}

/// A certificate's fields as a decoder reports them; some decoders omit some fields.
public struct Fields: Hashable, Sendable {
    private var values = [[UInt8]?](repeating: nil, count: Field.allCases.count)
    /// Whether an alternative name is an x400Address or ediPartyName, as only our decoder reports.
    ///
    /// Some known differences hold only for such certificates.
    var hasForeignNames = false

    /// Makes a certificate without any field yet.
    public init() {}

    /// The bytes that `Field` describes; nil if the decoder does not report the field.
    public subscript(field: Field) -> [UInt8]? {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }

    /// Joins several values, each preceded by its length in two bytes.
    public static func entries(_ entries: some Sequence<some Collection<UInt8>>) -> [UInt8] {
        entries.reduce(into: []) { bytes, entry in
            // No entry is longer than the certificate, and a fuzzer's input is shorter than 64 KiB.
            bytes.append(UInt8(truncatingIfNeeded: entry.count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: entry.count))
            bytes.append(contentsOf: entry)
        }
    }

    /// Returns the first field for which both decoders report different values; nil if no reported
    /// value differs.
    func firstDifference(from other: Fields) -> Field? {
        Field.allCases.first { field in
            guard let mine = self[field], let theirs = other[field] else { return false }
            return mine != theirs
        }
    }
}
