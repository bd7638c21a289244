import ScenarioFormat
import Testing

@testable import Campaigns

/// Findings of campaigns as scenario files.
struct WrittenSetupTests {
    @Test(arguments: Defect.catalogue)
    func `writes every variant of a defect as a scenario`(_ defect: Defect) throws {
        for place in defect.places {
            var seen: Set<Setup> = []
            for variant in 0..<DrawnDefect.variants {
                let drawn = DrawnDefect(defect.name, at: place, variant: variant)
                let setup = GeneratedSetup([drawn]).setup
                guard seen.insert(setup).inserted else { continue }
                try expectWritable(setup, drawn.label)
            }
        }
    }

    @Test func `writes generated setups as scenarios`() throws {
        for index in 0..<300 as Range<UInt64> {
            let generated = GeneratedSetup(seed: 11, index: index)
            let label = generated.defects.map(\.label).joined(separator: ", ")
            try expectWritable(generated.setup, label)
        }
    }

    /// Writes the file, which checks that it reads back as the same setup.
    private func expectWritable(_ setup: Setup, _ label: String) throws {
        do {
            _ = try ScenarioText("generated", about: "Is \(label).", in: setup).file()
        } catch {
            Issue.record("\(label): \(error)")
        }
    }
}
