#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Space on disks, and moves within one.
package enum Disk {
    /// Bytes that are free below a path for who asks.
    package static func free(at path: String) throws(Failure) -> Int {
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { throw Files.failure("read", path, errno) }
        // A file system that knows no limit may say the largest number.
        let (bytes, overflow) = Int(clamping: system.f_bavail)
            .multipliedReportingOverflow(by: Int(clamping: system.f_frsize))
        return overflow ? .max : bytes
    }

    /// Bytes in the files of a folder and of those below; what vanishes while it counts is nothing.
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

    /// Moves a file or folder on its disk, in place of a file that is there.
    package static func move(_ path: String, to new: String) throws(Failure) {
        guard rename(path, new) == 0 else { throw Files.failure("move", path, errno) }
    }

    /// Moves a folder on its disk, where none with something in it is there.
    ///
    /// - Returns: whether it was moved.
    package static func moveFolder(_ path: String, toNew new: String) throws(Failure) -> Bool {
        if rename(path, new) == 0 { return true }
        guard [EEXIST, ENOTEMPTY].contains(errno) else {
            throw Files.failure("move", path, errno)
        }
        return false
    }
}

/// A file that one process holds at a time, for as long as it lives.
package final class FileLock: Sendable {
    private let descriptor: CInt

    /// - Throws: environment, where another process holds it.
    package init(_ path: String, held message: String) throws(Failure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Files.failure("write", path, errno) }
        // `deinit` follows this throw, too: a `close` here would be the first of two.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(.environment, message)
        }
    }

    deinit {
        // A child that is being started has this descriptor until its exec; closing ours alone
        // would leave the lock to it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
