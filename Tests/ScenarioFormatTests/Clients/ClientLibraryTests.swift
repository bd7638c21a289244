import Foundation
import Testing

@testable import ScenarioFormat

struct ClientLibraryTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../Clients").standardized.path

    @Test func `reads and writes the definitions of the repository`() throws {
        let library = ClientLibrary(folders: [Self.folder])
        let files = try library.readAll()
        #expect(files.flatMap(\.diagnostics) == [])
        let clients = files.compactMap(\.client)
        #expect(try library.names == clients.map(\.name))
        for client in clients {
            var layout = Layout()
            for entry in try #require(try client.written()).entries { layout.add(entry) }
            let file = ClientFile(of: Array(layout.text.utf8), at: "\(client.name).yaml")
            var read = try #require(file.client, "\(client.name)")
            (read.file, read.folder, read.built) = (client.file, client.folder, client.built)
            read.libraryReasons = client.libraryReasons
            (read.plain, read.libraryTitle) = (client.plain, client.libraryTitle)
            #expect(read == client, "\(client.name)")
        }
    }

    /// The command extracts its built-in folder as files without the executable bit.
    @Test func `starts programs next to a definition by their interpreter`() throws {
        for client in try ClientLibrary(folders: [Self.folder]).readAll().compactMap(\.client) {
            let commands = [client.command, client.addressCommand, client.worker].compactMap(\.self)
            for command in commands + client.prepare {
                let program = try #require(command.words.first)
                #expect(!program.placeholders.contains(.definition), "\(client.name)")
            }
        }
    }

    @Test func `looks a client's name up in the order of folders`() throws {
        let folder = try Folder()
        try folder.write("a/x.yaml", "client: x\nabout: first.\ncommand: x {ca} {url}\n")
        try folder.write("b/x.yaml", "client: x\nabout: second.\ncommand: x {ca} {url}\n")
        try folder.write("b/y.yaml", "client: y\nabout: other.\ncommand: y {ca} {url}\n")
        try folder.write("b/.hidden.yaml", "no definition")
        try folder.write("b/readme.txt", "no definition")
        let library = ClientLibrary(folders: [folder.path + "/a", folder.path + "/b"])
        #expect(try library.names == ["x", "y"])
        #expect(try library.client("x").about == "first.")
        #expect(try library.client(folder.path + "/b/x.yaml").about == "second.")
        let client = try library.client("y")
        #expect(client.folder == folder.path + "/b")
        #expect(client.built == folder.path + "/.clients/y")
        let elsewhere = ClientLibrary(folders: library.folders, builtRoot: "/built")
        #expect(try elsewhere.client("y").built == "/built/y")
    }

    @Test func `follows a link inside a folder of definitions, but none out of the folder`() throws
    {
        let folder = try Folder()
        try folder.write("out/z.yaml", "client: z\nabout: secret.\ncommand: z {ca} {url}\n")
        try folder.write("in/deep/y.yaml", "client: y\nabout: first.\ncommand: y {ca} {url}\n")
        for (name, destination) in [("y", "deep/y.yaml"), ("z", "../out/z.yaml")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/in/\(name).yaml",
                withDestinationPath: destination
            )
        }
        let library = ClientLibrary(folders: [folder.path + "/in/"])
        let files = try library.readAll()
        #expect(files.map { $0.client?.name } == ["y", nil])
        #expect(
            files.flatMap(\.diagnostics).map(\.problem)
                == ["cannot read: it is outside the folder of definitions"]
        )
        #expect(try library.client("y").about == "first.")
        #expect(throws: ClientLookupError.self) { try library.client("z") }
        // The user may name the file.
        #expect(try library.client(folder.path + "/in/z.yaml").about == "secret.")
    }

    @Test func `reports a definition with the extension .yml`() throws {
        let folder = try Folder()
        try folder.write("x.yml", "client: x\nabout: first.\ncommand: x {ca} {url}\n")
        let files = try ClientLibrary(folders: [folder.path]).readAll()
        #expect(files.flatMap(\.diagnostics).map(\.code.rawValue) == ["C008"])
    }

    @Test func `throws an error for unknown and faulty definitions`() throws {
        let folder = try Folder()
        try folder.write("x.yaml", "client: x\nabout: first.\ncommand: x {url}\n")
        let library = ClientLibrary(folders: [folder.path])
        #expect(throws: ClientLookupError.unknown("z", of: .client, known: ["x"])) {
            try library.client("z")
        }
        #expect(throws: ClientLookupError.self) { try library.client("x") }
        #expect(throws: ClientLookupError.self) { try library.client("nowhere/x.yaml") }
        let missing = ClientLibrary(folders: [folder.path + "/nowhere"])
        #expect(throws: ClientLookupError.self) { try missing.names }
        #expect(throws: ClientLookupError.self) { try missing.client("x") }
    }
}

/// A folder for a test, removed with it.
final class Folder {
    let path: String

    init() throws {
        let url = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.resolvingSymlinksInPath().path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
        let url = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }
}
