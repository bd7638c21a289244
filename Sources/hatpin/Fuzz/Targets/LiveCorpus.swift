import Basics

/// The corpus of the jobs.
///
/// The corpus is in memory if there is space, since jobs write a file for each new input, which
/// every other job reads.
struct LiveCorpus {
    private let folders: FuzzFolders

    init(_ folders: FuzzFolders) {
        self.folders = folders
    }

    /// The file system in memory (Linux, Documentation/filesystems/tmpfs.rst).
    private static let system = "/dev/shm"

    /// Copies the corpus to memory, if `room` more bytes are free there.
    func begin(room: Int) throws(Failure) {
        guard Files.exists(Self.system), Files.isWritable(Self.system),
            try Disk.free(at: Self.system) >= Disk.used(by: folders.corpus).addingSaturated(room)
        else { return }
        let ours = "\(Self.system)/hatpin-\(Environment.user)"
        // If another user owns the folder in memory, the corpus stays on disk.
        guard (try? Files.makePrivateFolder(ours)) != nil else { return }
        let folder = "\(ours)/\(folders.target)-\(Environment.process)"
        try Files.removeTree(folder)
        // The link comes first: if this process is killed here, the next run finds the folder by
        // the link.
        try Files.link(folders.memory, to: folder)
        do {
            try Files.makeFolder(folder, mode: 0o700)
            for name in try Files.entries(of: folders.corpus) {
                let bytes = try Files.read("\(folders.corpus)/\(name)")
                try Files.write(bytes, to: "\(folder)/\(name)")
            }
        } catch {
            // If another program has used the space during the copy, the corpus stays on disk.
            try remove()
        }
    }

    /// Copies new inputs to the corpus on disk.
    ///
    /// - Returns: the number of copied inputs.
    @discardableResult
    func checkpoint() throws(Failure) -> Int {
        guard Files.exists(folders.memory) else { return 0 }
        let kept = Set(try Files.entries(of: folders.corpus))
        var written = 0
        for name in try Files.entries(of: folders.memory) where !kept.contains(name) {
            // The input may have been removed since the list was made, as it breaks the target.
            guard let bytes = try? Files.read("\(folders.memory)/\(name)") else { continue }
            // The file is moved into place, in case this process is killed while it writes.
            try Files.write(bytes, to: folders.part)
            try Files.move(folders.part, to: "\(folders.corpus)/\(name)")
            written += 1
        }
        return written
    }

    /// Copies new inputs to the corpus on disk, and removes the corpus in memory.
    ///
    /// - Returns: the number of copied inputs.
    func end() throws(Failure) -> Int {
        let written = try checkpoint()
        try remove()
        return written
    }

    private func remove() throws(Failure) {
        // The link goes last, since it shows that there is something to remove.
        if Files.exists(folders.memory) {
            try Files.removeTree(Files.resolved(folders.memory))
        }
        try Files.removeTree(folders.memory)
    }
}
