import CommandWorkshop
import Foundation
import Testing

@testable import ScenarioFormat

/// Scenario files in a temporary folder.
struct Fixture {
    private let temporary: TemporaryFolder

    /// Writes files, given as text by their paths in the folder.
    init(_ files: [String: String]) throws {
        temporary = try TemporaryFolder()
        try temporary.makeFolder("Scenarios")
        for (path, text) in files { try temporary.write(text.utf8, to: "Scenarios/" + path) }
    }

    var folder: String { temporary.path + "/Scenarios" }

    /// Makes a link in the folder.
    func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/" + path,
            withDestinationPath: destination
        )
    }

    func load() async -> ScenarioLibrary { await ScenarioLibrary.load([folder]) }
}

/// The folder of this test target.
let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path

/// Returns the scenarios of one file, which must not have faults.
func scenarios(_ text: String, name: String = "it") async throws -> [Scenario] {
    let fixture = try Fixture([name + ".yaml": text])
    let library = await fixture.load()
    try #require(library.diagnostics == [])
    return library.scenarios
}
