import KnownDifferences

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
/// Two that both refuse do not differ: no rule says which of several faults comes first.
struct DecodingDifference: Difference {
    let decoder: Decoder
    let kind: Kind

    enum Kind: Hashable, Sendable {
        /// The other accepts what we refuse.
        case laxer(than: Refusal)
        /// The other refuses what we accept, for this reason and in these words.
        case stricter(Refusal, String, of: Fields)
        /// Both accept and read a field otherwise.
        case field(Field)
    }

    /// The difference between two readings; nil if they agree.
    init?(_ ours: Reading, _ theirs: Reading, of decoder: Decoder) {
        self.decoder = decoder
        switch (ours, theirs) {
        case (.refuse, .refuse): return nil
        case (.refuse(let reason, _), .accept): kind = .laxer(than: reason)
        case (.accept(let ours), .refuse(let reason, let words)):
            kind = .stricter(reason, words, of: ours)
        case (.accept(let ours), .accept(let theirs)):
            guard let field = ours.firstDifference(from: theirs) else { return nil }
            kind = .field(field)
        }
    }

    var direction: DifferenceDirection? {
        switch kind {
        case .laxer: .laxer
        case .stricter: .stricter
        case .field: .otherwise
        }
    }
}

extension DecodingDifference: CustomStringConvertible {
    /// The other's behaviour, as a fragment that fits behind its name.
    var description: String {
        switch kind {
        case .laxer(let reason): "takes what we refuse (\(reason))"
        case .stricter(let reason, let words, _): "refuses (\(reason): \(words)) what we take"
        case .field(let field): "reads \(field) otherwise"
        }
    }
}

/// Requires that ours and each other reading differ in known ways alone.
///
/// - Parameters:
///   - ours: our reading of some bytes.
///   - others: the others' readings of the same bytes.
/// - Returns: the first difference that is not known, such as
///   `OpenSSL 3.0.19 refuses (name: …) what we take`; nil where there is none.
public func unknownDifference(
    between ours: Reading,
    and others: [(decoder: Decoder, reading: Reading)]
) -> String? {
    for (decoder, theirs) in others {
        guard let difference = DecodingDifference(ours, theirs, of: decoder) else { continue }
        let isKnown = KnownDifference.ofDecoders.contains { $0.explains(difference) }
        guard !isKnown else { continue }
        return "\(decoder.name) \(decoder.version) \(difference)"
    }
    return nil
}
