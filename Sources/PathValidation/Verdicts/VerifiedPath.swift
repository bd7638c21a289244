import X509

/// A validated path; only `PathValidator` creates validated paths.
package struct VerifiedPath: Hashable, Sendable {
    /// The certificates in DER, end entity first and trust anchor last.
    package let certificates: [[UInt8]]
    /// Certificate policies valid for the path; nil if policies were not processed.
    package let policies: PathPolicies?
    /// CRLs for certificates of the path that could not be used.
    ///
    /// The status of the certificates is the same as without these CRLs.
    package let unusedLists: [UnusedList]

    init(certificates: [[UInt8]], policies: PathPolicies?, unusedLists: [UnusedList]) {
        self.certificates = certificates
        self.policies = policies
        self.unusedLists = unusedLists
    }
}
