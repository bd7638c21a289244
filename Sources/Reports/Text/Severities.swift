import Basics
import ScenarioFormat

extension Severity {
    /// The severity that a record states; `note` for a missing or unknown word, so that lists show
    /// it last.
    init(stated word: String?) { self = word.flatMap(Severity.init(rawValue:)) ?? .note }
}

extension [Severity] {
    /// The counts, most severe first, such as `1 high` and `2 notes`.
    var counts: [String] {
        Severity.allCases.reversed().compactMap { severity in
            let count = count { $0 == severity }
            guard count > 0 else { return nil }
            return severity == .note ? Prose.count(count, "note") : "\(count) \(severity.rawValue)"
        }
    }
}
