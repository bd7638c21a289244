/// The treatment of a certificate whose revocation status is unknown.
///
/// A revoked certificate is rejected in every mode but `off`.
package enum RevocationMode: String, CaseIterable, Hashable, Sendable {
    /// Revocation is not checked.
    case off
    /// The certificate is accepted, as in browsers.
    case softFail = "soft-fail"
    /// The certificate is rejected.
    case hardFail = "hard-fail"
}
