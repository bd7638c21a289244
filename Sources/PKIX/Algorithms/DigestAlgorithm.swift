/// A message digest, as identifiers of signatures and of digests themselves name it.
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

    /// Reads a HashAlgorithm: one that is known, its parameters absent or NULL (RFC 4055 §2.1).
    init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let named = try AlgorithmIdentifier(&reader)
        let identifier = reader.bytes[named.algorithm]
        guard let known = Self.table.first(where: { identifier.elementsEqual($0.id.content) })
        else { throw DERError(.badValue, at: start, in: "algorithm") }
        try named.requireNull(in: reader.bytes, orAbsent: true)
        self = known.digest
    }

    /// Of the algorithms that are known.
    static var identifiers: [ObjectIdentifier] { table.map(\.id) }

    private static let table: [(id: ObjectIdentifier, digest: DigestAlgorithm)] = [
        (.sha256, .sha256), (.sha384, .sha384), (.sha512, .sha512), (.sha224, .sha224),
        (.sha512_224, .sha512_224), (.sha512_256, .sha512_256), (.sha3_224, .sha3_224),
        (.sha3_256, .sha3_256), (.sha3_384, .sha3_384), (.sha3_512, .sha3_512),
        (.sha1, .sha1), (.ripemd160, .ripemd160), (.md5, .md5),
    ]
}

extension AlgorithmIdentifier {
    /// Requires that there are no parameters.
    func requireAbsent() throws(DERError) {
        guard let parameters else { return }
        throw DERError(.badValue, at: parameters.lowerBound, in: "parameters")
    }

    /// Requires that the parameters are NULL, or NULL or nothing.
    func requireNull(in bytes: [UInt8], orAbsent: Bool) throws(DERError) {
        guard let parameters else {
            if orAbsent { return }
            throw DERError(.unexpectedTag, at: encoding.upperBound, in: "parameters")
        }
        guard bytes[parameters].elementsEqual([DERTag.null.rawValue, 0]) else {
            throw DERError(.badValue, at: parameters.lowerBound, in: "parameters")
        }
    }
}
