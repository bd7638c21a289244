import Crypto
import X509

/// How a key signs: OpenSSL's scheme and the scheme's DER `AlgorithmIdentifier`.
struct SigningMethod: Hashable, Sendable {
    let scheme: SignatureScheme
    let identifier: [UInt8]

    /// Returns RSASSA-PKCS1-v1_5 with this digest; nil if no identifier exists.
    static func rsaPKCS1(_ digest: Digest) -> SigningMethod? { pkcs1[digest] }

    /// Returns RSASSA-PSS with MGF1 over the same digest and a salt of the same length (RFC 4055
    /// §3.1).
    static func rsaPSS(_ digest: Digest) -> SigningMethod? { pss[digest] }

    /// Returns ECDSA with this digest; nil if no identifier exists.
    static func ecdsa(_ digest: Digest) -> SigningMethod? { ec[digest] }

    /// Returns DSA with this digest; nil if no identifier exists.
    static func dsa(_ digest: Digest) -> SigningMethod? { dss[digest] }

    /// Returns Ed25519 or Ed448.
    static func eddsa(_ key: KeyAlgorithm) -> SigningMethod { key == .ed448 ? ed448 : ed25519 }

    private static let ed25519 = SigningMethod(
        scheme: .eddsa,
        identifier: AlgorithmIdentifier.encoding(of: .ed25519)
    )
    private static let ed448 = SigningMethod(
        scheme: .eddsa,
        identifier: AlgorithmIdentifier.encoding(of: .ed448)
    )

    private static let pkcs1 = table { (.rsaPKCS1($0), .rsaPKCS1($0.algorithm)) }
    private static let ec = table { (.ecdsa($0), .ecdsa($0.algorithm)) }
    private static let dss = table { (.dsa($0), .dsa($0.algorithm)) }
    private static let pss = table { digest in
        (
            .rsaPSS(digest, mgf1: digest, saltLength: digest.length),
            .rsaPSS(PSSParameters(digest.algorithm, saltLength: digest.length))
        )
    }

    /// Returns the signing methods by digest, encoded once; digests that have no identifier are
    /// left out.
    private static func table(
        _ pair: (Digest) -> (SignatureScheme, SigningAlgorithm)
    ) -> [Digest: SigningMethod] {
        Digest.allCases.reduce(into: [:]) { table, digest in
            let (scheme, algorithm) = pair(digest)
            table[digest] = algorithm.encoding.map {
                SigningMethod(scheme: scheme, identifier: $0)
            }
        }
    }
}

extension Digest {
    /// The digest as AlgorithmIdentifiers name it.
    var algorithm: DigestAlgorithm {
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
}
