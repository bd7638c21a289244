import Foundation
import Testing

/// The package `Fuzz` beside the tests.
package let fuzzFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz")

/// Expects that the committed seeds of a fuzz target are these, by file name, and no others.
///
/// A missing seed is written, and the test fails once, so that its author looks at it before
/// committing it.
///
/// - Parameters:
///   - seeds: their bytes by file name.
///   - target: the fuzz target's name, which is the name of the folder.
/// - Throws: If the folder cannot be read or a missing seed cannot be written.
package func expectSeeds(_ seeds: [String: [UInt8]], of target: String) throws {
    let folder = fuzzFolder.appending(path: "Seeds/\(target)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, seed) in seeds {
        let file = folder.appending(path: name)
        let committed = try? Data(contentsOf: file)
        #expect(committed == Data(seed), "\(name) was not there or has changed")
        if committed == nil { try Data(seed).write(to: file) }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(Set(files) == Set(seeds.keys), "a file is in the folder and not among the seeds")
}
