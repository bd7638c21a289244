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

/// Writes the bytes.
///
/// For files, the system usually takes all of them in one call.
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

/// Whether a path is a named pipe, so that opening it waits for another program.
///
/// False for a pipe that this process inherited, such as a shell's `<(…)`: its other end is already
/// open.
package func isNamedPipe(_ path: String) -> Bool {
    guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
}

/// Reads all bytes to the end of a file or stream.
package func readAll(from descriptor: CInt) throws(SystemError) -> [UInt8] {
    guard let bytes = try readAll(from: descriptor, limit: largestInput) else {
        throw SystemError(code: EFBIG)
    }
    return bytes
}

/// The most bytes read from one input: a device without an end would fill the memory.
///
/// The public suites have about 40 MB; the run file of a hundred thousand pairs has about 100 MB.
package let largestInput = 512 << 20

/// Reads all bytes to the end of a file or stream; returns nil for more than `limit` bytes.
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
