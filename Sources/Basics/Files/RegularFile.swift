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
        /// The text that names it is no file itself, and may name none.
        case outOfReach
        /// Its path, links resolved, is outside the folder that is allowed.
        case outside

        /// Whether there is no such file.
        package var isAbsence: Bool {
            self == .system(errno: ENOENT) || self == .system(errno: ENOTDIR)
        }

        package var reason: String {
            switch self {
            case .system(let errno): String(cString: strerror(errno))
            case .notRegular: "it is not a regular file"
            case .tooLarge(let limit): "it is larger than \(limit) bytes"
            case .outOfReach: "a text that is no file reaches none"
            case .outside: "it lies outside the scenarios' folder"
            }
        }
    }

    /// The bytes of the file at `path`, at most `limit`.
    ///
    /// With a `root`, a folder whose links are resolved, the file must lie below it.
    package static func read(
        _ path: String,
        limit: Int,
        inside root: String? = nil
    ) throws(Failure) -> [UInt8] {
        // Resolved first and opened by that name: a link inside the folder may lead out of it.
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
        // With one byte more than the stated size, the end of the file is mostly found by one read.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size) + 1)
        while bytes.count <= limit {
            // The file may grow, or state size 0 although it is not empty (/proc).
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

    /// The path of an existing file or folder from the file system's root, links resolved.
    package static func resolved(_ path: String) throws(Failure) -> String {
        guard let resolved = realpath(path, nil) else { throw .system(errno: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// A kind of entry in a folder.
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// The kind of the entry at a path, a link not followed; `other` for no entry.
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

    /// The names in a folder, `.` and `..` among them, in no order.
    package static func names(in folder: String) throws(Failure) -> [String] {
        try entries(in: folder).map(\.name)
    }

    /// The same, each with whether it is UTF-8: of another the bytes are replaced, and it names no
    /// file.
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

    /// Whether the system takes a path of this length (`PATH_MAX`, its end included).
    package static func isReachable(_ path: String) -> Bool { path.utf8.count < Int(PATH_MAX) }

    /// `read`, repeated when a signal interrupted it.
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

/// The system call, which `RegularFile.read` hides.
private func readBytes(_ descriptor: CInt, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, start, count)
}
