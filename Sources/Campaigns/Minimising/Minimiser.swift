import ScenarioFormat

/// Reduces a setup to the smallest one that still shows a disagreement.
package struct Minimiser: Sendable {
    /// A reduced setup.
    package struct Result: Sendable {
        /// The setup that still shows it.
        package let setup: Setup
        /// Why the search ended early; nil if no reduction is left to try.
        package let halt: String?
    }

    /// The limit on judged setups: more than any setup needs; a slow judge still ends overnight.
    package static let tries = 4_000

    private let showing: Showing
    private let tries: Int
    private let isStopped: @Sendable () -> Bool

    /// Creates a search for the smallest setup that shows this.
    ///
    /// - Parameters:
    ///   - showing: the disagreement that must still be shown.
    ///   - tries: the limit on judged setups.
    ///   - isStopped: whether the user has asked to stop.
    package init(
        _ showing: Showing,
        tries: Int = Self.tries,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.showing, self.tries, self.isStopped) = (showing, tries, isStopped)
    }

    /// Removes defects, then their variants, then optional parts of the declaration.
    ///
    /// The search ends when no reduction still shows the disagreement.
    ///
    /// - Parameter generated: a setup that shows it.
    /// - Returns: a setup that shows it; if the search ran to its end, no simpler candidate does.
    package func smallest(_ generated: GeneratedSetup) async -> Result {
        var search = Search(self, from: generated.setup)
        let rest = await reduced(generated, &search)
        var setup = rest.setup
        var isSmaller = true
        while isSmaller, search.halt == nil {
            isSmaller = false
            for reduction in Reduction.all {
                var number = 0
                // A removed defect makes room for the next of its kind at the same place.
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

    /// Removes defects and their variants only, for a judge that is slow to answer.
    ///
    /// - Parameter generated: a setup that shows it.
    /// - Returns: one that shows it with the fewest of its defects.
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

    /// The setups already tried.
    ///
    /// One reduction may put back a part that another removes; without this set a search would not
    /// end.
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
    /// The same setup with another defect in the place of one.
    func replacing(_ defect: DrawnDefect, by other: DrawnDefect) -> GeneratedSetup {
        GeneratedSetup(defects.map { $0 == defect ? other : $0 }, keys: keys)
    }
}
