#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads whole files that users name: only regular files, and only up to a size.
package enum RegularFile {
    package enum Failure: Error, Hashable, Sendable {
        /// The system's reason.
        case system(errno: CInt)
        case notRegular
        /// The limit, in bytes.
        case tooLarge(Int)
        /// A text that does not come from a file names this file; such texts may not name files.
        case outOfReach
        /// The path, with its links resolved, is outside the allowed folder.
        case outside

        /// Whether the file does not exist.
        package var isAbsence: Bool {
            self == .system(errno: ENOENT) || self == .system(errno: ENOTDIR)
        }

        package var reason: String {
            switch self {
            case .system(let errno): String(cString: strerror(errno))
            case .notRegular: "it is not a regular file"
            case .tooLarge(let limit): "it is larger than \(limit) bytes"
            case .outOfReach: "a text that is not in a file cannot name files"
            case .outside: "it is outside the scenarios' folder"
            }
        }
    }

    /// Returns the bytes of the file at `path`, at most `limit`.
    ///
    /// If `root` is given, a folder with its links resolved, the file must be below it.
    package static func read(
        _ path: String,
        limit: Int,
        inside root: String? = nil
    ) throws(Failure) -> [UInt8] {
        // Resolve links first and open the result: a link inside the folder may lead out of it.
        let path = root == nil ? path : try resolved(path)
        if let root, path != root, !path.hasPrefix(root == "/" ? root : root + "/") {
            throw .outside
        }
        // Opening a pipe would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        guard status.st_size <= limit else { throw .tooLarge(limit) }
        // With one byte more than the stated size, one read usually finds the end of the file.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size) + 1)
        while bytes.count <= limit {
            // The file may grow, or may state size 0 although it has content (/proc).
            let free = bytes.capacity - bytes.count
            let wanted = free > 0 ? free : 4_096
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: wanted))
            let count = bytes.withUnsafeMutableBytes { buffer in
                fill(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
            }
            bytes.removeLast(wanted - max(count, 0))
            if count < 0 { throw .system(errno: errno) }
            if count == 0 { return bytes }
        }
        throw .tooLarge(limit)
    }

    /// The absolute path of an existing file or folder, with its links resolved.
    package static func resolved(_ path: String) throws(Failure) -> String {
        guard let resolved = realpath(path, nil) else { throw .system(errno: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// A kind of entry in a folder.
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// The kind of the entry at a path, without following a link; `other` if there is no entry.
    package static func kind(of path: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .other }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
    }

    /// The names in a folder, including `.` and `..`, in no particular order.
    package static func names(in folder: String) throws(Failure) -> [String] {
        try entries(in: folder).map(\.name)
    }

    /// The names in a folder, each with whether it is UTF-8.
    ///
    /// In names that are not UTF-8, the invalid bytes are replaced, so these files cannot be
    /// opened.
    package static func entries(
        in folder: String
    ) throws(Failure) -> [(name: String, isText: Bool)] {
        guard let stream = opendir(folder) else { throw .system(errno: errno) }
        defer { closedir(stream) }
        var entries: [(name: String, isText: Bool)] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let text = String(validating: bytes, as: UTF8.self)
            entries.append((text ?? String(decoding: bytes, as: UTF8.self), text != nil))
        }
        return entries
    }

    /// Whether the system accepts a path of this length (`PATH_MAX`, with the final null).
    package static func isReachable(_ path: String) -> Bool { path.utf8.count < Int(PATH_MAX) }

    /// Calls `read` again when a signal interrupts it.
    private static func fill(
        _ descriptor: CInt,
        _ buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        while true {
            let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }
}

/// The system call `read`, whose name `RegularFile.read` hides.
private func readBytes(_ descriptor: CInt, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, start, count)
}
