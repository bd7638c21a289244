import Foundation
import TestSupport
import Testing

/// The seeds of `ReviewFile`: the mistaken files of the tests of source code, and all files of those of
/// configurations; those that have folders are reviewed in a project.
struct ReviewSeedTests {
    @Test func `the committed files are those of the tests`() throws {
        var seeds: [String: [UInt8]] = [:]
        for test in CutFileTests.cases {
            let isFirst = seeds[test.rule] == nil
            let number = seeds.count { $0.key.hasPrefix("\(test.rule)-") }
            let name = isFirst ? test.rule : "\(test.rule)-\(number + 2)"
            seeds[name] = Array("\(test.file)\n\(test.wrong)".utf8)
        }
        let folder = fuzzFolder.deletingLastPathComponent()
            .appending(path: "Tests/ConfigurationReviewTests/Files")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        for path in files {
            let file = folder.appending(path: path)
            guard !file.hasDirectoryPath, let data = try? Data(contentsOf: file) else { continue }
            let name = path.replacing("/", with: "-")
            // Without the system's folder.
            let shown = path.drop { $0 != "/" }.dropFirst()
            seeds[name] = Array("\(shown)\n".utf8) + [UInt8](data)
        }
        try expectSeeds(seeds, of: "ReviewFile")
    }
}
