import X509

// Extensions that one line shows better than their fields.
extension FieldValues {
    /// Returns an extension's value in one line; nil if its fields are shown instead or it does not
    /// decode.
    func body(of identifier: ObjectIdentifier, _ place: Range<Int>) -> ShownField.Value? {
        var reader = DERReader(bytes, in: place)
        switch identifier {
        case .keyUsage: return (try? keyUsage(&reader)).map { .text($0) }
        case .extendedKeyUsage: return (try? list(&reader, of: purpose)).map { .text($0) }
        case .tlsFeature: return (try? list(&reader, of: feature)).map { .text($0) }
        default: return identifier.moduleName == nil ? .bytes(place) : nil
        }
    }

    /// Returns the SCTs of logs that promised to publish the certificate (RFC 6962 §3.3), each with
    /// its log and signature; nil if they do not decode.
    ///
    /// A TLS vector has at most 65,535 bytes, so their number is small.
    func scts(_ place: Range<Int>) -> [ShownField]? {
        var reader = DERReader(bytes, in: place)
        guard let list = try? SignedCertificateTimestamp.list(&reader), reader.isAtEnd else {
            return nil
        }
        return list.enumerated().map { number, timestamp in
            switch timestamp {
            case .unknown(let whole):
                return ShownField(name: "[\(number)]", place: whole, value: .bytes(whole))
            case .v1(let v1):
                let time = Instant(seconds: Int64(clamping: v1.timestamp / 1_000))
                let place = v1.logID.lowerBound - 1..<v1.signature.upperBound
                var field = ShownField(
                    name: "[\(number)]",
                    place: place,
                    value: .text(time.description)
                )
                field.fields = [
                    ShownField(name: "id", place: v1.logID, value: .bytes(v1.logID)),
                    ShownField(
                        name: "signature",
                        place: v1.signature,
                        value: .bytes(v1.signature)
                    ),
                ]
                return field
            }
        }
    }

    private func keyUsage(_ reader: inout DERReader) throws(DERError) -> String {
        let (place, unused) = try reader.bitString()
        try reader.finish()
        // Nine bits have names, which fit in two bytes.
        guard place.count <= 2 else { throw DERError(.badBitString, at: place.lowerBound) }
        let isSet = (0..<place.count * 8 - unused).filter { bit in
            bytes[place.lowerBound + bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
        }
        return isSet.map { bit in
            KeyUsageBit.allCases.first { $0.bit == bit }?.moduleName ?? "bit \(bit)"
        }
        .joined(separator: ", ")
    }

    private func list(
        _ reader: inout DERReader,
        of read: (inout DERReader) throws(DERError) -> String
    ) throws(DERError) -> String {
        var inner = try reader.inside(reader.next(.sequence))
        try reader.finish()
        var words: [String] = []
        while !inner.isAtEnd { words.append(try read(&inner)) }
        return words.joined(separator: ", ")
    }

    private func purpose(_ reader: inout DERReader) throws(DERError) -> String {
        let identifier = ObjectIdentifier(content: Array(bytes[try reader.objectIdentifier()]))
        return identifier.shortName
    }

    /// Returns the name and number of a TLS extension (RFC 7633 §4.2.3.1); only the number if the
    /// extension is neither status_request nor status_request_v2.
    private func feature(_ reader: inout DERReader) throws(DERError) -> String {
        switch try reader.nonNegativeInteger() {
        case 5: "status_request (5)"
        case 17: "status_request_v2 (17)"
        case let number: String(number)
        }
    }
}

/// The words for a SubjectPublicKeyInfo, such as `RSA, 2048 bits, exponent 65537`.
struct KeyWords {
    /// The words; nil if the key does not decode.
    let text: String?

    init(_ bytes: [UInt8], _ place: Range<Int>) {
        var reader = DERReader(bytes, in: place)
        text = try? Self.words(&reader)
    }

    private static func words(_ reader: inout DERReader) throws(DERError) -> String {
        let key = try SubjectPublicKey(&reader)
        let bytes = reader.bytes
        let identifier = ObjectIdentifier(content: Array(bytes[key.algorithm.algorithm]))
        switch try PublicKeyAlgorithm(key.algorithm, in: bytes) {
        case .rsa: return try rsa(key, bytes)
        case .rsaPSS: return try rsa(key, bytes) + ", for PSS only"
        case .namedCurve(let curve):
            return self.curve(ObjectIdentifier(content: Array(bytes[curve])))
        case .explicitCurve: return "EC on a curve with explicit parameters"
        case .implicitCurve: return "EC on the issuer's curve"
        case .dsa(let parameters):
            guard let parameters else { return "DSA with the issuer's parameters" }
            return "DSA, \(bits(bytes[parameters.modulus])) bits"
        case .ed25519, .ed448: return identifier.shortName
        case nil:
            guard let unverified = key.unverifiedAlgorithm(in: bytes) else {
                return identifier.shortName
            }
            return "\(unverified.name), \(key.bits.count) bytes, not verified here"
                + (key.isWellFormed(as: unverified) ? "" : ", with the wrong length")
        }
    }

    private static func rsa(
        _ key: SubjectPublicKey,
        _ bytes: [UInt8]
    ) throws(DERError) -> String {
        let (modulus, exponent) = try key.rsaKey(in: bytes)
        let digits = bytes[exponent]
        let value = digits.count <= 4 ? String(digits.reduce(0) { $0 << 8 | Int($1) }) : nil
        return "RSA, \(bits(bytes[modulus])) bits, exponent "
            + (value ?? "of \(bits(digits)) bits")
    }

    /// Returns the number of bits in a magnitude without leading zeros.
    private static func bits(_ magnitude: ArraySlice<UInt8>) -> Int {
        magnitude.count * 8 - (magnitude.first?.leadingZeroBitCount ?? 0)
    }

    private static func curve(_ curve: ObjectIdentifier) -> String {
        switch curve {
        case .prime256v1: "EC, P-256, 256 bits"
        case .secp384r1: "EC, P-384, 384 bits"
        case .secp521r1: "EC, P-521, 521 bits"
        default: "EC on \(curve.named)"
        }
    }
}
