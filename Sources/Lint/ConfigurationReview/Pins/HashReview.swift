
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
    let octets: [UInt8]?

    /// The mistake of the hash; nil for a sound one.
    ///
    /// - Parameters:
    ///   - consequence: of another form.
    ///   - mend: of another form.
    ///   - effect: of a hash of no key, behind the words for its kind.
    /// - Returns: the finding.
    func finding(so consequence: String, mend: Mend, effect: String) -> Finding? {
        guard let octets, octets.count == 32 else {
            return Finding(
                malformed,
                at: place,
                "\(noun) is not the base64 of 32 bytes",
                label: octets.map { "\($0.count) bytes" } ?? "no base64",
                so: consequence,
                mend: mend
            )
        }
        guard let kind = StatedPin.dud(octets) else { return nil }
        let words = StatedPin.words(kind)
        return Finding(
            dud(kind),
            isLocal ? .note : nil,
            at: place,
            "\(noun) is of no key",
            label: words.label,
            so: words.so + effect,
            mend: Mend(StatedPin.advice)
        )
    }
}
