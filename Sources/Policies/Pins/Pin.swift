import OpenSSL
import PKIX
import Trust

/// What an application pins.
package enum Pin: Hashable, Sendable {
    /// A certificate file; as `spki` pins carry it, its key's place is known.
    case certificate([UInt8])
    /// The SPKI of this certificate.
    case key(of: [UInt8])
    /// SHA-256 of a DER SubjectPublicKeyInfo, 32 octets.
    case spkiSHA256([UInt8])

    /// The certificate it came with, as DER; nil for a hash.
    package var certificate: [UInt8]? {
        switch self {
        case .certificate(let der), .key(of: let der): der
        case .spkiSHA256: nil
        }
    }

    /// The pin of the same key, where a certificate is pinned.
    package var ofKey: Pin {
        if case .certificate(let der) = self { .key(of: der) } else { self }
    }

    /// The digest of the pinned key's DER SubjectPublicKeyInfo.
    ///
    /// - Parameters:
    ///   - digest: of the system whose pin it becomes.
    ///   - rules: what the certificate may have that is not DER; unless stated what an anchor may,
    ///     since whoever pins it vouches for it as well.
    /// - Returns: nil where it is not known: a hash has no other digest than its own, and a file
    ///   that is no certificate by `rules` has no key.
    package func spkiHash(
        _ digest: Digest = .sha256,
        by rules: DERRules = PathProfile.reference.anchorDecoding
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

    /// Whether `certificate` is the pinned one or holds the pinned key.
    ///
    /// Keys are equal where the bytes of their SubjectPublicKeyInfos are (RFC 7469 §2.4). What does
    /// not decode by the rules of `certificate` matches nothing.
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
