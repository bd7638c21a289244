import X509

/// The type of a DER encoding by its structure alone; the most similar type if it is broken.
enum EncodingKind: Hashable, Sendable {
    case certificate, revocationList, ocspResponse, message, publicKey
    /// A secret, which is never shown.
    case privateKey
    /// Something that holds no certificate, in words such as `a certificate request`.
    case foreign(String)

    /// Tells bytes apart; nil for what does not begin as a SEQUENCE does.
    init?(_ der: [UInt8]) {
        var reader = DERReader(der)
        guard reader.nextTag == .sequence else { return nil }
        // A SEQUENCE that is cut short or goes on has no better reading than a certificate.
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

    /// Private keys in their three encodings (RFC 5958, RFC 8017 §A.1.2, RFC 5915), whose versions
    /// are 0 and 1; a PKCS #12 store of version 3 (RFC 7292 §4), which most often has one; and
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

    /// Something signed: what stands after the name tells, a Validity, a Time or a key.
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
