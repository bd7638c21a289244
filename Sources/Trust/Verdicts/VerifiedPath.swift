import PKIX

/// A validated path; only `PathValidator` makes one.
package struct VerifiedPath: Hashable, Sendable {
    /// End entity first, the trust anchor last, as DER.
    package let certificates: [[UInt8]]
    /// Certificate policies valid for the path; nil if policies were not processed.
    package let policies: PathPolicies?

    init(certificates: [[UInt8]], policies: PathPolicies?) {
        self.certificates = certificates
        self.policies = policies
    }
}
