import PathValidation
import X509

extension ServerTrust {
    /// `SecKey` of a certificate, equal if `isEqual:` returns true: the same kind of key and the
    /// same bits.
    ///
    /// The parameters of an RSA AlgorithmIdentifier are not compared, so two keys can be equal
    /// although their SubjectPublicKeyInfos, and therefore their hashes, differ.
    package struct Key: Hashable, Sendable {
        let algorithm: ObjectIdentifier
        /// The DER of the named curve; empty for a key that is not on a named curve.
        let curve: [UInt8]
        /// The content of subjectPublicKey.
        package let bits: [UInt8]
    }

    /// `SecCertificateCreateWithData`: whether the bytes are a DER certificate.
    package static func isCertificate(_ der: [UInt8]) -> Bool {
        (try? decoded(der)) != nil
    }

    /// `SecCertificateCreateWithData`: returns the certificate of the bytes.
    package static func decoded(_ der: [UInt8]) throws(DERError) -> Certificate {
        try SignatureCache.shared.certificate(der, by: PathProfile.apple.decoding)
    }

    /// `SecCertificateCopyKey`: returns a key of RSA, a NIST curve, Ed25519 or Ed448.
    ///
    /// Returns nil for any other kind of key, such as a key on secp256k1, for points that are not
    /// on their curve, and for bytes that are not a certificate (Security-61901.0.87.0.1,
    /// OSX/sec/Security/SecKey.m, `SecKeyCreateFromSubjectPublicKeyInfoData`).
    package static func copyKey(of certificate: [UInt8]) -> Key? {
        guard let decoded = try? decoded(certificate), decoded.secKeyKind() != nil else {
            return nil
        }
        return Key(decoded)
    }
}

extension ServerTrust.Key {
    fileprivate init(_ certificate: Certificate) {
        let publicKey = certificate.publicKey
        let parameters = publicKey.algorithm.parameters.map { Array(certificate.der[$0]) } ?? []
        algorithm = certificate.identifier(at: publicKey.algorithm.algorithm)
        curve = algorithm == .ecPublicKey ? parameters : []
        bits = Array(certificate.der[publicKey.bits])
    }
}
