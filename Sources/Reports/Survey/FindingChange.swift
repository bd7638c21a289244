import Lint
import ScenarioFormat

/// The changes in the findings of a file.
package struct FindingChange: Hashable, Sendable {
    /// New findings and findings that are gone, most severe first.
    package let new, gone: [Finding]

    /// Compares the findings of two files without their lines; notes are not compared.
    ///
    /// A finding that the second file has more often than the first is new.
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
