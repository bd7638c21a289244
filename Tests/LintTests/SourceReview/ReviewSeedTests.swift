import Foundation
import TestSupport
import Testing

/// The seeds of `ReviewFile` and `FixFile`.
///
/// `ReviewFile` has the files with mistakes from the source code tests, and all files from the
/// configuration tests, some reviewed within a project. `FixFile` has every fifth of them.
struct ReviewSeedTests {
    @Test func `the committed seeds equal the test files`() throws {
        var seeds: [String: [UInt8]] = [:]
        for test in CutFileTests.cases {
            let isFirst = seeds[test.rule] == nil
            let number = seeds.count { $0.key.hasPrefix("\(test.rule)-") }
            let name = isFirst ? test.rule : "\(test.rule)-\(number + 2)"
            let file = test.project.isEmpty ? test.file : "app/\(test.file)"
            seeds[name] = Array("\(file)\n\(test.wrong)".utf8)
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
        seeds["raw-string"] = Array("a.cpp\nauto s = R\"a(curl -k \")a\";\n".utf8)
        seeds["listed-variable"] = Array(
            "a.js\nspawn('node', { env: { A: 1, NODE_TLS_REJECT_UNAUTHORIZED: '0' } });\n".utf8
        )
        try expectSeeds(seeds, of: "ReviewFile")
        let some = Set(
            seeds.keys.sorted().enumerated().filter { $0.offset.isMultiple(of: 5) }.map(\.element)
        )
        try expectSeeds(seeds.filter { some.contains($0.key) }, of: "FixFile")
    }
}
