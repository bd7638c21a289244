import Basics
import PathValidation

/// A profile and a setup to validate with it, both chosen by a fuzzer's bytes.
///
/// The same bytes choose the same profile and setup again when a finding becomes a scenario.
package struct FuzzedCase: Sendable {
    /// The profile that validates the setup.
    package let profile: PathProfile
    /// The setup with its default keys on P-256, because one RSA signature takes as long as the
    /// rest of a case.
    package let setup: GeneratedSetup

    /// Reads the case from a fuzzer's bytes; no bytes give the baseline setup with the first
    /// profile.
    package init(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        profile = choices.one(of: PathProfile.catalogue) ?? .rfc5280
        setup = GeneratedSetup(GeneratedSetup(&choices).defects)
    }
}
