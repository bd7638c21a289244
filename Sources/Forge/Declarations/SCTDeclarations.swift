import X509

/// A declared entry of a SignedCertificateTimestampList (RFC 6962 §3.3).
package enum DeclaredSCT: Hashable, Sendable {
    /// An SCT that a log signs.
    case made(LogPromise)
    /// Bytes in place of an SCT and of the length before it.
    case bytes([UInt8])
}

/// A declared SCT: a log's promise to publish a certificate (RFC 6962 §3.2).
package struct LogPromise: Hashable, Sendable {
    /// The log that the SCT names.
    package var log: String
    /// The log that signs the SCT; nil for the log that the SCT names.
    package var signer: String?
    /// The entity whose certificate the SCT covers; nil for the certificate that the SCT comes
    /// with.
    package var of: String?
    /// The date of the SCT; by default a day before the run's `now`, when end entities become
    /// valid.
    package var at = Moment.relative(-86_400)

    /// Makes an SCT with all defaults.
    package init(log: String) {
        self.log = log
    }
}
