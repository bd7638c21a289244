#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// Files and folders that this process writes.
extension Files {
    // MARK: Whole files

    /// Writes a whole file and replaces an existing file.
    ///
    /// Where the folder allows it, the old file stays unchanged until the new file is complete. The
    /// mode is set at creation, so that others can never read a private file. If `mode` is not
    /// private, the new file keeps the mode of the old file.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: mode_t = 0o644
    ) throws(Failure) {
        // Check the access rights only: a full disk allows no new file, and the old file must stay.
        guard let old = try? FileStatus(path), old.kind == .file,
            access(folder(of: path), W_OK) == 0
        else { return try overwrite(path, by: bytes, mode: mode) }
        guard mode & 0o077 != 0 else { return try replace(path, by: bytes, mode: mode) }
        try replace(path, by: bytes, mode: old.permissions, owner: old)
    }

    /// Writes a whole file unless the file exists.
    ///
    /// If several processes write the file at once, the first process wins; on a file system
    /// without links, the last process wins.
    package static func writeOnce(_ bytes: [UInt8], to path: String, mode: mode_t) throws(Failure) {
        let temporary = "\(path).\(getpid())"
        defer { unlink(temporary) }
        try write(bytes, to: temporary, mode: mode)
        if linkat(AT_FDCWD, temporary, AT_FDCWD, path, 0) == 0 || errno == EEXIST { return }
        // Some file systems do not support links.
        guard rename(temporary, path) == 0 else { throw Failure("create", path) }
    }

    /// Replaces the content of a user's file, through links, and keeps its mode and owner.
    ///
    /// The new file is complete before it replaces the old file, so a full disk loses nothing. Only
    /// a file that is a mount point is overwritten in place.
    ///
    /// - Throws: an `environment` failure if the file cannot be written; a file that is not a mount
    ///   point then keeps its content.
    package static func replace(_ path: String, by bytes: [UInt8]) throws(Failure) {
        let (target, old): (String, FileStatus)
        do {
            target = try absolute(path)
            old = try FileStatus(target)
        } catch {
            throw Failure("write", path, error)
        }
        try replace(target, by: bytes, mode: old.permissions, owner: old)
    }

    /// Replaces a file by one of the same owner as `owner`, or of this process's user if that is nil,
    /// as private content needs.
    private static func replace(
        _ path: String,
        by bytes: [UInt8],
        mode: mode_t,
        owner: FileStatus? = nil
    ) throws(Failure) {
        let temporary = "\(path).\(getpid()).new"
        defer { unlink(temporary) }
        try overwrite(temporary, by: bytes, mode: 0o600)
        // Only root can give a file away; for others, the owner stays the same.
        if let owner { _ = lchown(temporary, owner.user, owner.group) }
        guard chmod(temporary, mode) == 0 else { throw Failure("write", path) }
        if rename(temporary, path) == 0 { return }
        // The path is a mount point, as in containers.
        guard errno == EBUSY else { throw Failure("write", path) }
        try overwrite(path, by: bytes, mode: mode)
    }

    private static func overwrite(
        _ path: String,
        by bytes: [UInt8],
        mode: mode_t
    ) throws(Failure) {
        do throws(FileError) {
            var file = try Descriptor(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode)
            do {
                try file.write(bytes)
            } catch {
                // Readers would take the written part for the whole file, so leave an empty file.
                try? file.truncate(to: 0)
                throw error
            }
            try file.close()
        } catch {
            throw Failure("write", path, error)
        }
    }

    /// Checks that a file can be written, without changing an existing file.
    package static func requireWritable(_ path: String) throws(Failure) {
        do {
            _ = try Descriptor(path, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o644)
        } catch {
            throw Failure("write", path, error)
        }
    }

    // MARK: Names

    /// Makes `path` a link to `target` and atomically replaces an existing entry at `path`.
    package static func link(_ path: String, to target: String) throws(Failure) {
        let temporary = "\(path).\(getpid())"
        unlink(temporary)
        guard symlink(target, temporary) == 0 else { throw Failure("create", temporary) }
        guard rename(temporary, path) == 0 else {
            let error = FileError.last
            unlink(temporary)
            throw Failure("create", path, error)
        }
    }

    /// Moves a file or folder within its disk and replaces a file at the new path.
    package static func move(_ path: String, to new: String) throws(Failure) {
        guard rename(path, new) == 0 else { throw Failure("move", path) }
    }

    /// Renames a finished folder to `name`.
    ///
    /// If a folder with content already has that name, for example from another process, that
    /// folder stays and the finished folder is removed.
    package static func settle(_ folder: String, as name: String) throws(Failure) {
        if rename(folder, name) == 0 { return }
        guard [EEXIST, ENOTEMPTY].contains(errno) else { throw Failure("create", name) }
        try removeTree(folder)
    }

    // MARK: Folders

    /// Makes a folder and its parents; an existing folder stays as it is.
    package static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(Failure) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            guard mkdir(partial, mode) != 0 else { continue }
            let error = FileError.last
            guard error == .system(errno: EEXIST),
                (try? FileStatus(partial, followingLinks: true))?.kind == .folder
            else { throw Failure("create", partial, error) }
        }
    }

    /// Makes a folder that only this user may use, or accepts an existing folder that only this
    /// user may use.
    ///
    /// - Throws: an `environment` failure if another user could use the folder.
    package static func makePrivateFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw Failure("create", path) }
        guard isPrivateFolder(path) else {
            throw Failure(.environment, "\(Shown.escaped(path)) is open to other users")
        }
    }

    /// Whether this process can create a file in a folder.
    ///
    /// The function creates a folder to find out, because access rights say nothing of a full disk
    /// or of `/proc`.
    package static func isWritable(_ folder: String) -> Bool {
        let path = "\(folder)/.hatpin-\(getpid())"
        return mkdir(path, 0o700) == 0 && rmdir(path) == 0
    }

    /// Removes a folder with its content, if it exists; removes links, but not their targets.
    package static func removeTree(_ path: String) throws(Failure) {
        let status: FileStatus
        do {
            status = try FileStatus(path)
        } catch {
            if error == .system(errno: ENOENT) { return }
            throw Failure("remove", path, error)
        }
        guard status.kind == .folder else {
            guard unlink(path) == 0 else { throw Failure("remove", path) }
            return
        }
        // A program may have made its folder read-only.
        if access(path, R_OK | W_OK | X_OK) != 0 { chmod(path, 0o700) }
        for name in try entries(of: path) {
            try removeTree("\(path)/\(name)")
        }
        guard rmdir(path) == 0 else { throw Failure("remove", path) }
    }
}
