import Basics
import ScenarioFormat

/// Hatpin's built-in scenarios, for the tests of several targets.
package enum RepositorySuite {
    /// The absolute path.
    package static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Scenarios"

    /// The library, read once for all tests of a process, because reading takes seconds in debug.
    package static var library: ScenarioLibrary {
        get async { await loading.value }
    }

    private static let loading = Task { await ScenarioLibrary.load([folder]) }

    /// Returns the elements that a build tests.
    ///
    /// A release build, which CI runs too, tests all elements. A debug build, in which each takes
    /// ten times as long, tests a tenth that a seed selects.
    package static func share<Element>(of all: [Element]) -> [Element] {
        #if DEBUG
            var generator = SplitMix64(seed: 1)
            return all.filter { _ in generator.below(10) == 0 }
        #else
            return all
        #endif
    }
}
