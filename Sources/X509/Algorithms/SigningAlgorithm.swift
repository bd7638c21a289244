/// The algorithm of a signature, including its parameters.
package enum SigningAlgorithm: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2).
    case rsaPKCS1(DigestAlgorithm)
    /// RSASSA-PSS (RFC 8017 §8.1).
    case rsaPSS(PSSParameters)
    case ecdsa(DigestAlgorithm)
    case dsa(DigestAlgorithm)
    case ed25519
    case ed448

    /// Returns the algorithm that `named` identifies in `bytes`; nil for an unknown identifier.
    ///
    /// - Throws: `DERError` if the parameters violate the algorithm's standard.
    package init?(
        _ named: AlgorithmIdentifier,
        in bytes: [UInt8],
        rules: DERRules = .strict
    ) throws(DERError) {
        let identifier = bytes[named.algorithm]
        guard let known = Self.table.first(where: { identifier.elementsEqual($0.id.content) })
        else { return nil }
        switch known.algorithm {
        // The parameters are NULL; verifiers also accept absent parameters (RFC 4055 §5).
        case .rsaPKCS1: try named.requireNull(in: bytes, orAbsent: true, rules)
        // RFC 5758 §3.1 and §3.2, RFC 3279 §2.2.2, RFC 8410 §3.
        case .ecdsa, .dsa, .ed25519, .ed448: try named.requireAbsent(rules)
        // The algorithm of a signature must have parameters (RFC 4055 §3.1).
        case .rsaPSS:
            guard let parameters = try PSSParameters(of: named, in: bytes, rules) else {
                throw DERError(.unexpectedTag, at: named.encoding.upperBound, in: "parameters")
            }
            self = .rsaPSS(parameters)
            return
        }
        self = known.algorithm
    }

    /// The identifiers of the known algorithms.
    static var identifiers: [ObjectIdentifier] { table.map(\.id) }

    /// The known algorithms with their identifiers.
    ///
    /// RFC 3279 §2.2, RFC 4055, RFC 5758 §3, RFC 8017 §A.2 and RFC 8410 §3 define most of the
    /// identifiers. NIST defines the identifiers with SHA-3, TeleTrusT the identifier with
    /// RIPEMD-160, and RFC 2313 the identifier with MD4.
    private static let table: [(id: ObjectIdentifier, algorithm: SigningAlgorithm)] = [
        (.ecdsaWithSHA256, .ecdsa(.sha256)), (.sha256WithRSA, .rsaPKCS1(.sha256)),
        (.ecdsaWithSHA384, .ecdsa(.sha384)), (.sha384WithRSA, .rsaPKCS1(.sha384)),
        (.ecdsaWithSHA512, .ecdsa(.sha512)), (.sha512WithRSA, .rsaPKCS1(.sha512)),
        (.rsassaPSS, .rsaPSS(PSSParameters())), (.ed25519, .ed25519), (.ed448, .ed448),
        (.ecdsaWithSHA224, .ecdsa(.sha224)), (.sha224WithRSA, .rsaPKCS1(.sha224)),
        (.sha512_224WithRSA, .rsaPKCS1(.sha512_224)), (.sha512_256WithRSA, .rsaPKCS1(.sha512_256)),
        (.sha3_224WithRSA, .rsaPKCS1(.sha3_224)), (.sha3_256WithRSA, .rsaPKCS1(.sha3_256)),
        (.sha3_384WithRSA, .rsaPKCS1(.sha3_384)), (.sha3_512WithRSA, .rsaPKCS1(.sha3_512)),
        (.ecdsaWithSHA3_224, .ecdsa(.sha3_224)), (.ecdsaWithSHA3_256, .ecdsa(.sha3_256)),
        (.ecdsaWithSHA3_384, .ecdsa(.sha3_384)), (.ecdsaWithSHA3_512, .ecdsa(.sha3_512)),
        (.ecdsaWithSHA1, .ecdsa(.sha1)), (.sha1WithRSA, .rsaPKCS1(.sha1)),
        (.ripemd160WithRSA, .rsaPKCS1(.ripemd160)), (.md5WithRSA, .rsaPKCS1(.md5)),
        (.md4WithRSA, .rsaPKCS1(.md4)), (.md2WithRSA, .rsaPKCS1(.md2)),
        (.dsaWithSHA256, .dsa(.sha256)), (.dsaWithSHA224, .dsa(.sha224)),
        (.dsaWithSHA1, .dsa(.sha1)),
    ]
}

// Facts about each algorithm, for reports, strength rules and signers.
extension SigningAlgorithm {
    /// The identifier; nil if no standard defines an identifier for this digest.
    package var identifier: ObjectIdentifier? {
        if case .rsaPSS = self { return .rsassaPSS }
        return Self.table.first { $0.algorithm == self }?.id
    }

    /// The DER `AlgorithmIdentifier` as a signer writes it; nil for an algorithm without an
    /// identifier.
    package var encoding: [UInt8]? {
        guard let identifier else { return nil }
        let parameters: [UInt8]
        switch self {
        case .rsaPKCS1: parameters = AlgorithmIdentifier.null
        case .rsaPSS(let stated): parameters = stated.encoding
        case .ecdsa, .dsa, .ed25519, .ed448: parameters = []
        }
        return AlgorithmIdentifier.encoding(of: identifier, parameters: parameters)
    }

