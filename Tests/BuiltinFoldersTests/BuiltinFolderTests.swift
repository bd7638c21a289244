import BuiltinFolders
import Foundation
import Testing
import X509

struct BuiltinFolderTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../..").standardized.path

    @Test(
        "The built-in files are those of the folder, byte by byte",
        arguments: folders.map(\.name)
    )
    func isTheFolder(name: String) throws {
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
            // A failure that shows the bytes of both helps no reader.
            let isSame = Base64.decode(file.base64) == bytes.map(Array.init)
            #expect(isSame, "\(file.path)")
        }
    }

    private static let folders: [BuiltinFolder] = [.scenarios, .clients]

    @Test func foldersAreToldApart() {
        #expect(Set(Self.folders.map(\.version)).count == Self.folders.count)
    }
}
