import Foundation
import Testing

/// The package `Fuzz` next to the tests.
package let fuzzFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz")

/// Expects that the committed seeds of a fuzz target are exactly these, by file name.
///
/// A missing seed is written and the test fails once, so that its author reads it before the
/// commit. A seed that differs stays as it is.
///
/// - Parameters:
///   - seeds: the bytes of the seeds by file name.
///   - target: the name of the fuzz target and of its folder.
/// - Throws: if the folder cannot be read or a missing seed cannot be written.
package func expectSeeds(_ seeds: [String: [UInt8]], of target: String) throws {
    let path = "Fuzz/Seeds/\(target)"
    let folder = fuzzFolder.appending(path: "Seeds/\(target)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, seed) in seeds {
        let file = folder.appending(path: name)
        guard let committed = try? Data(contentsOf: file) else {
            try Data(seed).write(to: file)
            Issue.record("recorded \(path)/\(name): run again")
            continue
        }
        #expect(
            committed == Data(seed),
            "\(path)/\(name) has changed; if the new seed is right, delete it and run again"
        )
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(
        Set(files) == Set(seeds.keys),
        "\(path) contains a file that is not one of the seeds; delete it"
    )
}
