import Scenarios

/// Brings a world down to the smallest that still shows something.
package struct Minimiser: Sendable {
    /// What a world was brought down to.
    package struct Result: Sendable {
        /// Shows what was to be shown.
        package let world: World
        /// Why nothing more was tried; nil where there is nothing more to try.
        package let halt: String?
    }

    /// So many that no world needs them all, so few that a slow judge does not take the night.
    package static let tries = 4_000

    private let showing: Showing
    private let tries: Int
    private let isStopped: @Sendable () -> Bool

    /// Looks for the smallest world that shows this.
    ///
    /// - Parameters:
    ///   - showing: what must still be shown.
    ///   - tries: how many worlds are judged at most.
    ///   - isStopped: whether the user wants no more.
    package init(
        _ showing: Showing,
        tries: Int = Self.tries,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.showing, self.tries, self.isStopped) = (showing, tries, isStopped)
    }

    /// Takes away defects, then their variants, then all that a declaration can do without, until
    /// nothing more can go.
    ///
    /// - Parameter generated: a world that shows it.
    /// - Returns: one that shows it; where it did not halt, none of the simpler ones does.
    package func smallest(_ generated: GeneratedWorld) async -> Result {
        var search = Search(self, from: generated.world)
        let rest = await reduced(generated, &search)
        var world = rest.world
        var isSmaller = true
        while isSmaller, search.halt == nil {
            isSmaller = false
            for reduction in Reduction.all {
                var number = 0
                // What was taken away makes room for the next of its kind at the same place.
                while let simpler = reduction.candidate(number, of: world) {
                    if await search.isShown(by: simpler) {
                        world = simpler
                        isSmaller = true
                    } else {
                        number += 1
                    }
                }
            }
        }
        return Result(world: world, halt: search.halt)
    }

    /// Takes away defects and their variants alone, for a judge whose every answer is dear.
    ///
    /// - Parameter generated: a world that shows it.
    /// - Returns: one that shows it with the fewest of its defects.
    package func fewestDefects(_ generated: GeneratedWorld) async -> Result {
        var search = Search(self, from: generated.world)
        let rest = await reduced(generated, &search)
        return Result(world: rest.world, halt: search.halt)
    }

    private func reduced(
        _ generated: GeneratedWorld,
        _ search: inout Search
    ) async -> GeneratedWorld {
        var rest = generated
        for defect in generated.defects.reversed() {
            let fewer = rest.without(defect)
            if await search.isShown(by: fewer.world) { rest = fewer }
        }
        for defect in rest.defects where defect.variant > 0 {
            let simple = rest.replacing(defect, by: DrawnDefect(defect.name, at: defect.place))
            if await search.isShown(by: simple.world) { rest = simple }
        }
        return rest
    }

    /// The worlds that were tried, so that none is tried again: what one reduction takes away
    /// another may put back, and a search would go round for ever.
    private struct Search {
        private let minimiser: Minimiser
        private var tried: Set<World>
        private(set) var halt: String?

        init(_ minimiser: Minimiser, from world: World) {
            self.minimiser = minimiser
            tried = [world]
        }

        mutating func isShown(by world: World) async -> Bool {
            guard halt == nil, !tried.contains(world) else { return false }
            if minimiser.isStopped() {
                halt = "the run was interrupted"
            } else if tried.count > minimiser.tries {
                halt = "\(minimiser.tries) smaller worlds were tried"
            }
            guard halt == nil else { return false }
            tried.insert(world)
            return await minimiser.showing.holds(in: world)
        }
    }
}

extension GeneratedWorld {
    /// The same world with another defect in the place of one.
    func replacing(_ defect: DrawnDefect, by other: DrawnDefect) -> GeneratedWorld {
        GeneratedWorld(defects.map { $0 == defect ? other : $0 }, keys: keys)
    }
}
