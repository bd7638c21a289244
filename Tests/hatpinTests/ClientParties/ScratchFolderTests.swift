import Basics
import CommandWorkshop
import Testing

@testable import hatpin

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folders that killed runs leave in the temporary folder.
@Suite(.blocking) struct ScratchFolderTests {
    /// Returns the number of a process that has exited.
    private static func goneProcess(_ workshop: Workshop) throws -> Int32 {
        let line = workshop.shell("sh -c 'echo $$'").output
        return try #require(Int32(line.prefix { $0 != "\n" }))
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The name of the folder.
        ///
        /// In the name, `GONE` stands for the number of a process that has exited, and `HERE` for
        /// the number of this process.
        let name: String
        var mode: mode_t = 0o700
        var isLink = false
        var isRemoved = false
    }

    @Test(arguments: [
        Example(
            testDescription: "of a dead process",
            name: "hatpin-GONE-7",
            isRemoved: true
        ),
        Example(testDescription: "of a running process", name: "hatpin-HERE-7"),
        Example(testDescription: "with another name", name: "hatpin-GONE"),
        Example(testDescription: "with a longer name", name: "hatpin-GONE-7-x"),
        Example(testDescription: "with a number that is too large", name: "hatpin-99999999999-7"),
        Example(testDescription: "that others can enter", name: "hatpin-GONE-7", mode: 0o755),
        Example(testDescription: "after a link", name: "hatpin-GONE-7", isLink: true),
    ])
    func `the next run removes a folder only if a run that has ended made the folder`(
        example: Example
    ) throws {
        let workshop = try Workshop(["elsewhere/kept": "text"])
        let gone = try Self.goneProcess(workshop)
        let name = example.name.replacing("GONE", with: "\(gone)")
            .replacing("HERE", with: "\(getpid())")
        let path = "\(workshop.folder)/\(name)"
        if example.isLink {
            try #require(symlink("elsewhere", path) == 0)
        } else {
            try Files.makeFolder(path + "/1/home")
            try Files.write([], to: path + "/1/home/file")
            chmod(path, example.mode)
        }
        let site = try ScratchFolder(in: workshop.folder)
        #expect(Files.exists(path) == !example.isRemoved)
        #expect(workshop.read("elsewhere/kept") == "text")
        site.remove()
        #expect(!Files.exists(site.path))
    }

    @Test func `keeps a folder while a process holds its lock, even if its process ID is unused`()
        throws
    {
        let workshop = try Workshop([:])
        let gone = try Self.goneProcess(workshop)
        let path = "\(workshop.folder)/hatpin-\(gone)-7"
        try Files.makeFolder(path, mode: 0o700)
        // This lock is like the lock of a process in another container, whose process number means
        // nothing here.
        let lock = try FileLock(path + "/lock", held: "")
        try ScratchFolder(in: workshop.folder).remove()
        #expect(Files.exists(path))
        withExtendedLifetime(lock) {}
    }
}
