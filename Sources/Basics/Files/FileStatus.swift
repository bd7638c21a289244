#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's data about a file, a folder, a link or another entry of a folder.
package struct FileStatus: Sendable {
    package enum Kind: Sendable {
        case file, folder, link, pipe, other
    }

    package let kind: Kind
    /// The size in bytes.
    package let size: Int
    /// The bytes that the entry takes on its disk.
    let used: Int
    /// The number of the owner.
    package let user: UInt32
    /// The number of the group.
    package let group: UInt32
    /// The rights of the owner, of the group and of others.
    package let permissions: mode_t
    /// The time of the last change.
    package let changed: FileTime

    /// Reads the status of the entry at a path; `followingLinks` reads the target of a link instead
    /// of the link.
    package init(_ path: String, followingLinks: Bool = false) throws(FileError) {
        var status = stat()
        guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
            throw .last
        }
        self.init(status)
    }

    init(descriptor: CInt) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            default: .other
            }
        size = Int(status.st_size)
        let (bytes, overflow) = Int(clamping: status.st_blocks).multipliedReportingOverflow(by: 512)
        used = overflow ? .max : bytes
        user = status.st_uid
        group = status.st_gid
        permissions = status.st_mode & 0o7777
        changed = FileTime(status.st_mtim)
    }

    /// Whether the user of this process owns the entry.
    package var isOfUser: Bool { user == geteuid() }

    /// Whether no other user may read, change or use the entry.
    package var isPrivate: Bool { isOfUser && permissions & 0o077 == 0 }

    /// Whether the entry is a file or folder of this user that no other user may change.
    package var isOwn: Bool {
        isOfUser && permissions & 0o022 == 0 && (kind == .file || kind == .folder)
    }
}

/// A time of the file system.
///
/// Two numbers, because the nanoseconds of some file times do not fit into 64 bits.
package struct FileTime: Comparable, Sendable {
    /// Seconds since 1970; negative for times before 1970.
    package let seconds: Int64
    /// The nanoseconds within the second, below 1,000,000,000.
    package let nanoseconds: Int64

    init(_ time: timespec) {
        (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
    }

    package static func < (left: FileTime, right: FileTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
