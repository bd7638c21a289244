#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A time of the file system.
///
/// Two numbers, since a file can carry a time whose nanoseconds do not fit into 64 bits.
package struct FileTime: Comparable, Sendable {
    /// Since 1970; negative before.
    package let seconds: Int64
    /// Of the second, below 1,000,000,000.
    package let nanoseconds: Int64

    init(_ time: timespec) {
        (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
    }

    package static func < (left: FileTime, right: FileTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
