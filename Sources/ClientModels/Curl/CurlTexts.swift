import PathValidation

/// Files of `--pinnedpubkey` as curl reads them, for reviews.
package enum CurlTexts {
    /// Whether a file contains a public key, DER or PEM.
    package static func isPublicKey(_ file: [UInt8]) -> Bool { CurlPinnedKey.isPublicKey(file) }

    /// Whether a file is a certificate in DER.
    package static func isCertificate(_ file: [UInt8]) -> Bool {
        (try? SignatureCache.shared.certificate(file, by: .openSSL)) != nil
    }
}
