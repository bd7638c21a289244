import Basics

/// The last count of a campaign's cases: how many cases each known difference explains.
enum CountedCases {
    /// The number of the count; new defects state the next number (`drawnFrom`).
    static let number = 1
    /// The seed of the counted campaign.
    static let seed: UInt64 = 1
    /// The numbers of the counted cases.
    static let range: ClosedRange<UInt64> = 1...100_000

    /// The counts of `counts.txt`: by the oracle, then by the name of the known difference.
    static let byOracle = (try? read(EmbeddedTexts.counts.description)) ?? [:]

    /// A fault in a text with counts.
    enum Fault: Error, Hashable, Sendable {
        case form(SectionedText.Fault)
        /// The line is not a name with a number, or it repeats a name.
        case badEntry(line: Int)
    }

    static func read(_ text: String) throws(Fault) -> [String: [String: Int]] {
        let sections: [SectionedText.Section]
        do { sections = try SectionedText(text).sections } catch { throw .form(error) }
        var counts: [String: [String: Int]] = [:]
        for section in sections {
            for entry in section.entries {
                let fields = entry.fields
                guard fields.count == 2, let count = Int(fields[1]), count > 0,
                    counts[section.name, default: [:]].updateValue(count, forKey: fields[0]) == nil
                else { throw .badEntry(line: entry.line) }
            }
        }
        return counts
    }
}
