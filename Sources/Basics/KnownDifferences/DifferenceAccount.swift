/// Counts the differences in a corpus by the explanations of a list.
package struct DifferenceAccount<Subject: Difference> {
    private let list: [KnownDifference<Subject>]
    private let isExact: Bool
    private var explained: [String: Int] = [:]
    /// The names of the cases without an explanation, by a description of the difference.
    private var unexplained: [String: [String]] = [:]

    /// Makes an account without cases.
    ///
    /// - Parameters:
    ///   - list: the explanations.
    ///   - isExact: whether an explanation must cover exactly the number of cases in its `cases`,
    ///     because the corpus is complete.
    package init(of list: [KnownDifference<Subject>], isExact: Bool = false) {
        (self.list, self.isExact) = (list, isExact)
    }

    /// Adds a case.
    ///
    /// - Parameters:
    ///   - difference: the two verdicts.
    ///   - description: how they differ; cases with the same description are reported together.
    ///   - subject: the name of the case.
    package mutating func add(
        _ difference: Subject,
        _ description: @autoclosure () -> String,
        of subject: String
    ) {
        if let known = list.first(where: { $0.explains(difference) }) {
            explained[known.name, default: 0] += 1
        } else {
            unexplained[description(), default: []].append(subject)
        }
    }

    /// The problems with the list: first the differences without an explanation, in alphabetical
    /// order.
    ///
    /// A problem is a difference without an explanation, or an explanation that covers no case or
    /// more cases than its `cases` states. If the account is exact, fewer cases are a problem too.
    package var faults: [String] {
        let findings = unexplained.sorted { $0.key < $1.key }.map { difference, subjects in
            let some = subjects.prefix(3).joined(separator: ", ")
            return "\(difference): \(subjects.count)×, such as \(some)"
        }
        let miscounted = list.compactMap { known -> String? in
            let found = explained[known.name] ?? 0
            if found == 0 { return "'\(known.name)' no longer explains any case" }
            guard let counted = known.cases, found > counted || isExact && found < counted else {
                return nil
            }
            return "'\(known.name)' explains another number of cases (\(found)) "
                + "than when it was written (\(counted))"
        }
        return findings + miscounted
    }
}
