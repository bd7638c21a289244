import ScenarioFormat
import Testing

@testable import Campaigns

/// A finding of a campaign becomes a scenario file.
struct WrittenWorldTests {
    @Test(arguments: Defect.catalogue)
    func `every variant of a defect can be written as a scenario`(_ defect: Defect) throws {
        for place in defect.places {
            var seen: Set<World> = []
            for variant in 0..<DrawnDefect.variants {
                let drawn = DrawnDefect(defect.name, at: place, variant: variant)
                let world = GeneratedWorld([drawn]).world
                guard seen.insert(world).inserted else { continue }
                try expectWritable(world, drawn.label)
            }
        }
    }

    @Test func `generated worlds can be written as scenarios`() throws {
        for index in 0..<300 as Range<UInt64> {
            let generated = GeneratedWorld(seed: 11, index: index)
            let label = generated.defects.map(\.label).joined(separator: ", ")
            try expectWritable(generated.world, label)
        }
    }

    /// Writes the file, which checks that it reads back as the same world.
    private func expectWritable(_ world: World, _ label: String) throws {
        do {
            _ = try ScenarioText("generated", about: "Is \(label).", in: world).file()
        } catch {
            Issue.record("\(label): \(error)")
        }
    }
}
