import BuiltinScenarios
import Foundation
import PKIX
import Testing

struct BuiltinScenariosTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../Scenarios").standardized.path

    @Test("The built-in files are those of Scenarios, octet by octet")
    func isTheSuite() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder).filter {
            var isFolder: ObjCBool = false
            let path = Self.folder + "/" + $0
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        let files = BuiltinScenarios.files
        #expect(files.map(\.path) == names.sorted())
        for file in files {
            let original = FileManager.default.contents(atPath: Self.folder + "/" + file.path)
            #expect(Base64.decode(file.base64) == original.map(Array.init), "\(file.path)")
        }
    }
}
