import Basics
import TestSupport
import Testing

/// The seeds of `ValidatePath`: random choices.
struct PathSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        var seeds = ["standard": [UInt8]()]
        for index in 0..<64 {
            var choices = Choices(seed: 2, index: UInt64(index))
            // A setup with four defects takes this many choices.
            seeds["choices-\(index)"] = (0..<24).map { _ in UInt8(choices.below(256)) }
        }
        try expectSeeds(seeds, of: "ValidatePath")
    }
}
