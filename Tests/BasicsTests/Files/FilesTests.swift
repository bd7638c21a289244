import CommandWorkshop
import Testing

@testable import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Files", .blocking)
struct FilesTests {
    @Test func `reads a file as written, and replaces an older file`() throws {
        let workshop = try Workshop(["a": "older and longer"])
        let folder = workshop.folder
        // The folder is removed together with the workshop.
        defer { withExtendedLifetime(workshop) {} }
        try Files.makeFolder("\(folder)/b/c")
        for path in ["\(folder)/a", "\(folder)/b/c/d"] {
            try Files.write(Array("text".utf8), to: path)
            #expect(try Files.read(path) == Array("text".utf8))
        }
    }

    @Test(arguments: [(0o644, 0o644, 0o644), (0o640, 0o644, 0o640), (0o644, 0o600, 0o600)])
    func `a replaced file keeps its mode, unless its new content is private`(
        old: mode_t,
        stated: mode_t,
        mode: mode_t
    ) throws {
        let workshop = try Workshop(["file": "old"])
        let path = workshop.folder + "/file"
        chmod(path, old)
        try Files.write(Array("new".utf8), to: path, mode: stated)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
        #expect(try Files.read(path) == Array("new".utf8))
        #expect(try Files.entries(of: workshop.folder) == ["file"])
    }

    @Test(.enabled(if: geteuid() == 0))
    func `a file that root replaces keeps its owner, unless its new content is private`() throws {
        let workshop = try Workshop(["file": "old"])
        let path = workshop.folder + "/file"
        var status = stat()
        #expect(chown(path, 12, 34) == 0)
        try Files.replace(path, by: Array("new".utf8))
        #expect(stat(path, &status) == 0 && status.st_uid == 12 && status.st_gid == 34)
        try Files.write(Array("report".utf8), to: path, mode: 0o644)
        #expect(stat(path, &status) == 0 && status.st_uid == 12 && status.st_gid == 34)
        try Files.write(Array("key".utf8), to: path, mode: 0o600)
        #expect(stat(path, &status) == 0 && status.st_uid == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `checks that a file can be written without changing it`() throws {
        let workshop = try Workshop(["file": "old"])
        try Files.requireWritable(workshop.folder + "/file")
        #expect(workshop.read("file") == "old")
        #expect(throws: Failure.self) { try Files.requireWritable(workshop.folder + "/no/file") }
    }

    @Test func `keeps the first file if several writers use writeOnce`() throws {
        let workshop = try Workshop([:])
        let path = workshop.folder + "/seed"
        for text in ["1", "2"] {
            try Files.writeOnce(Array(text.utf8), to: path, mode: 0o600)
            #expect(try Files.read(path) == Array("1".utf8))
        }
        #expect(try Files.entries(of: workshop.folder) == ["seed"])
    }

    @Test(arguments: [(3, true), (4, false)])
    func `returns nil for a file above the limit`(_ limit: Int, _ isTooMuch: Bool) throws {
        let workshop = try Workshop(["a": "four"])
        #expect((try Files.read("\(workshop.folder)/a", limit: limit) == nil) == isTooMuch)
    }

    @Test(
        arguments: [
            ("inside/a", 4, nil), ("inside/near", 4, nil), ("inside/a", 3, .tooLarge(3)),
            ("inside/far", 4, .outside), ("b", 4, .outside), ("inside", 9_999, .notRegular),
            ("inside/pipe", 4, .notRegular), ("inside/none", 4, .system(errno: ENOENT)),
        ] as [(String, Int, FileError?)]
    )
    func `reads regular files of a folder up to a limit`(
        _ name: String,
        _ limit: Int,
        _ error: FileError?
    ) throws {
        let workshop = try Workshop(["inside/a": "four", "b": "four"])
        let setup = "mkfifo inside/pipe && ln -s a inside/near && ln -s ../b inside/far"
        #expect(workshop.shell(setup).exit == 0)
        let root = try Files.absolute(workshop.folder + "/inside")
        let result = Result { () throws(FileError) in
            try Files.readRegular("\(workshop.folder)/\(name)", limit: limit, inside: root)
        }
        #expect(result == (error.map { .failure($0) } ?? .success(Array("four".utf8))))
    }

    @Test func `refuses a named pipe without opening it`() throws {
        let workshop = try Workshop()
        #expect(workshop.shell("mkfifo pipe").exit == 0)
        let path = "\(workshop.folder)/pipe"
        #expect(Files.isNamedPipe(path))
        #expect(throws: Failure.namedPipe(path)) { try Files.read(path) }
    }

