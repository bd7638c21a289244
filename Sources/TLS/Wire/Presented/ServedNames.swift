/// The names that a run's name server answers for, and the mail policy of their domain.
package struct ServedNames: Sendable {
    package var zone: DNSZone
    /// The MTA-STS policy (RFC 8461 §3.2); nil for none.
    package var policy: ServedPolicy?

    package init(_ zone: DNSZone, policy: ServedPolicy? = nil) {
        (self.zone, self.policy) = (zone, policy)
    }
}

/// An MTA-STS policy, and the server that it is fetched from.
package struct ServedPolicy: Sendable {
    /// The policy host: `mta-sts` below the domain (RFC 8461 §3.3).
    package let host: DNSName
    package let credential: Credential
    /// The policy as it is served.
    package let text: String
    /// The path of policies (RFC 8461 §3.2).
    static let path = "/.well-known/mta-sts.txt"

    package init(host: DNSName, credential: Credential, text: String) {
        (self.host, self.credential, self.text) = (host, credential, text)
    }
}
