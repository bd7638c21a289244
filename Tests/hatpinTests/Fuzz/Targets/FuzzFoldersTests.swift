import Foundation
import Testing

@testable import hatpin

struct FuzzFoldersTests {
    @Test func `the list of targets equals the targets in the repository`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
        let manager = FileManager.default
        let names = try ["Fuzz/Sources", "Fuzz/Peers/Sources"].flatMap { folder in
            let path = root.appending(path: folder).path
            return try manager.contentsOfDirectory(atPath: path)
                .filter { manager.fileExists(atPath: "\(path)/\($0)/EntryPoint.swift") }
        }
        #expect(FuzzFolders.all == names.sorted())
    }
}
