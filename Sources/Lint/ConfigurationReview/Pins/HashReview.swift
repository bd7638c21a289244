import ScenarioFormat

/// The review of a hash in a configuration, shared by all systems.
struct HashReview {
    /// The system's rules for a malformed hash, and for a hash that matches no key.
    let malformed: Rule
    let unusable: (StatedPin.UnusableReason) -> Rule
    /// Whether the hash is for a host on the developer's machine or network.
    var isLocal = false
    /// The noun for the hash in a finding, such as `a pin for api.example.com`.
    let noun: String
    let place: Span?
    /// The hash as the system decodes it; nil if it cannot decode the text.
    let bytes: [UInt8]?

    /// Returns the finding for the hash; nil for a correct hash.
    ///
    /// - Parameters:
    ///   - impact: the impact of a malformed hash.
    ///   - fix: the fix of a malformed hash.
    ///   - effect: the rest of the impact for a hash that matches no key.
    /// - Returns: the finding.
    func finding(impact: String, fix: Fix, effect: String) -> Finding? {
        guard let bytes, bytes.count == 32 else {
            return Finding(
                malformed,
                at: place,
                "\(noun) is not 32 bytes in base64",
                label: bytes.map { "\($0.count) bytes" } ?? "not base64",
                impact: impact,
                fix: fix
            )
        }
        guard let kind = StatedPin.unusableReason(bytes) else { return nil }
        let words = StatedPin.words(kind)
        return Finding(
            unusable(kind),
            isLocal ? .note : nil,
            at: place,
            "\(noun) matches no key",
            label: words.label,
            impact: words.impact + effect,
            fix: Fix(StatedPin.advice)
        )
    }
}
