import Basics

/// The corpus that jobs work on: in memory where there is room, since they write and remove a file
/// for most inputs that they keep.
struct LiveCorpus {
    private let folders: FuzzFolders

    init(_ folders: FuzzFolders) {
        self.folders = folders
    }

    /// The file system in memory (Linux, Documentation/filesystems/tmpfs.rst).
    private static let system = "/dev/shm"

    /// Copies the corpus to memory, if `room` bytes are free there beside it.
    func begin(room: Int) throws(Failure) {
        guard Environment.exists(Self.system), Files.isWritable(Self.system),
            try Disk.free(at: Self.system) >= Disk.used(by: folders.corpus).addingSaturated(room)
        else { return }
        let ours = "\(Self.system)/hatpin-\(Environment.user)"
        // Another user may have taken the name; the disk will do.
        guard (try? Files.makePrivateFolder(ours)) != nil else { return }
        let folder = "\(ours)/\(folders.target)-\(Environment.process)"
        try Files.removeTree(folder)
        // The link first: by it the next run finds the folder, should this process be killed here.
        try Files.link(folders.memory, to: folder)
        do {
            try Files.makeFolder(folder, mode: 0o700)
            for name in try Files.entries(of: folders.corpus) {
                let bytes = try Files.read("\(folders.corpus)/\(name)")
                try Files.write(bytes, to: "\(folder)/\(name)")
            }
        } catch {
            // Another program may have taken the room meanwhile; the disk will do.
            try remove()
        }
    }

    /// Writes what the corpus on the disk does not have.
    ///
    /// - Returns: how many inputs that were.
    @discardableResult
    func checkpoint() throws(Failure) -> Int {
        guard Environment.exists(folders.memory) else { return 0 }
        let kept = Set(try Files.entries(of: folders.corpus))
        var written = 0
        for name in try Files.entries(of: folders.memory) where !kept.contains(name) {
            // A job may remove it in the meantime, for a smaller one.
            guard let bytes = try? Files.read("\(folders.memory)/\(name)") else { continue }
            // Whole or not at all, should this process be killed here.
            try Files.write(bytes, to: folders.part)
            try Disk.move(folders.part, to: "\(folders.corpus)/\(name)")
            written += 1
        }
        return written
    }

    /// Writes what the corpus on the disk does not have, and goes on with that alone.
    ///
    /// - Returns: how many inputs that were.
    func end() throws(Failure) -> Int {
        let written = try checkpoint()
        try remove()
        return written
    }

    private func remove() throws(Failure) {
        // The link last: where it is there is something to be removed.
        if Environment.exists(folders.memory) {
            try Files.removeTree(Files.resolved(folders.memory))
        }
        try Files.removeTree(folders.memory)
    }
}
