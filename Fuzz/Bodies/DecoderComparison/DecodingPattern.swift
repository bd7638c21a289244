import Basics

/// The decoding differences that one explanation covers.
enum DecodingPattern: Hashable, Sendable {
    /// Bytes that Hatpin rejects for this reason, and the third-party decoder accepts.
    case laxer(than: Refusal)
    /// Rejections for this reason, with a wording that begins with one of these texts.
    case stricter(Refusal, beginning: Set<String> = [""])
    /// Rejections for this reason whose wording names this field first, such as `too long: value
    /// issuer`.
    case strictField(Refusal, String)
    /// Rejections that begin with this wording, for certificates with an x400Address or
    /// ediPartyName.
    case strictNames(Refusal, beginning: String)
    /// Rejections for the body of any extension outside this set.
    case strictBody(butOf: Set<String>)
    /// Certificates in which this field differs.
    case field(Field)

    var direction: DifferenceDirection {
        switch self {
        case .laxer: .laxer
        case .stricter, .strictField, .strictNames, .strictBody: .stricter
        case .field: .otherwise
        }
    }

    func covers(_ difference: DecodingDifference.Kind) -> Bool {
        switch (self, difference) {
        case (.laxer(let known), .laxer(let found)): return known == found
        case (.field(let known), .field(let found)): return known == found
        case (.stricter(let known, let beginnings), .stricter(let found, let words, _)):
            return known == found && beginnings.contains(where: words.hasPrefix)
        case (.strictField(let known, let field), .stricter(let found, let words, _)):
            return known == found && words.contains(": \(field) ")
        case (.strictNames(let known, let beginning), .stricter(let found, let words, let ours)):
            return known == found && words.hasPrefix(beginning) && ours.hasForeignNames
        case (.strictBody(let others), .stricter(.extensionBody, let name, _)):
            return !others.contains(name)
        default: return false
        }
    }
}

extension DecodingPattern: CustomStringConvertible {
    /// A description of the pattern; no two patterns share a description.
    var description: String {
        switch self {
        case .laxer(let reason): "accepts \(reason)"
        case .stricter(let reason, let beginnings):
            "rejects \(reason) (\(beginnings.sorted().joined(separator: ", ")))"
        case .strictField(let reason, let field): "rejects \(reason) at \(field)"
        case .strictNames(let reason, let beginning):
            "rejects \(reason) (\(beginning)) with an x400Address or ediPartyName"
        case .strictBody: "rejects bodies of extensions that we keep undecoded"
        case .field(let field): "reads \(field) differently"
        }
    }
}

extension KnownDifference<DecodingDifference> {
    /// Returns the explanations of one decoder's differences.
    ///
    /// - Parameters:
    ///   - decoder: the name of the decoder.
    ///   - differences: each pattern, with the decoder's behaviour and the rule that it follows or
    ///     breaks.
    /// - Returns: an explanation for each pattern.
    static func of(
        _ decoder: String,
        _ differences: [(pattern: DecodingPattern, about: String)]
    ) -> [KnownDifference] {
        differences.map { pattern, about in
            KnownDifference("\(decoder) \(pattern)", pattern.direction, about) { difference in
                difference.decoder.name == decoder && pattern.covers(difference.kind)
            }
        }
    }
}
