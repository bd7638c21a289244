// Decoders of certificates, ours and those of others, side by side: what each makes of the same
// bytes, in terms that all have in common, and what is known of where they differ.

/// What a decoder makes of bytes that may be a certificate.
public enum Reading: Hashable, Sendable {
    case accept(Fields)
    /// Why it refuses, and where or in which words, such as an extension's name.
    case refuse(Refusal, String)
}

/// Why bytes are no certificate for a decoder; the closed list that all their errors fall into.
public enum Refusal: String, CaseIterable, Hashable, Sendable {
    /// No elements of ASN.1, or not those of a certificate.
    case malformed
    /// BER that is no DER.
    case ber
    /// Octets behind the certificate.
    case trailing
    /// An algorithm or curve that the decoder does not know.
    case capability
    /// Parameters of an algorithm.
    case parameters
    /// A date.
    case time
    /// A distinguished name or a string in it.
    case name
    /// The subject's public key.
    case key
    /// What stands in the signature.
    case signature
    /// The body of an extension, or what extensions say together.
    case extensionBody
    /// The version, or fields that it does not have.
    case version
    /// An extension that stands there twice.
    case duplicate
}

/// A part of a certificate that decoders are compared by.
public enum Field: Int, CaseIterable, Hashable, Sendable {
    /// Content octets of the INTEGER.
    case serial
    /// One octet, 1 to 3.
    case version
    /// Encoding of the Name.
    case issuer
    /// Encoding of the Name.
    case subject
    /// Seconds since 1970, in decimal.
    case notBefore
    /// Seconds since 1970, in decimal.
    case notAfter
    /// Each dNSName of subjectAltName, as an entry.
    case dnsNames
    /// Each iPAddress of subjectAltName, as an entry.
    case addresses
    /// Whether it is a CA, one octet, and the path length in decimal; empty where the extension is
    /// missing.
    case basicConstraints
    /// Two octets, bit 0 the highest of the first; empty where the extension is missing.
    case keyUsage
    /// The content octets of each OBJECT IDENTIFIER of extKeyUsage, as an entry.
    case purposes
    /// subjectPublicKeyInfo as it stands there.
    case publicKey
    /// subjectPublicKeyInfo as the decoder writes it, which a pin may be of (RFC 7469 §2.4).
    case encodedPublicKey
    /// The content octets of signatureAlgorithm's OBJECT IDENTIFIER.
    case signatureAlgorithm
    /// The content octets of each extnID, as an entry.
    case extensions
}

/// What a decoder tells of a certificate's fields; not each tells all.
public struct Fields: Hashable, Sendable {
    private var values = [[UInt8]?](repeating: nil, count: Field.allCases.count)
    /// Whether an alternative name is an x400Address or ediPartyName, which no other tells: a
    /// difference may be known of such certificates alone.
    var hasForeignNames = false

    /// Nothing told yet.
    public init() {}

    /// The octets as `Field` says; nil where the decoder does not tell.
    public subscript(field: Field) -> [UInt8]? {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }

    /// Makes one value of several, each behind its length in two octets.
    public static func entries(_ entries: some Sequence<some Collection<UInt8>>) -> [UInt8] {
        entries.reduce(into: []) { octets, entry in
            // No entry is longer than the certificate, and no fuzzer's is that long.
            octets.append(UInt8(truncatingIfNeeded: entry.count >> 8))
            octets.append(UInt8(truncatingIfNeeded: entry.count))
            octets.append(contentsOf: entry)
        }
    }

    /// The first field that both tell and that differs; nil where there is none.
    func firstDifference(from other: Fields) -> Field? {
        Field.allCases.first { field in
            guard let mine = self[field], let theirs = other[field] else { return false }
            return mine != theirs
        }
    }
}
