import X509

/// Cases that a client is known to decide differently than expected.
package struct KnownRuleDifference: Hashable, Sendable {
    /// Selectors such as `names/common-name-*`.
    package var cases: [String] = []
    /// The verdict that the client gives.
    package var accept = false
    package var because = ""
    /// The versions of the client to which the entry applies; nil for all.
    package var versions: VersionRange?
    /// The last day on which the difference is tolerated; nil for no limit.
    package var until: Instant?
}
