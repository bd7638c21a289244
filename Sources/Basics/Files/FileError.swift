#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reason why a file cannot be used.
package enum FileError: Error, Hashable, Sendable {
    /// A system call failed with this errno.
    case system(errno: CInt)
    case notRegular
    /// The file has more bytes than this limit.
    case tooLarge(Int)
    /// A text that was not read from a file names this file; such texts may not name files.
    case outOfReach
    /// The path, with its links resolved, is outside the allowed folder.
    case outside

    /// The reason of the last system call that failed.
    package static var last: FileError { .system(errno: errno) }

    /// Whether the file does not exist.
    package var isAbsence: Bool {
        self == .system(errno: ENOENT) || self == .system(errno: ENOTDIR)
    }

    /// Whether another process holds the lock.
    package var isHeldLock: Bool { self == .system(errno: EWOULDBLOCK) }

    /// A lowercase fragment, except for the system's words.
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

extension Failure {
    /// Makes the failure to use the file at a path; `verb` is, for example, `read`, `write` or
    /// `create`.
    package init(_ verb: String, _ path: String, _ error: FileError = .last) {
        self.init(.environment, "cannot \(verb) \(Shown.escaped(path)): \(error.reason)")
    }

    /// The failure for a named pipe.
    package static func namedPipe(_ path: String) -> Failure {
        Failure(
            .environment,
            "\(Shown.escaped(path)) is a named pipe, not a file: opening it may wait for ever",
            help: "to pass a program's output, use the shell's <(command)"
        )
    }
}