    @Test(arguments: [(["old"], "old"), ([], "new")])
    func `moves a finished folder to its final path, unless a folder with content is already there`(
        _ there: [String],
        _ content: String
    ) throws {
        let files = there.map { ("place/file", $0) } + [("made/file", "new")]
        let workshop = try Workshop(Dictionary(uniqueKeysWithValues: files))
        try Files.settle("\(workshop.folder)/made", as: "\(workshop.folder)/place")
        #expect(workshop.read("place/file") == content)
        #expect(try Files.entries(of: workshop.folder) == ["place"])
    }

    @Test(arguments: [(0o600, true, true), (0o644, false, true), (0o666, false, false)])
    func `reports whether a file is private and belongs to the current user`(
        _ mode: mode_t,
        _ isPrivate: Bool,
        _ isOwn: Bool
    ) throws {
        let workshop = try Workshop(["file": ""])
        let path = workshop.folder + "/file"
        chmod(path, mode)
        #expect(workshop.shell("ln -s file link").exit == 0)
        let status = try FileStatus(path)
        #expect([status.isPrivate, status.isOwn] == [isPrivate, isOwn])
        #expect(Files.kind(of: path) == .file && Files.kind(of: path + "/none") == nil)
        #expect(Files.kind(of: workshop.folder + "/link") == .link)
        #expect(try !FileStatus(workshop.folder + "/link").isOwn)
    }

    @Test(arguments: [("kept/a/b", "kept", true), ("file/a", "file", false)])
    func `creates missing folders`(_ path: String, _ nearest: String, _ isWritable: Bool) throws {
        let workshop = try Workshop(["kept/x": "x", "file": "y"])
        #expect(
            Files.nearestFolder(of: "\(workshop.folder)/\(path)") == "\(workshop.folder)/\(nearest)"
        )
        #expect(Files.isWritable("\(workshop.folder)/\(nearest)") == isWritable)
        #expect(Files.nearestFolder(of: "none") == ".")
        #expect(Files.nearestFolder(of: "/none/of/it") == "/")
        #expect(!Files.isWritable("/proc"))
    }

    @Test func `removes a link and keeps its target`() throws {
        let workshop = try Workshop(["kept/a": "a", "gone/b": "b"])
        #expect(workshop.shell("ln -s ../kept gone/link").exit == 0)
        try Files.removeTree("\(workshop.folder)/gone")
        #expect(!Files.exists("\(workshop.folder)/gone"))
        #expect(Files.exists("\(workshop.folder)/kept/a"))
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let message: String
        let body: @Sendable (_ folder: String) throws -> Void
    }

    @Test(arguments: [
        Fault(testDescription: "no file", message: "cannot read FOLDER/none: No such file") {
            _ = try Files.read("\($0)/none")
        },
        Fault(testDescription: "a folder below a file", message: "cannot create FOLDER/a: File") {
            try Files.makeFolder("\($0)/a/b")
        },
        Fault(testDescription: "a folder in a file's place", message: "cannot write FOLDER: Is a") {
            try Files.write([], to: $0)
        },
    ])
    func `reports the failure of an operation on a file`(_ fault: Fault) throws {
        let workshop = try Workshop(["a": ""])
        let folder = workshop.folder
        defer { withExtendedLifetime(workshop) {} }
        let failure = #expect(throws: Failure.self) { try fault.body(folder) }
        let message = failure?.message.replacing(folder, with: "FOLDER") ?? ""
        #expect(failure?.kind == .environment)
        #expect(message.hasPrefix(fault.message))
    }

    @Test func `only one holder at a time gets a lock`() throws {
        let workshop = try Workshop()
        let path = "\(workshop.folder)/lock"
        var lock: FileLock? = try FileLock(path, held: "taken")
        #expect(throws: Failure(.environment, "taken")) { try FileLock(path, held: "taken") }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try FileLock(path, held: "taken")
    }
    /// Closing a descriptor twice could close a file that another thread opened in between.
    @Test func `a refused lock closes no file of another thread`() async throws {
        let workshop = try Workshop()
        let path = "\(workshop.folder)/lock"
        let lock = try FileLock(path, held: "taken")
        defer { withExtendedLifetime((workshop, lock)) {} }
        let refusals = Task.detached {
            (0..<5_000).count { _ in (try? FileLock(path, held: "taken")) == nil }
        }
        var lost = 0
        for _ in 0..<50_000 {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            if file >= 0, close(file) != 0 { lost += 1 }
        }
        #expect(await refusals.value == 5_000)
        #expect(lost == 0)
    }
}
