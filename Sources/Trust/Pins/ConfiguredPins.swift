import OpenSSL
import PKIX

extension Pin {
    /// The digest of the pinned key's DER SubjectPublicKeyInfo.
    ///
    /// Nil where it is not known: a hash has no other digest than its own, and a file that is no
    /// certificate has no key.
    func spkiHash(_ digest: Digest) -> [UInt8]? {
        if case .spkiSHA256(let hash) = self { return digest == .sha256 ? hash : nil }
        guard let certificate,
            let decoded = try? SignatureCache.shared.certificate(
                certificate,
                by: PathProfile.reference.anchorDecoding
            )
        else { return nil }
        return try? digest.hash(decoded.der[decoded.spki])
    }
}

extension [Pin] {
    /// The hashes that systems list which know no other form, in the order of the pins.
    var spkiSHA256: [[UInt8]] { compactMap { $0.spkiHash(.sha256) } }
}

extension ReferenceIdentity {
    /// The host as configurations name it: in lower case, without a trailing dot.
    var configuredHost: String {
        let octets = host.utf8.map(lowercased)
        let dot = UInt8(ascii: ".")
        return String(decoding: octets.last == dot ? octets.dropLast() : octets[...], as: UTF8.self)
    }
}
