import OpenSSL
import PKIX

/// A way to sign, and the DER `AlgorithmIdentifier` that says it.
struct SignatureAlgorithm: Hashable, Sendable {
    let scheme: SignatureScheme
    let identifier: [UInt8]

    /// RSASSA-PKCS1-v1_5, with NULL for parameters (RFC 8017 §A.2.4); nil where no identifier
    /// exists.
    static func rsaPKCS1(_ digest: Digest) -> SignatureAlgorithm? { pkcs1[digest] }

    /// RSASSA-PSS with MGF1 over the same digest and a salt as long as it (RFC 4055 §3.1).
    static func rsaPSS(_ digest: Digest) -> SignatureAlgorithm? { pss[digest] }

    /// ECDSA, without parameters (RFC 5758 §3.2); nil where no identifier exists.
    static func ecdsa(_ digest: Digest) -> SignatureAlgorithm? { ec[digest] }

    /// Ed25519 or Ed448; the parameters are absent (RFC 8410 §3).
    static func eddsa(_ key: KeyAlgorithm) -> SignatureAlgorithm {
        key == .ed448 ? ed448 : ed25519
    }

    private static let ed25519 = SignatureAlgorithm(scheme: .eddsa, identifier: sequence(.ed25519))
    private static let ed448 = SignatureAlgorithm(scheme: .eddsa, identifier: sequence(.ed448))

    private static let pkcs1 = table { digest in
        digest.withRSA.map {
            SignatureAlgorithm(
                scheme: .rsaPKCS1(digest),
                identifier: sequence($0, parameters: [0x05, 0x00])
            )
        }
    }

    private static let ec = table { digest in
        digest.withECDSA.map {
            SignatureAlgorithm(scheme: .ecdsa(digest), identifier: sequence($0))
        }
    }

    private static let pss = table { digest in
        SignatureAlgorithm(
            scheme: .rsaPSS(digest, mgf1: digest, saltLength: digest.length),
            identifier: sequence(.rsassaPSS, parameters: pssParameters(digest))
        )
    }

    private static func table(
        _ entry: (Digest) -> SignatureAlgorithm?
    ) -> [Digest: SignatureAlgorithm] {
        Dictionary(
            uniqueKeysWithValues: Digest.allCases.compactMap { digest in
                entry(digest).map { (digest, $0) }
            }
        )
    }
}

/// `RSASSA-PSS-params` without what is the default, as DER wants: SHA-1, MGF1 with SHA-1, a salt of
/// 20 octets, and the trailer always.
private func pssParameters(_ digest: Digest) -> [UInt8] {
    let hash = digest.algorithmIdentifier
    return DERWriter.bytes { writer in
        writer.constructed(.sequence) { writer in
            if digest != .sha1 {
                writer.constructed(.context(0, constructed: true)) { $0.raw(hash) }
                writer.constructed(.context(1, constructed: true)) { writer in
                    writer.raw(sequence(.mgf1, parameters: hash))
                }
            }
            if digest.length != 20 {
                writer.constructed(.context(2, constructed: true)) { $0.integer(digest.length) }
            }
        }
    }
}

/// An `AlgorithmIdentifier`.
private func sequence(_ algorithm: ObjectIdentifier, parameters: [UInt8] = []) -> [UInt8] {
    DERWriter.bytes { writer in
        writer.constructed(.sequence) { writer in
            writer.objectIdentifier(algorithm)
            writer.raw(parameters)
        }
    }
}

extension Digest {
    /// The DER `AlgorithmIdentifier` of the digest itself.
    var algorithmIdentifier: [UInt8] { sequence(identifier, parameters: identifierParameters) }

    /// The identifier of the digest itself.
    fileprivate var identifier: ObjectIdentifier {
        switch self {
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

    /// NULL for those that were first written so (RFC 4055 §2.1); absent for SHA-3 (NIST CSOR).
    fileprivate var identifierParameters: [UInt8] {
        switch self {
        case .sha3_224, .sha3_256, .sha3_384, .sha3_512: []
        default: [0x05, 0x00]
        }
    }

    fileprivate var withRSA: ObjectIdentifier? {
        switch self {
        case .md5: .md5WithRSA
        case .ripemd160: .ripemd160WithRSA
        case .sha1: .sha1WithRSA
        case .sha224: .sha224WithRSA
        case .sha256: .sha256WithRSA
        case .sha384: .sha384WithRSA
        case .sha512: .sha512WithRSA
        case .sha512_224: .sha512_224WithRSA
        case .sha512_256: .sha512_256WithRSA
        case .sha3_224: .sha3_224WithRSA
        case .sha3_256: .sha3_256WithRSA
        case .sha3_384: .sha3_384WithRSA
        case .sha3_512: .sha3_512WithRSA
        }
    }

    fileprivate var withECDSA: ObjectIdentifier? {
        switch self {
        case .sha1: .ecdsaWithSHA1
        case .sha224: .ecdsaWithSHA224
        case .sha256: .ecdsaWithSHA256
        case .sha384: .ecdsaWithSHA384
        case .sha512: .ecdsaWithSHA512
        case .sha3_224: .ecdsaWithSHA3_224
        case .sha3_256: .ecdsaWithSHA3_256
        case .sha3_384: .ecdsaWithSHA3_384
        case .sha3_512: .ecdsaWithSHA3_512
        case .md5, .ripemd160, .sha512_224, .sha512_256: nil
        }
    }
}
