import Foundation
import TestSupport
import Testing

/// The seeds of `ReviewFile`: a mistaken file for each rule of source code, and configurations with
/// mistakes.
struct ReviewSeedTests {
    @Test func `the committed files are those of the tests`() throws {
        var seeds: [String: [UInt8]] = [:]
        for test in CutFileTests.cases where seeds[test.rule] == nil {
            seeds[test.rule] = Array("\(test.file)\n\(test.wrong)".utf8)
        }
        let folder = fuzzFolder.deletingLastPathComponent()
            .appending(path: "Tests/ConfigurationReviewTests/Files")
        for part in ["Android", "Headers", "InfoPlist", "TrustKit"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: part),
                includingPropertiesForKeys: nil
            )
            for file in files where ["xml", "plist", "conf"].contains(file.pathExtension) {
                let name = file.lastPathComponent
                seeds["\(part)-\(name)"] =
                    Array("\(name)\n".utf8) + [UInt8](try Data(contentsOf: file))
            }
        }
        try expectSeeds(seeds, of: "ReviewFile")
    }
}
