/// A message digest that signature and digest identifiers can name.
package enum DigestAlgorithm: String, CaseIterable, Hashable, Sendable {
    case md2
    case md4
    case md5
    case ripemd160
    case sha1
    case sha224
    case sha256
    case sha384
    case sha512
    case sha512_224 = "sha512-224"
    case sha512_256 = "sha512-256"
    case sha3_224 = "sha3-224"
    case sha3_256 = "sha3-256"
    case sha3_384 = "sha3-384"
    case sha3_512 = "sha3-512"

    /// Reads a HashAlgorithm: a known digest whose parameters are absent or NULL (RFC 4055 §2.1).
    init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let named = try AlgorithmIdentifier(&reader)
        guard let digest = Self(content: reader.bytes[named.algorithm]) else {
            throw DERError(.badValue, at: start, in: "algorithm")
        }
        try named.requireNull(in: reader.bytes, orAbsent: true)
        self = digest
    }

    /// Finds the digest whose identifier has these content bytes; returns nil for an unknown
    /// identifier, and for MD2 and MD4.
    package init?(content: ArraySlice<UInt8>) {
        guard let known = Self.table.first(where: { content.elementsEqual($0.id.content) }) else {
            return nil
        }
        self = known.digest
    }

    /// The identifiers of the known digests.
    static var identifiers: [ObjectIdentifier] { table.map(\.id) }

    // The most frequent digests come first. MD2 and MD4 are missing: OpenSSL 3 disables them by
    // default, so their signatures could not be verified.
    private static let table: [(id: ObjectIdentifier, digest: DigestAlgorithm)] = [
        .sha256, .sha384, .sha512, .sha224, .sha512_224, .sha512_256, .sha3_224, .sha3_256,
        .sha3_384, .sha3_512, .sha1, .ripemd160, .md5,
    ].map { (digest: DigestAlgorithm) in (digest.identifier, digest) }
}

extension DigestAlgorithm {
    /// The identifier of the digest itself, not of a signature algorithm with the digest.
    package var identifier: ObjectIdentifier {
        switch self {
        case .md2: .md2
        case .md4: .md4
        case .md5: .md5
        case .ripemd160: .ripemd160
        case .sha1: .sha1
        case .sha224: .sha224
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        case .sha512_224: .sha512_224
        case .sha512_256: .sha512_256
        case .sha3_224: .sha3_224
        case .sha3_256: .sha3_256
        case .sha3_384: .sha3_384
        case .sha3_512: .sha3_512
        }
    }

    /// The DER `AlgorithmIdentifier`.
    ///
    /// Older digests have NULL parameters (RFC 4055 §2.1); SHA-3 has none (NIST CSOR).
    package var encoding: [UInt8] {
        switch self {
        case .sha3_224, .sha3_256, .sha3_384, .sha3_512:
            AlgorithmIdentifier.encoding(of: identifier)
        case .md2, .md4, .md5, .ripemd160, .sha1, .sha224, .sha256, .sha384, .sha512, .sha512_224,
            .sha512_256:
            AlgorithmIdentifier.encoding(of: identifier, parameters: AlgorithmIdentifier.null)
        }
    }

    /// Whether signatures with this digest can be forged.
    ///
    /// Collisions of MD5 and SHA-1 are known (RFC 6151, RFC 9155). Finding a collision of
    /// RIPEMD-160 takes only 80 bits of work.
    package var isWeak: Bool {
        switch self {
        case .md2, .md4, .md5, .ripemd160, .sha1: true
        case .sha224, .sha256, .sha384, .sha512, .sha512_224, .sha512_256, .sha3_224, .sha3_256,
            .sha3_384, .sha3_512:
            false
        }
    }
}

extension AlgorithmIdentifier {
    /// The encoding of NULL parameters.
    package static let null: [UInt8] = [DERTag.null.rawValue, 0]

    /// Returns the DER of an `AlgorithmIdentifier` with these parameters, which are DER too.
    package static func encoding(
        of algorithm: ObjectIdentifier,
        parameters: [UInt8] = []
    ) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(algorithm)
                writer.raw(parameters)
            }
        }
    }

    /// Requires that the parameters are absent, unless `rules` accept any.
    func requireAbsent(_ rules: DERRules = .strict) throws(DERError) {
        guard let parameters, !rules.contains(.anyParameters) else { return }
        throw DERError(.badValue, at: parameters.lowerBound, in: "parameters")
    }

    /// Requires that the parameters are NULL or, with `orAbsent`, absent; if `rules` accept any
    /// parameters, parameters that are present may have any value.
    func requireNull(
        in bytes: [UInt8],
        orAbsent: Bool,
        _ rules: DERRules = .strict
    ) throws(DERError) {
        guard let parameters else {
            if orAbsent { return }
            throw DERError(.unexpectedTag, at: encoding.upperBound, in: "parameters")
        }
        guard bytes[parameters].elementsEqual(Self.null) || rules.contains(.anyParameters) else {
            throw DERError(.badValue, at: parameters.lowerBound, in: "parameters")
        }
    }
}
