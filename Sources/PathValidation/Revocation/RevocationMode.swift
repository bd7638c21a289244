/// The treatment of a certificate whose revocation status is unknown.
///
/// A revoked certificate is rejected in every mode but `off`.
package enum RevocationMode: String, CaseIterable, Hashable, Sendable {
    /// Revocation is not checked.
    case off
    /// It is accepted, as browsers do.
    case softFail = "soft-fail"
    /// It is rejected.
    case hardFail = "hard-fail"
}
