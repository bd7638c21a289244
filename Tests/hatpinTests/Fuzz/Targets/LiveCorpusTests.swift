import Basics
import CommandWorkshop
import Testing

@testable import hatpin

/// The corpus that jobs use, in memory and on the disk.
@Suite(.blocking)
struct LiveCorpusTests {
    /// Returns a target of this name with an input in its corpus.
    private static func target(_ name: String, in workshop: Workshop) throws -> FuzzFolders {
        try workshop.write("a", to: "corpus/\(name)/old")
        let folders = try FuzzFolders(of: name, in: workshop)
        try Files.makeFolder(folders.work)
        return folders
    }

    @Test
    func `copies added inputs to the disk at a checkpoint, and leaves no files in shared memory`()
        throws
    {
        let workshop = try Workshop()
        let folders = try Self.target("CheckpointOfTests", in: workshop)
        let live = LiveCorpus(folders)
        try live.begin(room: 0)
        // Without a writable file system in memory, jobs work on the disk.
        let memory = Files.resolved(folders.live)
        try Files.write([0x62], to: "\(folders.live)/new")
        try live.checkpoint()
        #expect(workshop.read("corpus/CheckpointOfTests/new") == "b")
        #expect(try live.end() == 0)
        #expect(folders.live == folders.corpus)
        #expect(try Set(Files.entries(of: folders.corpus)) == ["old", "new"])
        #expect(memory == Files.resolved(folders.corpus) || !Files.exists(memory))
    }

    @Test func `recovers the inputs of a run that was killed`() throws {
        let workshop = try Workshop()
        let folders = try Self.target("KilledRunOfTests", in: workshop)
        try LiveCorpus(folders).begin(room: 0)
        let isInMemory = folders.live != folders.corpus
        try Files.write([0x62], to: "\(folders.live)/new")
        #expect(try LiveCorpus(folders).end() == (isInMemory ? 1 : 0))
        #expect(try Set(Files.entries(of: folders.corpus)) == ["old", "new"])
    }

    @Test func `works on the disk if shared memory has no room`() throws {
        let workshop = try Workshop()
        let folders = try Self.target("RoomOfTests", in: workshop)
        try LiveCorpus(folders).begin(room: .max)
        #expect(folders.live == folders.corpus)
    }

    @Test func `leaves no files in shared memory if the corpus cannot be copied`() throws {
        let workshop = try Workshop()
        let folders = try Self.target("CopyOfTests", in: workshop)
        try workshop.write("a", to: "corpus/CopyOfTests/folder/below")
        try LiveCorpus(folders).begin(room: 0)
        #expect(folders.live == folders.corpus)
        #expect(try Files.entries(of: folders.work).isEmpty)
        let users = try Files.entries(of: "/dev/shm").filter { $0.hasPrefix("hatpin-") }
        let left = users.flatMap { (try? Files.entries(of: "/dev/shm/\($0)")) ?? [] }
        #expect(!left.contains("CopyOfTests-\(Environment.process)"))
    }

    @Test func `removes from the corpus an input that breaks the target`() throws {
        let workshop = try Workshop()
        let folders = try Self.target("BreakingOfTests", in: workshop)
        try folders.forget(artifact: "\(folders.artifacts)/fast-crash-old")
        #expect(try Files.entries(of: folders.corpus).isEmpty)
        // A file that a user added may have any name.
        for (name, text) in [("mine.bin", "b"), ("other.bin", "c")] {
            try workshop.write(text, to: "corpus/BreakingOfTests/\(name)")
        }
        try Files.makeFolder(folders.artifacts)
        try Files.write([0x62], to: "\(folders.artifacts)/crash-0beec7b5")
        try folders.forget(artifact: "\(folders.artifacts)/crash-0beec7b5")
        #expect(try Files.entries(of: folders.corpus) == ["other.bin"])
    }
}
