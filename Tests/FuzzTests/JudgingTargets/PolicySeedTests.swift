import Basics
import TestSupport
import Testing

/// The seeds of `EvaluatePolicy`: random choices.
struct PolicySeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        var seeds: [String: [UInt8]] = [:]
        for index in 0..<24 {
            var choices = Choices(seed: 1, index: UInt64(index))
            // A setup takes about this many choices.
            seeds["choices-\(index)"] = (0..<40).map { _ in UInt8(choices.below(256)) }
        }
        try expectSeeds(seeds, of: "EvaluatePolicy")
    }
}
