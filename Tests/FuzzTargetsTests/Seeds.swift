import Foundation
import FuzzTargets
import Testing

/// Expects that the committed seeds of a target are these, by file name, and no others.
///
/// A seed that is missing is written, and the test fails once, so that it is looked at before it
/// is committed.
func expectSeeds(_ seeds: [String: [UInt8]], of target: FuzzTarget) throws {
    let folder = fuzzFolder.appending(path: "Seeds/\(target.name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, seed) in seeds {
        let file = folder.appending(path: name)
        let committed = try? Data(contentsOf: file)
        #expect(committed == Data(seed), "\(name) was not there or has changed")
        if committed == nil { try Data(seed).write(to: file) }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(Set(files) == Set(seeds.keys), "a file that no seed is named after")
}
