import OpenSSL
import PKIX

/// A signature algorithm that certificates name, and what it means to OpenSSL.
package struct SignatureAlgorithm: Sendable {
    private let family: StaticString
    /// The weakest of those it rests on; nil where the family has its own.
    package let digest: DigestAlgorithm?
    /// Nil where nobody should verify such a signature any more.
    let scheme: SignatureScheme?

    /// As reports show it.
    package var name: String { digest.map { "\(family) with \($0.rawValue)" } ?? "\(family)" }
    /// Whether its digest no longer resists forgers.
    package var isWeak: Bool { digest.map(Self.weakDigests.contains) ?? false }

    /// The algorithm that `signed` says it is signed with, from signatureAlgorithm.
    ///
    /// Nil where the identifier is not known or its parameters are not as its standard has them.
    package init?(of signed: some Signed) {
        self.init(signed.outerAlgorithm, in: signed.der, rules: signed.rules)
    }

    /// The algorithm that `named` names in `bytes`, read by `rules`; nil as above.
    init?(_ named: AlgorithmIdentifier, in bytes: [UInt8], rules: DERRules) {
        guard let algorithm = (try? SigningAlgorithm(named, in: bytes, rules: rules)) ?? nil
        else { return nil }
        switch algorithm {
        case .rsaPKCS1(let digest):
            let scheme = Digest(digest).map { SignatureScheme.rsaPKCS1($0) }
            self.init("rsa", scheme, over: digest)
        case .ecdsa(let digest):
            let scheme = Digest(digest).map { SignatureScheme.ecdsa($0) }
            self.init("ecdsa", scheme, over: digest)
        case .dsa(let digest):
            let scheme = Digest(digest).map { SignatureScheme.dsa($0) }
            self.init("dsa", scheme, over: digest)
        case .ed25519: self.init("ed25519", .eddsa, over: nil)
        case .ed448: self.init("ed448", .eddsa, over: nil)
        case .rsaPSS(let parameters): self.init(parameters)
        }
    }

    private init?(_ parameters: PSSParameters) {
        guard parameters.saltLength <= Self.maximumSaltLength,
            let digest = Digest(parameters.digest), let mgf1 = Digest(parameters.mgf1)
        else { return nil }
        let digests = [parameters.mgf1, parameters.digest]
        let weakest = digests.first(where: Self.weakDigests.contains) ?? parameters.digest
        self.init(
            "rsa-pss",
            .rsaPSS(digest, mgf1: mgf1, saltLength: parameters.saltLength),
            over: weakest
        )
    }

    private init(_ family: StaticString, _ scheme: SignatureScheme?, over digest: DigestAlgorithm?)
    {
        self.family = family
        self.scheme = scheme
        self.digest = digest
    }

    /// Collisions are found (MD5, SHA-1: RFC 6151, RFC 9155) or within reach at 80 bits.
    private static let weakDigests: [DigestAlgorithm] = [.md2, .md4, .md5, .ripemd160, .sha1]

    /// In octets: the longest salt that goes with the longest modulus OpenSSL verifies, 16,384
    /// bits.
    private static let maximumSaltLength = 2_048
}

extension Digest {
    /// OpenSSL's digest of this name; nil for MD2 and MD4, which it no longer makes by default.
    fileprivate init?(_ algorithm: DigestAlgorithm) {
        switch algorithm {
        case .md2, .md4: return nil
        case .md5: self = .md5
        case .ripemd160: self = .ripemd160
        case .sha1: self = .sha1
        case .sha224: self = .sha224
        case .sha256: self = .sha256
        case .sha384: self = .sha384
        case .sha512: self = .sha512
        case .sha512_224: self = .sha512_224
        case .sha512_256: self = .sha512_256
        case .sha3_224: self = .sha3_224
        case .sha3_256: self = .sha3_256
        case .sha3_384: self = .sha3_384
        case .sha3_512: self = .sha3_512
        }
    }
}
