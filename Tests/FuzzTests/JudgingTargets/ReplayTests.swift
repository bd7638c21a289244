import Foundation
import FuzzTargets
import JudgingTargets
import ServingTargets
import TestSupport
import Testing

/// Runs every committed seed and every past finding through its target.
struct ReplayTests {
    @Test(arguments: allTargets)
    func `every target keeps its property for seeds and past findings`(target: FuzzTarget) throws {
        let seeds = try inputs("Seeds", target.name)
        #expect(!seeds.isEmpty, "the target has no seeds")
        for input in try seeds + inputs("Regressions", target.name) {
            let bytes = [UInt8](try Data(contentsOf: input))
            // A broken property ends the process, as libFuzzer requires.
            #expect(bytes.withUnsafeBufferPointer(target.run) == 0)
        }
    }

    @Test func `every target has an entry point, and every entry point has a target`() throws {
        let entryPoints = try FileManager.default.contentsOfDirectory(
            atPath: fuzzFolder.appending(path: "Sources").path()
        )
        #expect(entryPoints.sorted() == allTargets.map(\.name).sorted())
    }

    @Test func `the list of regressions describes exactly the committed regressions`() throws {
        let list = fuzzFolder.appending(path: "Regressions/README.md")
        let text = try String(contentsOf: list, encoding: .utf8)
        let described = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("- `") ? line.dropFirst(3).prefix { $0 != "`" } : nil
        }
        // Reads the findings of all targets, also of targets that this test does not replay.
        let targets = try FileManager.default.contentsOfDirectory(
            atPath: fuzzFolder.appending(path: "Seeds").path()
        )
        let kept = try targets.flatMap { target in
            try inputs("Regressions", target).map { "\(target)/\($0.lastPathComponent)" }
        }
        #expect(described.map(String.init).sorted() == kept.sorted())
        #expect(!text.contains("COMPLETE"), "a line that hatpin promote wrote is not completed")
    }

    private func inputs(_ kind: String, _ target: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: fuzzFolder.appending(path: kind).appending(path: target),
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
    }
}

private let allTargets = FuzzTarget.decoding + FuzzTarget.serving + FuzzTarget.judging

extension FuzzTarget: CustomTestStringConvertible {
    /// The name of the target.
    public var testDescription: String { name }
}
