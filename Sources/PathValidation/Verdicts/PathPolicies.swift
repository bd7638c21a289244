import X509

/// The certificate policies for which a path is valid (RFC 5280 §6.1.6).
package struct PathPolicies: Hashable, Sendable {
    /// The valid policies in the policy domain of the trust anchor; anyPolicy means every other
    /// policy.
    package let authorityConstrained: Set<ObjectIdentifier>
    /// The valid policies that the relying party accepts.
    package let userConstrained: Set<ObjectIdentifier>

    init(authorityConstrained: Set<ObjectIdentifier>, accepted: Set<ObjectIdentifier>) {
        self.authorityConstrained = authorityConstrained
        if accepted.contains(.anyPolicy) {
            userConstrained = authorityConstrained
        } else if authorityConstrained.contains(.anyPolicy) {
            userConstrained = accepted
        } else {
            userConstrained = authorityConstrained.intersection(accepted)
        }
    }
}
