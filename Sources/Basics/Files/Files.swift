#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Operations on files; each failure names the path and the system's reason.
package enum Files {
    /// Makes a folder and its parents; an existing folder stays as it is.
    package static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(Failure) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            guard mkdir(partial, mode) != 0 else { continue }
            let code = errno
            var status = stat()
            let isFolder = stat(partial, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            guard code == EEXIST, isFolder else { throw failure("create", partial, code) }
        }
    }

    /// Makes a folder that only this user may use, or accepts an existing one of that kind.
    ///
    /// - Throws: environment, if another user could write into it.
    package static func makePrivateFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw failure("create", path, errno) }
        guard isPrivateFolder(path) else {
            throw Failure(.environment, "\(Shown.escaped(path)) is open to other users")
        }
    }

    /// Whether only this user may use a folder.
    package static func isPrivateFolder(_ path: String) -> Bool {
        // Do not follow a link: another user's link could lead anywhere.
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Renames a folder; if another process was first to use the name, that process's folder stays.
    package static func move(_ folder: String, to name: String) throws(Failure) {
        guard rename(folder, name) != 0 else { return }
        let code = errno
        guard code == ENOTEMPTY || code == EEXIST else { throw failure("create", name, code) }
        try removeTree(folder)
    }

    /// Returns all bytes of a file.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let bytes = try read(path, limit: largestInput) else {
            throw failure("read", path, EFBIG)
        }
        return bytes
    }

    /// Returns the bytes of a file, which may be a pipe; nil for more than `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
        if isNamedPipe(path) { throw namedPipe(path) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read", path, errno) }
        defer { close(descriptor) }
        do {
            return try readAll(from: descriptor, limit: limit)
        } catch {
            throw failure("read", path, error.code)
        }
    }

    /// Refuses a path in the working directory if a link leads out of that directory.
    ///
    /// Commands read such files although the user did not name them. A repository can contain
    /// links, through which a command could read, quote or overwrite files outside the repository.
    ///
    /// - Parameters:
    ///   - path: relative to the working directory; nothing has to exist there.
    ///   - advice: how the user can name the file explicitly.
    /// - Throws: environment, if a link leads out of the directory.
    package static func requireHere(_ path: String, help advice: String) throws(Failure) {
        guard !leadsElsewhere(path) else {
            throw Failure(
                .environment,
                "\(Shown.escaped(path)) is a link that leads out of this folder",
                help: advice
            )
        }
    }

    /// Whether a path, with its links resolved, is outside the working directory; false if nothing
    /// exists there.
    package static func leadsElsewhere(_ path: String) -> Bool {
        guard let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        let here = Environment.workingDirectory
        let inside = here == "/" ? here : here + "/"
        return !"\(String(cString: resolved))/".utf8.starts(with: inside.utf8)
    }

    /// Writes a whole file and replaces an existing one.
    ///
    /// Where the folder allows it, the old file stays unchanged until the new one is complete. The
    /// mode is set at creation, so that others can never read a private file. The new file keeps
    /// the mode of an old one, without the rights that a private file denies.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: mode_t = 0o644
    ) throws(Failure) {
        var status = stat()
        let isThere = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        // Check the access rights only: a full disk allows no new file, and the old file must stay.
        guard isThere, access(folder(of: path), W_OK) == 0 else {
            return try overwrite(path, by: bytes, mode: mode)
        }
        try replace(path, by: bytes, mode: mode & 0o077 == 0 ? mode : status.st_mode & 0o7777)
    }

    /// Checks that a file can be written, without changing an existing one.
    package static func requireWritable(_ path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw failure("write", path, errno) }
        close(descriptor)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func overwrite(
        _ path: String,
        by bytes: [UInt8],
        mode: mode_t
    ) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure("write", path, errno) }
        do {
            try writeAll(bytes, to: descriptor)
        } catch {
            // Readers would take a part of it for the whole file.
            ftruncate(descriptor, 0)
            close(descriptor)
            throw failure("write", path, error.code)
        }
        // Some file systems report a full disk only on close.
        guard close(descriptor) == 0 else { throw failure("write", path, errno) }
    }

    /// Writes a whole file unless one exists; if several processes do so at once, the first wins.
    package static func writeOnce(_ bytes: [UInt8], to path: String, mode: mode_t) throws(Failure) {
        let temporary = "\(path).\(getpid())"
        defer { unlink(temporary) }
        try write(bytes, to: temporary, mode: mode)
        if linkat(AT_FDCWD, temporary, AT_FDCWD, path, 0) == 0 || errno == EEXIST { return }
        // Some file systems do not support links.
        guard rename(temporary, path) == 0 else { throw failure("create", path, errno) }
    }

    /// Replaces the content of a user's file and keeps its mode.
    ///
    /// The new file is complete before it replaces the old one, so a full disk loses nothing.
    ///
    /// - Throws: environment; the old file then is unchanged.
    package static func replace(_ path: String, by bytes: [UInt8]) throws(Failure) {
        guard let resolved = realpath(path, nil) else { throw failure("write", path, errno) }
        defer { free(resolved) }
        let target = String(cString: resolved)
        var status = stat()
        guard stat(target, &status) == 0 else { throw failure("write", path, errno) }
        try replace(target, by: bytes, mode: status.st_mode & 0o7777)
    }

    private static func replace(
        _ path: String,
        by bytes: [UInt8],
        mode: mode_t
    ) throws(Failure) {
        let temporary = "\(path).\(getpid()).new"
        defer { unlink(temporary) }
        try overwrite(temporary, by: bytes, mode: 0o600)
        guard chmod(temporary, mode) == 0 else { throw failure("write", path, errno) }
        if rename(temporary, path) == 0 { return }
        // The file is a mount point, as in containers.
        guard errno == EBUSY else { throw failure("write", path, errno) }
        try overwrite(path, by: bytes, mode: mode)
    }

    /// Returns the path with its links resolved, relative to the working directory; unchanged if
    /// nothing exists there.
    package static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return Environment.fromHere(String(cString: resolved))
    }

    /// Returns the folder itself or its nearest existing parent.
    package static func nearestFolder(of path: String) -> String {
        var path = path
        while !Environment.exists(path) {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }

    /// Whether this process can create a file in a folder.
    ///
    /// The function creates a file to find out, because access rights say nothing of a full disk or
    /// of `/proc`.
    package static func isWritable(_ folder: String) -> Bool {
        let path = "\(folder)/.hatpin-\(getpid())"
        return mkdir(path, 0o700) == 0 && rmdir(path) == 0
    }

    /// Removes a folder with its content, if it exists; removes links, but not their targets.
    package static func removeTree(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw failure("remove", path, errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard unlink(path) == 0 else { throw failure("remove", path, errno) }
            return
        }
        for name in try entries(of: path) {
            try removeTree("\(path)/\(name)")
        }
        guard rmdir(path) == 0 else { throw failure("remove", path, errno) }
    }

    /// Makes `path` a link to `target` and atomically replaces what was there.
    package static func link(_ path: String, to target: String) throws(Failure) {
        let temporary = "\(path).\(getpid())"
        unlink(temporary)
        guard symlink(target, temporary) == 0 else { throw failure("create", temporary, errno) }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw failure("create", path, code)
        }
    }

    /// The time of a file's last change; nil if there is no file.
    package static func modificationTime(of path: String) -> FileTime? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return FileTime(status.st_mtim)
    }

    /// Whether a path is a regular file, not a link or a device.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The size of a file in bytes; nil if there is no file.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether this user owns a file or folder and no other may write to it; false for a link.
    package static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && isOwn(status)
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_uid == geteuid() && status.st_mode & 0o022 == 0
            && [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// The paths of all files below a folder, relative to it.
    ///
    /// Nil if the folder or anything in it is a link or can be written by another user.
    package static func ownTree(_ folder: String) -> [String]? {
        guard isOwn(folder), let names = try? entries(of: folder) else { return nil }
        var paths: [String] = []
        for name in names {
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0, isOwn(status) else { return nil }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                paths.append(name)
                continue
            }
            guard let below = ownTree("\(folder)/\(name)") else { return nil }
            paths += below.map { "\(name)/\($0)" }
        }
        return paths
    }

    /// The names in a folder, in no particular order.
    package static func entries(of path: String) throws(Failure) -> [String] {
        guard let folder = opendir(path) else { throw failure("read", path, errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The failure for a named pipe.
    package static func namedPipe(_ path: String) -> Failure {
        Failure(
            .environment,
            "\(Shown.escaped(path)) is a named pipe, not a file: opening it may wait for ever",
            help: "to pass a program's output, use the shell's <(command)"
        )
    }

    package static func failure(_ verb: String, _ path: String, _ code: CInt) -> Failure {
        let reason = String(cString: strerror(code))
        return Failure(.environment, "cannot \(verb) \(Shown.escaped(path)): \(reason)")
    }
}
