import TLS

/// The rules that edited scripts break.
package enum HandshakeRules {
    /// Returns the rules that these edits break, in order and without repetitions, such as `RFC
    /// 8446 §4.4.3`.
    package static func sources(of edits: [String]) -> [String] {
        var sources: [String] = []
        for edit in edits {
            guard let violation = Violation.named(edit), !violation.isAllowed else { continue }
            let rules = violation.rule.split(separator: ", ").map(String.init)
            for rule in rules where !sources.contains(rule) { sources.append(rule) }
        }
        return sources
    }
}
