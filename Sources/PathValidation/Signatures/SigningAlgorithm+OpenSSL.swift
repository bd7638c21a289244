import Crypto
import X509

extension SigningAlgorithm {
    /// Finds the signature algorithm that `signed` states in signatureAlgorithm.
    ///
    /// Returns nil if the identifier is unknown, its parameters break its standard, or the salt of
    /// RSASSA-PSS is longer than any key allows.
    package init?(of signed: some Signed) {
        guard
            let algorithm = try? SigningAlgorithm(
                signed.outerAlgorithm,
                in: signed.der,
                rules: signed.rules
            )
        else { return nil }
        if case .rsaPSS(let parameters) = algorithm,
            parameters.saltLength > Self.maximumSaltLength
        {
            return nil
        }
        self = algorithm
    }

    /// The scheme for OpenSSL; nil for MD2 and MD4, which OpenSSL 3 does not provide by default.
    var scheme: SignatureScheme? {
        switch self {
        case .rsaPKCS1(let digest): Digest(digest).map { .rsaPKCS1($0) }
        case .rsaPSS(let parameters):
            if let digest = Digest(parameters.digest), let mgf1 = Digest(parameters.mgf1) {
                .rsaPSS(digest, mgf1: mgf1, saltLength: parameters.saltLength)
            } else {
                nil
            }
        case .ecdsa(let digest): Digest(digest).map { .ecdsa($0) }
        case .dsa(let digest): Digest(digest).map { .dsa($0) }
        case .ed25519, .ed448: .eddsa
        }
    }

    /// The longest salt for the longest modulus that OpenSSL verifies (16,384 bits), in bytes.
    private static let maximumSaltLength = 2_048
}

extension Digest {
    /// Finds OpenSSL's digest of the same name; returns nil for MD2 and MD4.
    init?(_ algorithm: DigestAlgorithm) { self.init(rawValue: algorithm.rawValue) }
}
