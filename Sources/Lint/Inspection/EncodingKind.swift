import X509

/// The type of a DER encoding, as its structure shows; for a broken encoding, the most similar
/// type.
enum EncodingKind: Hashable, Sendable {
    case certificate, revocationList, ocspResponse, message, publicKey
    /// A private key, which Hatpin never shows.
    case privateKey
    /// An encoding without certificates, in words such as `a certificate request`.
    case foreign(String)

    /// Recognizes the type of an encoding; nil if the bytes do not begin like a SEQUENCE.
    init?(_ der: [UInt8]) {
        var reader = DERReader(der)
        guard reader.nextTag == .sequence else { return nil }
        // A truncated or overlong SEQUENCE is most likely a certificate.
        guard let element = try? reader.next(), var fields = try? reader.inside(element) else {
            self = .certificate
            return
        }
        var tags: [DERTag] = []
        var parts: [DERElement] = []
        while tags.count < 3, let part = try? fields.next() {
            tags.append(part.tag)
            parts.append(part)
        }
        switch tags.first {
        case .objectIdentifier: self = .message
        case .enumerated: self = .ocspResponse
        case .integer: self = Self.beginningWithVersion(tags, der[parts[0].content])
        case .sequence where tags.dropFirst().first == .sequence:
            self = Self.signed(parts[0], fields)
        case .sequence where tags == [.sequence, .bitString]: self = .publicKey
        case .sequence where tags == [.sequence, .octetString]:
            self = .foreign("an encrypted private key")
        default: self = .certificate
        }
    }

    /// Recognizes private keys in their three encodings (RFC 5958, RFC 8017 §A.1.2, RFC 5915),
    /// whose versions are 0 and 1.
    ///
    /// Also recognizes PKCS #12 stores of version 3 (RFC 7292 §4), which usually contain a key, and
    /// lists of large numbers, such as Diffie-Hellman parameters (RFC 3279 §2.3.3).
    private static func beginningWithVersion(
        _ tags: [DERTag],
        _ version: ArraySlice<UInt8>
    ) -> EncodingKind {
        switch tags.dropFirst().first {
        case .sequence where version.elementsEqual([3]): .foreign("a PKCS #12 store")
        case .integer where !version.elementsEqual([0]) && !version.elementsEqual([1]):
            .foreign("numbers, such as Diffie-Hellman parameters")
        case .sequence, .integer, .octetString: .privateKey
        default: .certificate
        }
    }

    /// Recognizes a signed object by what follows the name: a Validity, a Time or a key.
    private static func signed(_ signed: DERElement, _ reader: DERReader) -> EncodingKind {
        guard var fields = try? reader.inside(signed) else { return .certificate }
        var tags: [DERTag] = []
        while tags.count < 5, let part = try? fields.next() { tags.append(part.tag) }
        if tags.starts(with: [.integer, .sequence, .sequence, .context(0, constructed: true)]) {
            return .foreign("a certificate request")
        }
        if tags.first == .context(0, constructed: true) { return .certificate }
        if tags.first == .integer { tags.removeFirst() }
        let time = tags.dropFirst(2).first
        return time == .utcTime || time == .generalizedTime ? .revocationList : .certificate
    }
}
