import Synchronization

/// A regular expression of a rule, which is compiled when a text is first compared with it: most
/// rules of a run are never needed.
package final class Expression: Sendable {
    package let text: String
    private let compiled = Mutex<Regex<AnyRegexOutput>?>(nil)

    package init(_ text: String) { self.text = text }

    /// Whether the text is a regular expression.
    package var isSound: Bool { (try? Regex(text)) != nil }

    /// Returns whether the expression matches a whole text.
    package func matches(_ text: String) -> Bool { groups(in: text) != nil }

    /// Returns the named groups if the expression matches a whole text; nil if it does not match.
    package func groups(in text: String) -> [String: Range<String.Index>]? {
        compiled.withLock { compiled in
            if compiled == nil {
                compiled = try? Regex(self.text).matchingSemantics(.unicodeScalar)
                    .wordBoundaryKind(.simple)
            }
            guard let match = try? compiled?.wholeMatch(in: text) else { return nil }
            var groups: [String: Range<String.Index>] = [:]
            for group in match.output {
                if let name = group.name, let range = group.range { groups[name] = range }
            }
            return groups
        }
    }
}
