import X509

/// Cases that a client is known to decide otherwise than is expected.
package struct KnownRuleDifference: Hashable, Sendable {
    /// Selectors such as `names/common-name-*`.
    package var cases: [String] = []
    /// The verdict that the client gives.
    package var accept = false
    package var because = ""
    /// The versions of the client that it applies to; nil for all.
    package var versions: VersionRange?
    /// The last day that it is tolerated; nil for ever.
    package var until: Instant?
}
