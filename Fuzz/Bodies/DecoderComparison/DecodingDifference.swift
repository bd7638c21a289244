import Basics

/// A third-party decoder.
public struct Decoder: Hashable, Sendable {
    /// The name, such as `OpenSSL`.
    public let name: String
    /// The version as the library reports it.
    public let version: String

    /// Creates a decoder of this name and version.
    public init(name: String, version: String) {
        (self.name, self.version) = (name, version)
    }
}

/// A difference between Hatpin's decoder and a third-party decoder on the same bytes.
///
/// Two rejections are never a difference: no rule says which of several faults comes first.
struct DecodingDifference: Difference {
    let decoder: Decoder
    let kind: Kind

    enum Kind: Hashable, Sendable {
        /// The third-party decoder accepts bytes that Hatpin rejects for this reason.
        case laxer(than: Refusal)
        /// The third-party decoder rejects bytes that Hatpin accepts, with this reason and wording.
        case stricter(Refusal, String, of: Fields)
        /// Both decoders accept, and this field differs.
        case field(Field)
    }

    /// Finds the difference between two readings; returns nil if they agree.
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
    /// The third-party decoder's behaviour, as a fragment that fits after its name.
    var description: String {
        switch kind {
        case .laxer(let reason): "accepts what we reject (\(reason))"
        case .stricter(let reason, let words, _): "rejects (\(reason): \(words)) what we accept"
        case .field(let field): "reads \(field) differently"
        }
    }
}

/// Returns the first difference between Hatpin's reading and the other readings that is not known.
///
/// - Parameters:
///   - ours: Hatpin's reading of some bytes.
///   - others: the other decoders' readings of the same bytes.
/// - Returns: the difference, such as `OpenSSL 3.0.19 rejects (name: …) what we accept`; nil if all
///   differences are known.
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
