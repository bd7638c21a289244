#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A time of the file system.
///
/// Two numbers, because the nanoseconds of some file times do not fit into 64 bits.
package struct FileTime: Comparable, Sendable {
    /// Seconds since 1970; negative before.
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
