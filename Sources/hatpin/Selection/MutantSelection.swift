import Basics
import ClientModels
import PathValidation
import ScenarioFormat

/// The selectors of mutants: names, patterns and layers.
package struct MutantSelection: Sendable {
    private let selectors: [String]

    /// Creates a selection of these selectors; without selectors, all mutants are selected.
    package init(_ selectors: [String]) {
        self.selectors = selectors
    }

    /// Returns the selected mutants, in the order of `mutants`.
    ///
    /// - Throws: for a selector that selects no mutant.
    package func chosen(among mutants: [Mutant]) throws(Failure) -> [Mutant] {
        for selector in selectors where !mutants.contains(where: { Self.means(selector, $0) }) {
            let known = Set(mutants.flatMap(\.layer.names)).sorted() + mutants.map(\.name)
            throw Failure(
                .nothingSelected,
                "'\(Shown.escaped(selector))' is neither a check nor a layer",
                help: didYouMean(selector, known) ?? "see hatpin mutants -v"
            )
        }
        guard !selectors.isEmpty else { return mutants }
        return mutants.filter { mutant in selectors.contains { Self.means($0, mutant) } }
    }

    private static func means(_ selector: String, _ mutant: Mutant) -> Bool {
        mutant.layer.names.contains(selector) || Glob(selector).matches(mutant.name)
    }
}
