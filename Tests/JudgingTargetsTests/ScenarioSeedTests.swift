import Foundation
import TestSupport
import Testing

/// The seeds of `LoadScenario`: the valid and invalid texts of the loader's own tests.
struct ScenarioSeedTests {
    @Test func `the committed texts are those of the loader's tests`() throws {
        let folder = fuzzFolder.deletingLastPathComponent().appending(path: "Tests/ScenariosTests")
        var seeds: [String: [UInt8]] = [:]
        for part in ["Rejected", "Scenarios"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: part),
                includingPropertiesForKeys: nil
            )
            for file in files where file.pathExtension == "yaml" {
                seeds[file.lastPathComponent] = [UInt8](try Data(contentsOf: file))
            }
        }
        try expectSeeds(seeds, of: "LoadScenario")
    }
}
