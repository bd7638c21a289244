/// What a relying party makes of a certificate when nothing says whether it was revoked.
///
/// A certificate that was revoked is refused in every mode but `off`.
package enum RevocationMode: String, CaseIterable, Hashable, Sendable {
    /// Nobody asks.
    case off
    /// It is accepted, as browsers do.
    case softFail = "soft-fail"
    /// It is refused.
    case hardFail = "hard-fail"
}
