import Basics
import TestSupport
import Testing

/// The seeds of `ValidatePath`: choices from a random generator.
struct PathSeedTests {
    @Test func `the committed choices are the generator's`() throws {
        var seeds = ["standard": [UInt8]()]
        for index in 0..<64 {
            var choices = Choices(seed: 2, index: UInt64(index))
            // A setup of four defects takes this many choices.
            seeds["choices-\(index)"] = (0..<24).map { _ in UInt8(choices.below(256)) }
        }
        try expectSeeds(seeds, of: "ValidatePath")
    }
}
