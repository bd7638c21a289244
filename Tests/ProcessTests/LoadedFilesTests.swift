import CommandWorkshop
import Testing

@testable import Process

@Suite("Files that a program has loaded", .blocking)
struct LoadedFilesTests {
    /// The executable is read in parts of one mebibyte.
    @Test(arguments: [0, 5, 1 << 20, (1 << 20) - 3, (1 << 20) - 9, (2 << 20) - 4])
    func `finds a text at any offset in the executable`(offset: Int) throws {
        let folder = try TemporaryFolder()
        let text = "GGo buildinf"
        let bytes = [UInt8](repeating: 71, count: offset) + Array(text.utf8.dropFirst())
        try folder.write(bytes, to: "program")
        let files = LoadedFiles(executable: folder.path + "/program", loaded: [])
        #expect(files.executableContains("Go buildinf"))
        #expect(!files.executableContains("Go buildinfo"))
        #expect(!files.executableContains(""))
        #expect(!LoadedFiles(executable: "/nonexistent", loaded: []).executableContains("G"))
    }

    /// The socket that the shell opens is inherited, unless the child closes it.
    @Test(arguments: [("env -i sleep 60", ["bash", "sleep"]), ("env -i sleep 60 3>&-", ["bash"])])
    func `finds a connected process by its environment, and its connected child`(
        child: String,
        expected: [String]
    ) throws {
        let entry = "HATPIN_OWN=\(UInt64.random(in: 0 ... .max))"
        let parts = entry.split(separator: "=").map(String.init)
        let invocation = ProgramInvocation(
            ["bash", "-c", "exec 3<>/dev/udp/127.0.0.1/9; \(child) & wait"],
            environment: ["PATH": "/usr/bin:/bin", parts[0]: parts[1]],
            ownVariable: parts[0],
            workingDirectory: "/"
        )
        var program = try RunningProgram(invocation)
        var found: [LoadedFiles] = []
        var names: [String] = []
        // The child takes a moment to execute another program.
        for _ in 0..<200 where names != expected {
            _ = program.wait(until: .now + .milliseconds(50))
            found = LoadedFiles.all(with: entry)
            names = found.compactMap { $0.executable.split(separator: "/").last.map(String.init) }
        }
        _ = program.end()
        #expect(names == expected, "\(found)")
        #expect(found.allSatisfy { $0.loaded.contains($0.executable) }, "\(found)")
    }
}
