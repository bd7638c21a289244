import Lint

/// The changes in the mistakes of a file.
package struct FindingChange: Hashable, Sendable {
    /// Mistakes that are new, and those that are gone, the most severe first.
    package let new, gone: [Finding]

    /// The change from one file's mistakes to another's; a mistake is the same wherever it stands, and
    /// one that stands there once more is new.
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
        var left: [[String]: Int] = [:]
        for other in others { left[[other.rule, other.problem], default: 0] += 1 }
        return filter { finding in
            guard finding.severity != .note else { return false }
            left[[finding.rule, finding.problem], default: 0] -= 1
            return left[[finding.rule, finding.problem], default: 0] < 0
        }
    }
}
