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

    /// The elements that a build tests: all in release, which CI runs too.
    ///
    /// In debug, where each takes ten times as long, a tenth that a seed selects.
    package static func share<Element>(of all: [Element]) -> [Element] {
        #if DEBUG
            var generator = SplitMix64(seed: 1)
            return all.filter { _ in generator.below(10) == 0 }
        #else
            return all
        #endif
    }
}
