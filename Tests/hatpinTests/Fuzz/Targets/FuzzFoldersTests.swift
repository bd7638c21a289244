import Foundation
import Testing

@testable import hatpin

struct FuzzFoldersTests {
    @Test("The command knows each target of the repository, and no other")
    func names() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL
        let manager = FileManager.default
        let names = try ["Fuzz/Sources", "Fuzz/Peers/Sources"].flatMap { folder in
            let path = root.appending(path: folder).path
            return try manager.contentsOfDirectory(atPath: path)
                .filter { manager.fileExists(atPath: "\(path)/\($0)/Shell.swift") }
        }
        #expect(FuzzFolders.all == names.sorted())
    }
}
