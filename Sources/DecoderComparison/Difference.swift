/// A decoder that is not ours.
public struct Decoder: Hashable, Sendable {
    /// Such as `OpenSSL`.
    public let name: String
    /// As the library tells it.
    public let version: String

    /// A decoder of this name and version.
    public init(name: String, version: String) {
        (self.name, self.version) = (name, version)
    }
}

/// How another decoder differs from ours on some bytes.
///
/// Two that both refuse do not differ: which of several faults comes first is nobody's rule.
enum Difference: Hashable, Sendable {
    /// The other takes what we refuse.
    case laxer(than: Refusal)
    /// The other refuses what we take, for this reason and in these words.
    case stricter(Refusal, String, of: Fields)
    /// Both take it and read a field otherwise.
    case field(Field)

    /// What differs; nil where nothing does.
    init?(_ ours: Reading, _ theirs: Reading) {
        switch (ours, theirs) {
        case (.refuse, .refuse): return nil
        case (.refuse(let reason, _), .accept): self = .laxer(than: reason)
        case (.accept(let ours), .refuse(let reason, let words)):
            self = .stricter(reason, words, of: ours)
        case (.accept(let ours), .accept(let theirs)):
            guard let field = ours.firstDifference(from: theirs) else { return nil }
            self = .field(field)
        }
    }
}

extension Difference: CustomStringConvertible {
    /// What the other does, as a fragment that fits behind its name.
    var description: String {
        switch self {
        case .laxer(let reason): "takes what we refuse (\(reason))"
        case .stricter(let reason, let words, _): "refuses (\(reason): \(words)) what we take"
        case .field(let field): "reads \(field) otherwise"
        }
    }
}

/// A difference that is known, and why it is none of our faults.
struct KnownDifference: Sendable {
    /// Such as `OpenSSL`.
    let decoder: String
    let kind: Kind
    /// Who is right by which rule; the version is the one that it was seen in.
    let about: String

    enum Kind: Hashable, Sendable {
        case laxer(than: Refusal)
        /// In words that begin in one of these ways.
        case stricter(Refusal, beginning: Set<String> = [""])
        /// In words that begin so, of certificates with an x400Address or ediPartyName.
        case strictNames(Refusal, beginning: String)
        /// For the body of an extension of another name than these.
        case strictBody(butOf: Set<String>)
        case field(Field)
    }

    func covers(_ difference: Difference, by other: Decoder) -> Bool {
        guard other.name == decoder else { return false }
        switch (kind, difference) {
        case (.laxer(let known), .laxer(let found)): return known == found
        case (.field(let known), .field(let found)): return known == found
        case (.stricter(let known, let beginnings), .stricter(let found, let words, _)):
            return known == found && beginnings.contains(where: words.hasPrefix)
        case (.strictNames(let known, let beginning), .stricter(let found, let words, let ours)):
            return known == found && words.hasPrefix(beginning) && ours.hasForeignNames
        case (.strictBody(let others), .stricter(.extensionBody, let name, _)):
            return !others.contains(name)
        default: return false
        }
    }
}

/// Requires that ours and each other reading differ in known ways alone.
///
/// - Parameters:
///   - ours: what we make of some bytes.
///   - others: what the others make of the same.
/// - Returns: the first difference that is not known, such as
///   `OpenSSL 3.0.19 refuses (name: …) what we take`; nil where there is none.
public func unknownDifference(
    between ours: Reading,
    and others: [(decoder: Decoder, reading: Reading)]
) -> String? {
    for (decoder, theirs) in others {
        guard let difference = Difference(ours, theirs) else { continue }
        let isKnown = KnownDifference.all.contains { $0.covers(difference, by: decoder) }
        guard !isKnown else { continue }
        return "\(decoder.name) \(decoder.version) \(difference)"
    }
    return nil
}
