import BuiltinFolders
import Testing
import X509

@testable import hatpin

struct BuiltinScenarioTests {
    @Test func `a file is built-in only if its path and its bytes equal those of a built-in file`()
        throws
    {
        let file = try #require(BuiltinFolder.scenarios.files.first { $0.path.hasSuffix(".yaml") })
        let bytes = try #require(Base64.decode(file.base64))
        #expect(BuiltinFolder.isScenario(file.path, bytes))
        #expect(!BuiltinFolder.isScenario("other/" + file.path, bytes))
        #expect(!BuiltinFolder.isScenario(file.path, bytes + [0x0a]))
        #expect(!BuiltinFolder.isScenario(file.path, Array(bytes.dropLast()) + [0x23]))
    }
}
