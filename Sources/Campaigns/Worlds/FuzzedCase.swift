import SeededChoices
import Trust

/// What the bytes of a fuzzer choose: a profile, and a world to judge by it.
///
/// A finding of the fuzzer's is drawn again from its bytes when it becomes a scenario.
package struct FuzzedCase: Sendable {
    /// Whose rules it is judged by.
    package let profile: PathProfile
    /// With P-256 throughout: a signature by RSA takes as long as all else that is done.
    package let world: GeneratedWorld

    /// The case that these bytes spell; no bytes are the standard world by the first profile.
    package init(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        profile = choices.one(of: PathProfile.catalogue) ?? .rfc5280
        world = GeneratedWorld(GeneratedWorld(&choices).defects)
    }
}
