import Basics
import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A measurement of how much this process's memory has grown since a recorded size, the mark.
package final class MemoryMark: Sendable {
    /// The limit on growth in bytes, more than the caches of a campaign and a connection need.
    package static let limit = 256 << 20

    private let limit: Int
    /// The recorded size in bytes; nil before the first measurement.
    private let mark = Mutex<Int?>(nil)

    init(limit: Int) { self.limit = limit }

    /// Returns the growth in bytes if it is above the limit, and records the new size; returns nil
    /// for less growth.
    func growth() -> Int? {
        guard let now = Self.resident() else { return nil }
        return mark.withLock { mark in
            guard let before = mark else {
                mark = now
                return nil
            }
            guard now - before > limit else { return nil }
            mark = now
            return now - before
        }
    }

    /// Returns the resident memory of the process in bytes; nil if the system does not report it.
    private static func resident() -> Int? {
        guard let text = try? Files.readRegular("/proc/self/statm", limit: 4_096) else {
            return nil
        }
        // The second number is the resident memory in pages (proc(5)).
        let words = text.split(separator: UInt8(ascii: " "))
        guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else {
            return nil
        }
        return pages * Int(sysconf(CInt(_SC_PAGESIZE)))
    }
}
