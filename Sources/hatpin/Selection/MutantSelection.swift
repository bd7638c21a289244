import Basics
import ClientModels
import PathValidation
import ScenarioFormat

/// The selectors of mutants: names, patterns, layers.
package struct MutantSelection: Sendable {
    private let selectors: [String]

    /// All of them where no selector is given.
    package init(_ selectors: [String]) {
        self.selectors = selectors
    }

    /// Those that are meant, in their order.
    ///
    /// - Throws: for a selector that means none.
    package func chosen(among mutants: [Mutant]) throws(Failure) -> [Mutant] {
        for selector in selectors where !mutants.contains(where: { Self.means(selector, $0) }) {
            let known = Set(mutants.flatMap(\.layer.names)).sorted() + mutants.map(\.name)
            throw Failure(
                .nothingSelected,
                "'\(Shown.escaped(selector))' is no check, and no layer of them",
                help: didYouMean(selector, known) ?? "hatpin mutants -v shows what there is"
            )
        }
        guard !selectors.isEmpty else { return mutants }
        return mutants.filter { mutant in selectors.contains { Self.means($0, mutant) } }
    }

    private static func means(_ selector: String, _ mutant: Mutant) -> Bool {
        mutant.layer.names.contains(selector) || Glob(selector).matches(mutant.name)
    }
}
