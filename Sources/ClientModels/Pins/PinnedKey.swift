import Crypto
import X509

/// The hash of a key, as systems pin it.
package struct PinnedKey: Hashable, Sendable {
    /// SHA-256 of the DER SubjectPublicKeyInfo, 32 bytes (RFC 7469 §2.4).
    package let sha256: [UInt8]
    /// Whether the key is a CA's; some systems list CA keys separately.
    package let isAuthority: Bool

    init(sha256: [UInt8], isAuthority: Bool) {
        self.sha256 = sha256
        self.isAuthority = isAuthority
    }

    /// Takes the key of a DER SubjectPublicKeyInfo, such as a backup key that is in no certificate
    /// yet.
    package init(spki: [UInt8]) throws(OpenSSLError) {
        self.init(sha256: try Digest.sha256.hash(spki), isAuthority: false)
    }

    /// Takes the key of a certificate.
    package init(of certificate: Certificate) throws(OpenSSLError) {
        self.init(
            sha256: try Digest.sha256.hash(certificate.der[certificate.spki]),
            isAuthority: certificate.extensions.basicConstraints?.isCA == true
        )
    }

    /// The digest in base64, as most systems write it.
    package var base64: String { Base64.text(sha256) }
}
