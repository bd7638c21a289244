#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The few things done to files; each failure names the path and the system's reason.
package enum Files {
    /// Makes a folder and those above it; one that exists is left as it is.
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

    /// Makes a folder that this user alone may use, or takes one that is so already.
    ///
    /// - Throws: environment, where another user could write into it.
    package static func makePrivateFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw failure("create", path, errno) }
        guard isPrivateFolder(path) else {
            throw Failure(.environment, "\(Shown.escaped(path)) is open to other users")
        }
    }

    /// Whether this user alone may use a folder.
    package static func isPrivateFolder(_ path: String) -> Bool {
        // Not followed: another user's link could lead anywhere.
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Gives a folder its name; where another process was first with the same one, that stays.
    package static func move(_ folder: String, to name: String) throws(Failure) {
        guard rename(folder, name) != 0 else { return }
        let code = errno
        guard code == ENOTEMPTY || code == EEXIST else { throw failure("create", name, code) }
        try removeTree(folder)
    }

    /// All bytes of a file.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let bytes = try read(path, limit: largestInput) else {
            throw failure("read", path, EFBIG)
        }
        return bytes
    }

    /// The bytes of a file, which may be a pipe; nil where they are more than `limit`.
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

    /// Refuses a file or folder that commands take from the working directory unasked, where a link leads
    /// out of it: a repository can have links, and files elsewhere would be read, quoted or written.
    ///
    /// - Parameters:
    ///   - path: from the working directory; there may be nothing.
    ///   - advice: how the user names it.
    /// - Throws: environment, where a link leads out.
    package static func requireHere(_ path: String, help advice: String) throws(Failure) {
        guard !leadsElsewhere(path) else {
            throw Failure(
                .environment,
                "\(Shown.escaped(path)) leads out of this folder, by a link",
                help: advice
            )
        }
    }

    /// Whether what a path names, links resolved, lies outside the working directory; not where there is
    /// nothing.
    package static func leadsElsewhere(_ path: String) -> Bool {
        guard let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        let here = Environment.workingDirectory
        let inside = here == "/" ? here : here + "/"
        return !"\(String(cString: resolved))/".utf8.starts(with: inside.utf8)
    }

    /// Writes a whole file, in place of one that was there.
    ///
    /// That one stays as it was until the new one is whole, where its folder allows it. The mode is set
    /// at creation, so that others cannot read a private file even for a moment; a file that was there
    /// keeps its own, without what a private one does not allow.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: mode_t = 0o644
    ) throws(Failure) {
        var status = stat()
        let isThere = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        // By its rights alone: on a full disk nothing can be made, and the old file is to stay.
        guard isThere, access(folder(of: path), W_OK) == 0 else {
            return try overwrite(path, by: bytes, mode: mode)
        }
        try replace(path, by: bytes, mode: mode & 0o077 == 0 ? mode : status.st_mode & 0o7777)
    }

    /// Sees to it that a file can be written, without a change to one that is there.
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
            // A part of it would be taken for the whole.
            ftruncate(descriptor, 0)
            close(descriptor)
            throw failure("write", path, error.code)
        }
        // Some file systems report a full disk only now.
        guard close(descriptor) == 0 else { throw failure("write", path, errno) }
    }

    /// Writes a whole file where there is none; of several processes that do it at once the first wins.
    package static func writeOnce(_ bytes: [UInt8], to path: String, mode: mode_t) throws(Failure) {
        let temporary = "\(path).\(getpid())"
        defer { unlink(temporary) }
        try write(bytes, to: temporary, mode: mode)
        if linkat(AT_FDCWD, temporary, AT_FDCWD, path, 0) == 0 || errno == EEXIST { return }
        // Some file systems have no links.
        guard rename(temporary, path) == 0 else { throw failure("create", path, errno) }
    }

    /// Puts other bytes in place of a file of the user's, which keeps its mode.
    ///
    /// The new file is whole before it takes the old one's place, so that a full disk loses nothing.
    ///
    /// - Throws: environment, with the old file as it was.
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
        // The file is a mount of its own, as containers have them.
        guard errno == EBUSY else { throw failure("write", path, errno) }
        try overwrite(path, by: bytes, mode: mode)
    }

    /// A path without links in it, as it is written here; the same where nothing is there.
    package static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return Environment.fromHere(String(cString: resolved))
    }

    /// The folder itself, or the nearest above it that is there.
    package static func nearestFolder(of path: String) -> String {
        var path = path
        while !Environment.exists(path) {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }

    /// Whether this process can make something in a folder: it tries, since rights alone do not say it
    /// of a disk that is full or of `/proc`.
    package static func isWritable(_ folder: String) -> Bool {
        let path = "\(folder)/.hatpin-\(getpid())"
        return mkdir(path, 0o700) == 0 && rmdir(path) == 0
    }

    /// Removes a folder with all that is in it, links but not what they point to; nothing where
    /// there is none.
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

    /// Makes `path` a link to `target`, in place of what was there, without a moment where it is
    /// not.
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

    /// When a file was written last; nil if there is none.
    package static func modificationTime(of path: String) -> FileTime? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return FileTime(status.st_mtim)
    }

    /// Whether a path is a file itself, and neither a link nor a device.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The size of a file in bytes; nil if there is none.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether a file or folder belongs to this user, and no other may write to it; a link never is.
    package static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && isOwn(status)
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_uid == geteuid() && status.st_mode & 0o022 == 0
            && [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// The paths of all files below a folder, from there; nil where the folder or anything in it
    /// is a link, or another user may write to it.
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

    /// The names in a folder, in no order.
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

    /// The refusal of a pipe of the file system.
    package static func namedPipe(_ path: String) -> Failure {
        Failure(
            .environment,
            "\(Shown.escaped(path)) is a named pipe and no file: opening it may wait for ever",
            help: "a shell hands over a program's output with <(command)"
        )
    }

    package static func failure(_ verb: String, _ path: String, _ code: CInt) -> Failure {
        let reason = String(cString: strerror(code))
        return Failure(.environment, "cannot \(verb) \(Shown.escaped(path)): \(reason)")
    }
}