    /// The digests on which the algorithm's strength depends.
    ///
    /// These are the digest of the message and, for RSASSA-PSS, the digest of the mask. Ed25519 and
    /// Ed448 have no digests here, because they define their own.
    package var digests: [DigestAlgorithm] {
        switch self {
        case .rsaPKCS1(let digest), .ecdsa(let digest), .dsa(let digest): [digest]
        case .rsaPSS(let stated): [stated.digest, stated.mgf1]
        case .ed25519, .ed448: []
        }
    }

    /// Whether one of the algorithm's digests is weak.
    package var isWeak: Bool {
        switch self {
        case .rsaPKCS1(let digest), .ecdsa(let digest), .dsa(let digest): digest.isWeak
        case .rsaPSS(let stated): stated.digest.isWeak || stated.mgf1.isWeak
        case .ed25519, .ed448: false
        }
    }

    /// The name in reports, such as `ecdsa with sha256` or `rsa-pss with sha256, MGF1 with sha1`.
    package var name: String {
        guard let digest = digests.first else { return family }
        let mask = digests.last.flatMap { $0 == digest ? nil : ", MGF1 with \($0.rawValue)" }
        return "\(family) with \(digest.rawValue)\(mask ?? "")"
    }

    private var family: String {
        switch self {
        case .rsaPKCS1: "rsa"
        case .rsaPSS: "rsa-pss"
        case .ecdsa: "ecdsa"
        case .dsa: "dsa"
        case .ed25519: "ed25519"
        case .ed448: "ed448"
        }
    }
}

/// RSASSA-PSS-params (RFC 4055 §3.1); the default values use SHA-1.
package struct PSSParameters: Hashable, Sendable {
    package private(set) var digest = DigestAlgorithm.sha1
    /// The digest of the mask generation function, always MGF1.
    package private(set) var mgf1 = DigestAlgorithm.sha1
    /// The length of the salt, in bytes; `Int.max` if it exceeds `Int`.
    package private(set) var saltLength = 20

    fileprivate init() {}

    /// Makes parameters with one digest for the message and the mask.
    ///
    /// RFC 4055 §3.1 recommends one digest for both, and a salt as long as the digest.
    ///
    /// - Parameters:
    ///   - digest: the digest of the message and of the mask.
    ///   - saltLength: the length of the salt, in bytes.
    package init(_ digest: DigestAlgorithm, saltLength: Int) {
        (self.digest, mgf1, self.saltLength) = (digest, digest, saltLength)
    }

    /// The DER, without fields that have their default values.
    fileprivate var encoding: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                if digest != .sha1 {
                    writer.constructed(.context(0, constructed: true)) { $0.raw(digest.encoding) }
                }
                if mgf1 != .sha1 {
                    writer.constructed(.context(1, constructed: true)) { writer in
                        writer.raw(
                            AlgorithmIdentifier.encoding(of: .mgf1, parameters: mgf1.encoding)
                        )
                    }
                }
                if saltLength != 20 {
                    writer.constructed(.context(2, constructed: true)) { $0.integer(saltLength) }
                }
            }
        }
    }

    /// Reads the parameters of `named`, an AlgorithmIdentifier with RSASSA-PSS; nil if the
    /// parameters are absent.
    init?(
        of named: AlgorithmIdentifier,
        in bytes: [UInt8],
        _ rules: DERRules
    ) throws(DERError) {
        guard let place = named.parameters else { return nil }
        var reader = DERReader(bytes, in: place, rules: rules)
        do throws(DERError) {
            var fields = try reader.inside(reader.next(.sequence))
            // Recipients must accept an encoded default value (RFC 4055 §3.1).
            if let digest = try field("hashAlgorithm", fields.explicit(0, DigestAlgorithm.init)) {
                self.digest = digest
            }
            if let mgf1 = try field("maskGenAlgorithm", fields.explicit(1, Self.mask)) {
                self.mgf1 = mgf1
            }
            saltLength = try field("saltLength", fields.explicit(2, Self.number)) ?? saltLength
            let start = fields.position
            // trailerFieldBC is the only value (RFC 8017 §A.2.3).
            guard try field("trailerField", fields.explicit(3, Self.number)) ?? 1 == 1 else {
                throw DERError(.badValue, at: start, in: "trailerField")
            }
            try fields.finish()
        } catch {
            throw error.inside("parameters")
        }
    }

    /// Reads a MaskGenAlgorithm: MGF1 with a digest as its parameter (RFC 4055 §2.2).
    private static func mask(_ reader: inout DERReader) throws(DERError) -> DigestAlgorithm {
        var fields = try reader.inside(reader.next(.sequence))
        let identifier = try field("algorithm", fields.objectIdentifier())
        guard fields.bytes[identifier].elementsEqual(ObjectIdentifier.mgf1.content) else {
            throw DERError(.badValue, at: identifier.lowerBound, in: "algorithm")
        }
        let digest = try field("parameters", DigestAlgorithm(&fields))
        try fields.finish()
        return digest
    }

    private static func number(_ reader: inout DERReader) throws(DERError) -> Int {
        try reader.nonNegativeInteger()
    }
}
