import Basics
import PathValidation

/// A profile, and a world to validate under it, both chosen by a fuzzer's bytes.
///
/// The same bytes choose them again when a finding becomes a scenario.
package struct FuzzedCase: Sendable {
    /// The profile that validates the world.
    package let profile: PathProfile
    /// The world, with P-256 keys only: one RSA signature takes as long as the rest of a case.
    package let world: GeneratedWorld

    /// Reads the case from these bytes; no bytes are the standard world under the first profile.
    package init(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        profile = choices.one(of: PathProfile.catalogue) ?? .rfc5280
        world = GeneratedWorld(GeneratedWorld(&choices).defects)
    }
}
