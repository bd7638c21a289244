import Foundation
import FuzzTargets
import JudgingTargets
import ServingTargets
import TestSupport
import Testing

/// Every committed seed and every past finding goes through its target on every test run.
struct ReplayTests {
    @Test(arguments: allTargets)
    func `seeds and past findings hold the property`(target: FuzzTarget) throws {
        let seeds = try inputs("Seeds", target.name)
        #expect(!seeds.isEmpty, "a target without seeds starts from nothing")
        for input in try seeds + inputs("Regressions", target.name) {
            let bytes = [UInt8](try Data(contentsOf: input))
            // A broken property ends the process, as it must for libFuzzer.
            #expect(bytes.withUnsafeBufferPointer(target.run) == 0)
        }
    }

    @Test func `every shell has a target, and every target a shell`() throws {
        let shells = try FileManager.default.contentsOfDirectory(
            atPath: fuzzFolder.appending(path: "Sources").path()
        )
        #expect(shells.sorted() == allTargets.map(\.name).sorted())
    }

    @Test func `every past finding is told of, and nothing else`() throws {
        let list = fuzzFolder.appending(path: "Regressions/README.md")
        let text = try String(contentsOf: list, encoding: .utf8)
        let told = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("- `") ? line.dropFirst(3).prefix { $0 != "`" } : nil
        }
        // Of all targets, those too that only their own runs replay.
        let targets = try FileManager.default.contentsOfDirectory(
            atPath: fuzzFolder.appending(path: "Seeds").path()
        )
        let kept = try targets.flatMap { target in
            try inputs("Regressions", target).map { "\(target)/\($0.lastPathComponent)" }
        }
        #expect(told.map(String.init).sorted() == kept.sorted())
        #expect(!text.contains("COMPLETE"), "a line that hatpin promote left to its author")
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
