#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The failure of a system call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An errno.
    package let code: CInt

    package var description: String { String(cString: strerror(code)) }
}

/// Writes the bytes, by one call where the system takes them all, as it does for files.
package func writeAll(_ bytes: [UInt8], to descriptor: CInt) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            throw SystemError(code: errno)
        }
        rest = rest.dropFirst(count)
    }
}

/// Whether a path is a pipe of the file system, whose opening waits for another program.
///
/// A pipe that this process was given, as `<(…)` of a shell is, has its other end already.
package func isNamedPipe(_ path: String) -> Bool {
    guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
}

/// Reads to the end.
package func readAll(from descriptor: CInt) throws(SystemError) -> [UInt8] {
    guard let bytes = try readAll(from: descriptor, limit: largestInput) else {
        throw SystemError(code: EFBIG)
    }
    return bytes
}

/// The bytes that are read of one input at most; a device without an end would take all memory.
///
/// The public suites have some 40 MB, and the run file of a hundred thousand pairs a hundred.
package let largestInput = 512 << 20

/// Reads to the end; nil where that is more than `limit` bytes.
package func readAll(from descriptor: CInt, limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            throw SystemError(code: errno)
        }
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
    }
    return nil
}
