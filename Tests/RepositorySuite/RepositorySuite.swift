import Basics
import ScenarioFormat

/// Hatpin's own scenarios, for the tests of several targets.
package enum RepositorySuite {
    /// From the file system's root.
    package static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Scenarios"

    /// Read once for all tests of a process: in debug that takes seconds.
    package static var library: ScenarioLibrary {
        get async { await loading.value }
    }

    private static let loading = Task { await ScenarioLibrary.load([folder]) }

    /// The elements that a build tests: in debug, where deciding one costs ten times as much, a tenth
    /// that a seed chooses; in release, which CI runs too, all.
    package static func share<Element>(of all: [Element]) -> [Element] {
        #if DEBUG
            var generator = SplitMix64(seed: 1)
            return all.filter { _ in generator.below(10) == 0 }
        #else
            return all
        #endif
    }
}
