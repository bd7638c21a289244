/// The mistakes that a stated hash can have in every system.
struct HashReview {
    /// The rules of the system for a hash of another form, and for one that is of no key.
    let malformed: Rule
    let dud: (StatedPin.Dud) -> Rule
    /// Whether the hash is for the developer's own machine or network.
    var isLocal = false
    /// The hash in a finding, such as `a pin of api.example.com`.
    let noun: String
    let place: Span?
    /// The hash as the system decodes it; nil for text that it cannot decode.
    let bytes: [UInt8]?

    /// The mistake of the hash; nil for a sound one.
    ///
    /// - Parameters:
    ///   - consequence: of another form.
    ///   - fix: of another form.
    ///   - effect: of a hash of no key, after the words for its kind.
    /// - Returns: the finding.
    func finding(impact consequence: String, fix: Fix, effect: String) -> Finding? {
        guard let bytes, bytes.count == 32 else {
            return Finding(
                malformed,
                at: place,
                "\(noun) is not the base64 of 32 bytes",
                label: bytes.map { "\($0.count) bytes" } ?? "no base64",
                impact: consequence,
                fix: fix
            )
        }
        guard let kind = StatedPin.dud(bytes) else { return nil }
        let words = StatedPin.words(kind)
        return Finding(
            dud(kind),
            isLocal ? .note : nil,
            at: place,
            "\(noun) is of no key",
            label: words.label,
            impact: words.impact + effect,
            fix: Fix(StatedPin.advice)
        )
    }
}
