#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Free space on disks, and moves within one disk.
package enum Disk {
    /// The free bytes on the disk of a path, for this user.
    package static func free(at path: String) throws(Failure) -> Int {
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { throw Files.failure("read", path, errno) }
        // A file system without a limit may report the largest number.
        let (bytes, overflow) = Int(clamping: system.f_bavail)
            .multipliedReportingOverflow(by: Int(clamping: system.f_frsize))
        return overflow ? .max : bytes
    }

    /// The bytes in the files of a folder and its subfolders; files that vanish meanwhile count 0.
    package static func used(by path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            let (bytes, overflow) = Int(clamping: status.st_blocks)
                .multipliedReportingOverflow(by: 512)
            return overflow ? .max : bytes
        }
        let names = (try? Files.entries(of: path)) ?? []
        return names.reduce(0) { $0.addingSaturated(used(by: "\(path)/\($1)")) }
    }

    /// Moves a file or folder within its disk and replaces a file at the new path.
    package static func move(_ path: String, to new: String) throws(Failure) {
        guard rename(path, new) == 0 else { throw Files.failure("move", path, errno) }
    }

    /// Moves a folder within its disk, unless the new path is a folder with content.
    ///
    /// - Returns: whether it moved the folder.
    package static func moveFolder(_ path: String, toNew new: String) throws(Failure) -> Bool {
        if rename(path, new) == 0 { return true }
        guard [EEXIST, ENOTEMPTY].contains(errno) else {
            throw Files.failure("move", path, errno)
        }
        return false
    }
}

/// A lock file that one process holds at a time, until it ends.
package final class FileLock: Sendable {
    private let descriptor: CInt

    /// - Throws: environment, if another process holds the lock.
    package init(_ path: String, held message: String) throws(Failure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Files.failure("write", path, errno) }
        // Swift also runs `deinit` after this throw; a `close` here would close the descriptor
        // twice.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(.environment, message)
        }
    }

    deinit {
        // A child that is starting shares this descriptor until its exec. If only this process
        // closed it, the child would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
