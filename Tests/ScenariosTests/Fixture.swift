import FileFormat
import Foundation
import Testing

@testable import Scenarios

/// Scenario files in a folder of their own, gone when the test is over.
final class Fixture {
    let folder: String

    /// Writes files, given as text by path below the folder.
    init(_ files: [String: String]) throws {
        let unique = FileManager.default.temporaryDirectory.path + "/hatpin-" + UUID().uuidString
        folder = unique + "/Scenarios"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for (path, text) in files {
            let url = URL(fileURLWithPath: folder + "/" + path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url)
        }
    }

    deinit {
        try? FileManager.default.removeItem(
            at: URL(fileURLWithPath: folder).deletingLastPathComponent()
        )
    }

    func load() async -> ScenarioLibrary { await ScenarioLibrary.load([folder]) }
}

/// The folder of this test target.
let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path

/// The scenarios of one file, which must be sound.
func scenarios(_ text: String, name: String = "it") async throws -> [Scenario] {
    let fixture = try Fixture([name + ".yaml": text])
    let library = await fixture.load()
    try #require(library.diagnostics == [])
    return library.scenarios
}
