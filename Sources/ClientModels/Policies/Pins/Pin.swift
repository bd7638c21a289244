import Crypto
import PathValidation
import X509

/// A certificate or key that an application pins.
package enum Pin: Hashable, Sendable {
    /// A certificate file, as DER.
    case certificate([UInt8])
    /// The SubjectPublicKeyInfo of this certificate.
    case key(of: [UInt8])
    /// SHA-256 of a DER SubjectPublicKeyInfo, 32 bytes.
    case spkiSHA256([UInt8])

    /// The pinned certificate, or the certificate of the pinned key, as DER; nil for a hash.
    package var certificate: [UInt8]? {
        switch self {
        case .certificate(let der), .key(of: let der): der
        case .spkiSHA256: nil
        }
    }

    /// The pin of the certificate's key for a pin of a certificate; otherwise the same pin.
    package var ofKey: Pin {
        if case .certificate(let der) = self { .key(of: der) } else { self }
    }

    /// Returns the digest of the pinned key's DER SubjectPublicKeyInfo.
    ///
    /// - Parameters:
    ///   - digest: the digest of the system that uses the pin.
    ///   - rules: the violations of DER that the certificate may have; by default those of the
    ///     profile `reference`.
    /// - Returns: the digest; nil if it is unknown. A pin that is a hash has only its own digest,
    ///   and a file that is not a certificate according to `rules` has no key.
    package func spkiHash(
        _ digest: Digest = .sha256,
        by rules: DERRules = PathProfile.reference.decoding
    ) -> [UInt8]? {
        switch self {
        case .certificate(let der), .key(of: let der):
            guard let decoded = try? SignatureCache.shared.certificate(der, by: rules) else {
                return nil
            }
            return try? digest.hash(decoded.der[decoded.spki])
        case .spkiSHA256(let hash): return digest == .sha256 ? hash : nil
        }
    }

    /// Whether `certificate` is the pinned certificate or has the pinned key.
    ///
    /// Keys are equal if the bytes of their SubjectPublicKeyInfos are equal (RFC 7469 §2.4). A
    /// pinned file that does not decode by the rules of `certificate` matches nothing.
    package func matches(_ certificate: Certificate) -> Bool {
        switch self {
        case .certificate(let der):
            return certificate.der == der
        case .key(of: let der):
            let rules = certificate.rules
            guard let pinned = try? SignatureCache.shared.certificate(der, by: rules) else {
                return false
            }
            return certificate.der[certificate.spki] == pinned.der[pinned.spki]
        case .spkiSHA256(let hash):
            guard let digest = try? Digest.sha256.hash(certificate.der[certificate.spki]) else {
                return false
            }
            return digest == hash
        }
    }
}
