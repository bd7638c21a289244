import OpenSSL
import PKIX

/// A signature algorithm that certificates name, and what it means to OpenSSL.
struct SignatureAlgorithm: Sendable {
    /// As reports show it.
    let name: String
    /// Nil where nobody should verify such a signature any more.
    let scheme: SignatureScheme?
    /// Whether its digest no longer resists forgers.
    let isWeak: Bool

    /// The algorithm that `signed` says it is signed with, from signatureAlgorithm.
    ///
    /// Nil where the identifier is not known or its parameters are not as its standard has them.
    init?(of signed: some Signed) {
        self.init(signed.outerAlgorithm, in: signed.der)
    }

    /// The algorithm that `named` names in `bytes`; nil as above.
    init?(_ named: AlgorithmIdentifier, in bytes: [UInt8]) {
        guard let algorithm = (try? SigningAlgorithm(named, in: bytes)) ?? nil else { return nil }
        switch algorithm {
        case .rsaPKCS1(let digest):
            let scheme = Digest(digest).map { SignatureScheme.rsaPKCS1($0) }
            self.init("rsa with \(digest.rawValue)", scheme, over: [digest])
        case .ecdsa(let digest):
            let scheme = Digest(digest).map { SignatureScheme.ecdsa($0) }
            self.init("ecdsa with \(digest.rawValue)", scheme, over: [digest])
        case .dsa(let digest):
            let scheme = Digest(digest).map { SignatureScheme.dsa($0) }
            self.init("dsa with \(digest.rawValue)", scheme, over: [digest])
        case .ed25519: self.init("ed25519", .eddsa, over: [])
        case .ed448: self.init("ed448", .eddsa, over: [])
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
            "rsa-pss with \(weakest.rawValue)",
            .rsaPSS(digest, mgf1: mgf1, saltLength: parameters.saltLength),
            over: digests
        )
    }

    private init(_ name: String, _ scheme: SignatureScheme?, over digests: [DigestAlgorithm]) {
        self.name = name
        self.scheme = scheme
        isWeak = digests.contains(where: Self.weakDigests.contains)
    }

    /// Collisions are found (MD5, SHA-1: RFC 6151, RFC 9155) or within reach at 80 bits.
    private static let weakDigests: Set<DigestAlgorithm> = [.md2, .md4, .md5, .ripemd160, .sha1]

    /// In octets: the longest salt that goes with the longest modulus OpenSSL verifies, 16,384
    /// bits.
    private static let maximumSaltLength = 2_048
}

extension Digest {
    /// OpenSSL's digest of this name; nil for MD2 and MD4, which it no longer makes by default.
    fileprivate init?(_ algorithm: DigestAlgorithm) {
        self.init(rawValue: algorithm.rawValue)
    }
}
