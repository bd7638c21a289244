import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that a command line names for a report; `-` is standard output.
package enum OutputFile {
    /// A descriptor of the original standard output, once a report goes there; nil before that.
    private static let taken = Mutex<CInt?>(nil)

    /// Whether a path is a name of standard output.
    package static func isStandardOutput(_ path: String) -> Bool {
        descriptor(of: path) == STDOUT_FILENO
    }

    /// Checks that a report can be written, without changing an existing file.
    ///
    /// If the report goes to standard output, all other text goes to standard error from now on. So
    /// a program can read the report alone.
    package static func prepare(_ path: String) throws(Failure) {
        guard let descriptor = descriptor(of: path) else {
            return try Files.requireWritable(path)
        }
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0 else { throw Failure("write", path) }
        // Exec closes descriptors with this flag, so this process opened such a descriptor and did
        // not inherit it.
        guard flags & FD_CLOEXEC == 0 else { throw Failure("write", path, .system(errno: EBADF)) }
        guard descriptor == STDOUT_FILENO else { return }
        let code = taken.withLock { taken -> CInt in
            guard taken == nil else { return 0 }
            let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
            guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return errno }
            taken = copy
            return 0
        }
        guard code == 0 else { throw Failure("write", path, .system(errno: code)) }
    }

    /// Writes a whole report.
    package static func write(_ text: String, to path: String) throws(Failure) {
        guard let descriptor = descriptor(of: path) else {
            return try Files.write(Array(text.utf8), to: path)
        }
        let copy = descriptor == STDOUT_FILENO ? taken.withLock { $0 } : nil
        try StandardStream(descriptor: copy ?? descriptor, name: Shown.escaped(path)).write(text)
    }

    /// Returns the open descriptor of this process that a path names; nil for any other path.
    ///
    /// The system has a link for each descriptor, such as `/dev/fd/1`. Hatpin never writes through
    /// such a link.
    private static func descriptor(of path: String) -> CInt? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default: break
        }
        let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
        return folder.flatMap { CInt(path.dropFirst($0.count)) }
    }
}
