/// CRLReason (RFC 5280 §5.3.1), by its number.
package enum RevocationReason: UInt8, CaseIterable, Hashable, Sendable {
    case unspecified = 0
    case keyCompromise = 1
    case cACompromise = 2
    case affiliationChanged = 3
    case superseded = 4
    case cessationOfOperation = 5
    case certificateHold = 6
    case removeFromCRL = 8
    case privilegeWithdrawn = 9
    case aACompromise = 10

    /// Reads the next element.
    init(_ reader: inout DERReader) throws(DERError) {
        let content = try reader.integer(.enumerated)
        guard content.count == 1,
            let reason = RevocationReason(rawValue: reader.bytes[content.lowerBound])
        else { throw DERError(.badValue, at: content.lowerBound) }
        self = reason
    }
}

extension RevocationReason {
    /// The hyphenated name of RFC 5280 §5.3.1, as in scenario files.
    package var word: String {
        switch self {
        case .unspecified: "unspecified"
        case .keyCompromise: "key-compromise"
        case .cACompromise: "ca-compromise"
        case .affiliationChanged: "affiliation-changed"
        case .superseded: "superseded"
        case .cessationOfOperation: "cessation-of-operation"
        case .certificateHold: "certificate-hold"
        case .removeFromCRL: "remove-from-crl"
        case .privilegeWithdrawn: "privilege-withdrawn"
        case .aACompromise: "aa-compromise"
        }
    }

    /// Finds the reason for a word.
    package init?(word: String) {
        guard let reason = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = reason
    }
}
