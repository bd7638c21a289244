import ConfigurationReview
import Findings

/// The changes in the mistakes of a file.
package struct FindingChange: Hashable, Sendable {
    /// Mistakes that are new, and those that are gone, the gravest first.
    package let new, gone: [Finding]

    /// The change from one file's mistakes to another's; a mistake is the same wherever it stands.
    ///
    /// Notes are no mistakes.
    package init(from old: [Finding], to new: [Finding]) {
        self.new = new.without(old)
        gone = old.without(new)
    }

    var isEmpty: Bool { new.isEmpty && gone.isEmpty }
}

extension [Finding] {
    fileprivate func without(_ others: [Finding]) -> [Finding] {
        let known = Set(others.map { [$0.rule, $0.problem] })
        return filter { $0.gravity != .note && !known.contains([$0.rule, $0.problem]) }
    }
}
