import Foundation
import TestSupport
import Testing

@testable import Lint

/// The seeds of `ReviewFile` and `FixFile`.
///
/// `ReviewFile` has the settings files with mistakes from the samples of rules, and all files from
/// the configuration tests, some reviewed within a project. `FixFile` has every fifth of them. No
/// target starts ast-grep, so source code is of no use to them, except for commands of a shell in
/// `ReviewFile`.
struct ReviewSeedTests {
    @Test func `the committed seeds equal the test files`() throws {
        var seeds: [String: [UInt8]] = [:]
        for rule in SourceRules.builtIn.rules {
            for (index, sample) in rule.bad.enumerated() where !sample.file.isEmpty {
                seeds["\(rule.id)-\(index + 1)"] = Array("\(sample.file)\n\(sample.code)".utf8)
            }
        }
        let folder = fuzzFolder.deletingLastPathComponent()
            .appending(path: "Tests/LintTests/ConfigurationReview/Files")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        for (index, path) in files.sorted().enumerated() {
            let file = folder.appending(path: path)
            var isFolder: ObjCBool = false
            try #require(
                FileManager.default.fileExists(atPath: file.path(), isDirectory: &isFolder)
            )
            guard !isFolder.boolValue else { continue }
            let data = try Data(contentsOf: file)
            // Without a file extension, so that linters do not treat it as a file of the project.
            let name = path.replacing(/[\/.]/, with: "-")
            // Without the folder of the system.
            let shown = path.drop { $0 != "/" }.dropFirst()
            let isOfProject = index.isMultiple(of: 4)
            seeds[name] = Array("\(isOfProject ? "app/" : "")\(shown)\n".utf8) + [UInt8](data)
        }
        let commands = SourceRules.builtIn.rules.compactMap { rule in
            rule.bad.first { $0.language == .bash }.map { sample in
                ("\(rule.id)-command", Array("a.sh\n\(sample.code)".utf8))
            }
        }
        try expectSeeds(seeds.merging(commands) { $1 }, of: "ReviewFile")
        let some = Set(
            seeds.keys.sorted().enumerated().filter { $0.offset.isMultiple(of: 5) }.map(\.element)
        )
        try expectSeeds(seeds.filter { some.contains($0.key) }, of: "FixFile")
    }
}
