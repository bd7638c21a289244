#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Space on disks.
package enum Disk {
    /// Returns the number of free bytes for this user on the disk of a path.
    package static func free(at path: String) throws(Failure) -> Int {
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { throw Failure("read", path) }
        // A file system without a limit may report the largest number.
        let (bytes, overflow) = Int(clamping: system.f_bavail)
            .multipliedReportingOverflow(by: Int(clamping: system.f_frsize))
        return overflow ? .max : bytes
    }

    /// Returns the number of bytes that the files of a folder and its subfolders take on the disk.
    ///
    /// A file that disappears while the function runs counts 0.
    package static func used(by path: String) -> Int {
        guard let status = try? FileStatus(path) else { return 0 }
        guard status.kind == .folder else { return status.used }
        let names = (try? Files.entries(of: path)) ?? []
        return names.reduce(0) { $0.addingSaturated(used(by: "\(path)/\($1)")) }
    }
}

/// A lock file that at most one process holds at a time; `deinit` releases the lock.
package final class FileLock: Sendable {
    private let descriptor: Descriptor

    /// Takes the lock, or fails with this message.
    ///
    /// - Throws: an `environment` failure if another process holds the lock.
    package init(_ path: String, held message: String) throws(Failure) {
        do {
            descriptor = try Descriptor(path, O_RDWR | O_CREAT, mode: 0o644)
        } catch {
            throw Failure("write", path, error)
        }
        do {
            try descriptor.lock()
        } catch {
            throw Failure(.environment, message)
        }
    }

    deinit {
        // A child that is starting shares this descriptor until its exec. If only this process
        // closed it, the child would keep the lock.
        flock(descriptor.number, LOCK_UN)
    }
}
