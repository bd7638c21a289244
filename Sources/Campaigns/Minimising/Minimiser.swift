import Scenarios

/// Brings a world down to the smallest that still shows something.
package struct Minimiser: Sendable {
    private let showing: Showing

    /// Looks for the smallest world that shows this.
    package init(_ showing: Showing) {
        self.showing = showing
    }

    /// Takes away defects, then their variants, then all that a declaration can do without, until
    /// nothing more can go.
    ///
    /// - Parameter generated: a world that shows it.
    /// - Returns: one that shows it, and none of the simpler ones that were tried does.
    package func smallest(_ generated: GeneratedWorld) async -> World {
        var world = await reduced(generated).world
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for reduction in Reduction.all {
                var number = 0
                // What was taken away makes room for the next of its kind at the same place.
                while let simpler = reduction.candidate(number, of: world) {
                    if simpler != world, await showing.holds(in: simpler) {
                        world = simpler
                        isSmaller = true
                    } else {
                        number += 1
                    }
                }
            }
        }
        return world
    }

    private func reduced(_ generated: GeneratedWorld) async -> GeneratedWorld {
        var rest = generated
        for defect in generated.defects.reversed() {
            let fewer = rest.without(defect)
            if await showing.holds(in: fewer.world) { rest = fewer }
        }
        for defect in rest.defects where defect.variant > 0 {
            let simple = rest.replacing(defect, by: DrawnDefect(defect.name, at: defect.place))
            if await showing.holds(in: simple.world) { rest = simple }
        }
        return rest
    }
}

extension GeneratedWorld {
    /// The same world with another defect in the place of one.
    func replacing(_ defect: DrawnDefect, by other: DrawnDefect) -> GeneratedWorld {
        GeneratedWorld(defects.map { $0 == defect ? other : $0 }, keys: keys)
    }
}
