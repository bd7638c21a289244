import X509

/// A declared entry of a SignedCertificateTimestampList (RFC 6962 §3.3).
package enum DeclaredSCT: Hashable, Sendable {
    /// A promise that a log makes.
    case made(LogPromise)
    /// Bytes in its place, without a length before them.
    case bytes([UInt8])
}

/// A declared promise of a log to publish a certificate (RFC 6962 §3.2).
package struct LogPromise: Hashable, Sendable {
    /// The log that it names.
    package var log: String
    /// The log that signs it; nil for the one that it names.
    package var signer: String?
    /// The entity whose certificate is promised; nil for the one that comes with it.
    package var of: String?
    /// When it was made; a day before the run's `now` unless stated, when leaves become valid.
    package var at = Moment.relative(-86_400)

    /// A promise with all defaults.
    package init(log: String) {
        self.log = log
    }
}
