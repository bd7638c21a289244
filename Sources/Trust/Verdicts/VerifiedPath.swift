import PKIX

/// A path that was validated; only `PathValidator` makes one.
package struct VerifiedPath: Hashable, Sendable {
    /// End entity first, the trust anchor last, as DER.
    package let certificates: [[UInt8]]
    /// Which certificate policies it is valid for; nil where nobody was to find out.
    package let policies: PathPolicies?

    init(certificates: [[UInt8]], policies: PathPolicies?) {
        self.certificates = certificates
        self.policies = policies
    }
}
