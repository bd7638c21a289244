import BuiltinFolders
import Foundation
import Testing
import X509

struct BuiltinFolderTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../..").standardized.path

    @Test(arguments: folders.map(\.name))
    func `a built-in folder contains every file of its original folder`(name: String) throws {
        let folder = try #require(Self.folders.first { $0.name == name })
        let original = Self.root + "/" + folder.name
        let names = try FileManager.default.subpathsOfDirectory(atPath: original).filter {
            var isFolder: ObjCBool = false
            let path = original + "/" + $0
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        #expect(folder.files.map(\.path) == names.sorted())
        for file in folder.files {
            let bytes = FileManager.default.contents(atPath: original + "/" + file.path)
            // Compares without the bytes in the message, which would help no reader.
            let isSame = Base64.decode(file.base64) == bytes.map(Array.init)
            #expect(isSame, "\(file.path)")
        }
    }

    private static let folders: [BuiltinFolder] = [.scenarios, .clients]

    @Test func `each built-in folder has a different version`() {
        #expect(Set(Self.folders.map(\.version)).count == Self.folders.count)
    }
}
