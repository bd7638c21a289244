#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads files and finds them.
///
/// A function that throws `FileError` leaves the message to its caller. A function that throws
/// `Failure` puts the path and the reason into the message.
package enum Files {
    // MARK: Reading

    /// Returns the bytes of a regular file; throws if it has more than `limit` bytes.
    ///
    /// If `root` is given, the file must be below this folder, whose path must have no links.
    package static func readRegular(
        _ path: String,
        limit: Int,
        inside root: String? = nil
    ) throws(FileError) -> [UInt8] {
        // Resolve links first and open the result: a link inside the folder may lead out of the
        // folder.
        let path = root == nil ? path : try absolute(path)
        if let root, path != root, !path.hasPrefix(root == "/" ? root : root + "/") {
            throw .outside
        }
        // Without O_NONBLOCK, opening a pipe would wait for the pipe's writer.
        let file = try Descriptor(path, O_RDONLY | O_NONBLOCK)
        guard try file.status.kind == .file else { throw .notRegular }
        return try file.read(limit: limit)
    }

    /// Returns all bytes of a file that a user names.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let bytes = try read(path, limit: Descriptor.largestInput) else {
            throw Failure("read", path, .system(errno: EFBIG))
        }
        return bytes
    }

    /// Returns the bytes of a file that a user names; nil for more than `limit` bytes.
    ///
    /// The file may be a device or an open pipe, such as a shell's `<(…)`.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
        if isNamedPipe(path) { throw .namedPipe(path) }
        do {
            return try Descriptor(path, O_RDONLY).read(limit: limit)
        } catch {
            if error == .tooLarge(limit) { return nil }
            throw Failure("read", path, error)
        }
    }

    /// Whether a path is a named pipe, so that opening it waits for another program.
    ///
    /// False for a pipe that this process inherited, such as a shell's `<(…)`: its other end is
    /// already open.
    package static func isNamedPipe(_ path: String) -> Bool {
        guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") else { return false }
        return (try? FileStatus(path, followingLinks: true))?.kind == .pipe
    }

    // MARK: Entries of folders

    /// Whether a file or folder exists at a path.
    package static func exists(_ path: String) -> Bool {
        (try? FileStatus(path, followingLinks: true)) != nil
    }

    /// The kind of the entry at a path, without following a link; nil if there is no entry.
    package static func kind(of path: String) -> FileStatus.Kind? { (try? FileStatus(path))?.kind }

    /// The names in a folder, in no particular order; `isText` says whether a name is UTF-8.
    ///
    /// In names that are not UTF-8, the invalid bytes are replaced, so these files cannot be
    /// opened.
    package static func names(
        in folder: String
    ) throws(FileError) -> [(name: String, isText: Bool)] {
        guard let stream = opendir(folder) else { throw .last }
        defer { closedir(stream) }
        var names: [(name: String, isText: Bool)] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let text = String(validating: bytes, as: UTF8.self)
            let name = text ?? String(decoding: bytes, as: UTF8.self)
            if name != ".", name != ".." { names.append((name, text != nil)) }
        }
        return names
    }

    /// The names in a folder, in no particular order.
    package static func entries(of path: String) throws(Failure) -> [String] {
        do {
            return try names(in: path).map(\.name)
        } catch {
            throw Failure("read", path, error)
        }
    }

    /// The paths of all files below a folder, relative to the folder.
    ///
    /// Nil if the folder or anything in it is a link or can be written by another user.
    package static func ownTree(_ folder: String) -> [String]? {
        guard isOwn(folder), let names = try? entries(of: folder) else { return nil }
        var paths: [String] = []
        for name in names {
            guard let status = try? FileStatus("\(folder)/\(name)"), status.isOwn else {
                return nil
            }
            guard status.kind == .folder else {
                paths.append(name)
                continue
            }
            guard let below = ownTree("\(folder)/\(name)") else { return nil }
            paths += below.map { "\(name)/\($0)" }
        }
        return paths
    }

    /// Whether this user owns a file or folder and no other user may write to it; false for a link.
    package static func isOwn(_ path: String) -> Bool { (try? FileStatus(path))?.isOwn == true }

    /// Whether only this user may use a folder.
    ///
    /// False for a link: another user's link could lead anywhere.
    package static func isPrivateFolder(_ path: String) -> Bool {
        guard let status = try? FileStatus(path) else { return false }
        return status.kind == .folder && status.isPrivate
    }

    // MARK: Paths

    /// The absolute path of an existing file or folder, with its links resolved.
    package static func absolute(_ path: String) throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else { throw .last }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the path with its links resolved, relative to the working directory if it is in
    /// there; unchanged if nothing exists at the path.
    package static func resolved(_ path: String) -> String {
        (try? absolute(path)).map(Environment.fromHere) ?? path
    }

    /// The target of a link; nil if there is no link.
    package static func target(of link: String) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &path, path.count)
        guard count > 0 else { return nil }
        return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the system accepts a path of this length (`PATH_MAX`, with the final null).
    package static func isReachable(_ path: String) -> Bool { path.utf8.count < Int(PATH_MAX) }

    /// Returns the folder itself or its nearest existing parent.
    package static func nearestFolder(of path: String) -> String {
        var path = path
        while !Files.exists(path) {
            guard path.contains("/") else { return "." }
            path = folder(of: path)
        }
        return path
    }

    /// The folder of the last component of a path.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Refuses a path in the working directory if a link leads out of that directory.
    ///
    /// Commands read such files although the user did not name them. A repository can contain
    /// links, through which a command could read, quote or overwrite files outside the repository.
    ///
    /// - Parameters:
    ///   - path: relative to the working directory; nothing has to exist there.
    ///   - advice: how the user can name the file explicitly.
    /// - Throws: an `environment` failure if a link leads out of the directory.
    package static func requireHere(_ path: String, help advice: String) throws(Failure) {
        guard !leadsElsewhere(path) else {
            throw Failure(
                .environment,
                "\(Shown.escaped(path)) is a link that leads out of the working directory",
                help: advice
            )
        }
    }

    /// Whether a path, with its links resolved, is outside the working directory; false if nothing
    /// exists there.
    package static func leadsElsewhere(_ path: String) -> Bool {
        guard let resolved = try? absolute(path) else { return false }
        let here = Environment.workingDirectory
        let inside = here == "/" ? here : here + "/"
        return !"\(resolved)/".utf8.starts(with: inside.utf8)
    }
}
