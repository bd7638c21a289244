import ScenarioFormat

/// Reduces a setup to the smallest setup that still shows a disagreement.
package struct Minimiser: Sendable {
    /// A reduced setup.
    package struct Result: Sendable {
        /// The setup, which still shows the disagreement.
        package let setup: Setup
        /// The reason why the search ended early; nil if it tried every reduction.
        package let halt: String?
    }

    /// The limit on setups to judge.
    ///
    /// The limit is more than any setup needs, and a search with a slow oracle ends overnight.
    package static let tries = 4_000

    private let showing: Showing
    private let tries: Int
    private let isStopped: @Sendable () -> Bool

    /// Creates a search for the smallest setup that shows a disagreement.
    ///
    /// - Parameters:
    ///   - showing: the disagreement that the setup must show.
    ///   - tries: the limit on setups to judge.
    ///   - isStopped: called before each setup; true stops the search.
    package init(
        _ showing: Showing,
        tries: Int = Self.tries,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.showing, self.tries, self.isStopped) = (showing, tries, isStopped)
    }

    /// Returns the smallest setup found: removes defects, then their variants, then optional parts
    /// of the declaration.
    ///
    /// The search ends when no reduction still shows the disagreement.
    ///
    /// - Parameter generated: a setup that shows the disagreement.
    /// - Returns: a setup that shows the disagreement; after a complete search no simpler candidate
    ///   shows it.
    package func smallest(_ generated: GeneratedSetup) async -> Result {
        var search = Search(self, from: generated.setup)
        let rest = await reduced(generated, &search)
        var setup = rest.setup
        var isSmaller = true
        while isSmaller, search.halt == nil {
            isSmaller = false
            for reduction in Reduction.all {
                var number = 0
                // After a removal, the next candidate has the same number.
                while let simpler = reduction.candidate(number, of: setup) {
                    if await search.isShown(by: simpler) {
                        setup = simpler
                        isSmaller = true
                    } else {
                        number += 1
                    }
                }
            }
        }
        return Result(setup: setup, halt: search.halt)
    }

    /// Returns a setup with fewer and simpler defects, without other reductions, for an oracle that
    /// is slow.
    ///
    /// - Parameter generated: a setup that shows the disagreement.
    /// - Returns: a setup that shows the disagreement with the fewest of these defects.
    package func fewestDefects(_ generated: GeneratedSetup) async -> Result {
        var search = Search(self, from: generated.setup)
        let rest = await reduced(generated, &search)
        return Result(setup: rest.setup, halt: search.halt)
    }

    private func reduced(
        _ generated: GeneratedSetup,
        _ search: inout Search
    ) async -> GeneratedSetup {
        var rest = generated
        for defect in generated.defects.reversed() {
            let fewer = rest.without(defect)
            if await search.isShown(by: fewer.setup) { rest = fewer }
        }
        for defect in rest.defects where defect.variant > 0 {
            let simple = rest.replacing(defect, by: DrawnDefect(defect.name, at: defect.place))
            if await search.isShown(by: simple.setup) { rest = simple }
        }
        return rest
    }

    /// The state of a search, with the setups that were tried.
    ///
    /// One reduction may restore what another reduction removes. Without the set of tried setups,
    /// the search might not end.
    private struct Search {
        private let minimiser: Minimiser
        private var tried: Set<Setup>
        private(set) var halt: String?

        init(_ minimiser: Minimiser, from setup: Setup) {
            self.minimiser = minimiser
            tried = [setup]
        }

        mutating func isShown(by setup: Setup) async -> Bool {
            guard halt == nil, !tried.contains(setup) else { return false }
            if minimiser.isStopped() {
                halt = "the run was interrupted"
            } else if tried.count > minimiser.tries {
                halt = "\(minimiser.tries) smaller setups were tried"
            }
            guard halt == nil else { return false }
            tried.insert(setup)
            return await minimiser.showing.holds(in: setup)
        }
    }
}

extension GeneratedSetup {
    /// Returns the same setup with the defect `other` in place of `defect`.
    func replacing(_ defect: DrawnDefect, by other: DrawnDefect) -> GeneratedSetup {
        GeneratedSetup(defects.map { $0 == defect ? other : $0 }, keys: keys)
    }
}
