#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file or stream, which `deinit` closes.
package struct Descriptor: ~Copyable, Sendable {
    /// The maximum number of bytes to read from one input: a device without an end would fill the
    /// memory.
    ///
    /// A public test suite such as x509-limbo has about 40 MB; the run file of a hundred thousand
    /// pairs has about 100 MB.
    package static let largestInput = 512 << 20

    /// The system's number; -1 after closing, which `poll` ignores.
    package private(set) var number: CInt

    /// Takes over an open descriptor.
    package init(owning number: CInt) { self.number = number }

    /// Opens a file; started programs do not inherit it.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - flags: the flags of `open`, such as `O_RDONLY`.
    ///   - mode: the mode of a new file.
    /// - Throws: `.system`.
    package init(_ path: String, _ flags: CInt, mode: mode_t = 0) throws(FileError) {
        let opened = open(path, flags | O_CLOEXEC, mode)
        guard opened >= 0 else { throw .last }
        number = opened
    }

    deinit { _ = closeNumber(number) }

    /// Closes the file; some file systems report a full disk only then.
    package mutating func close() throws(FileError) {
        let result = closeNumber(number)
        number = -1
        guard result == 0 else { throw .last }
    }

    /// The status of the open file, even if its path now leads to another file.
    package var status: FileStatus {
        get throws(FileError) { try FileStatus(descriptor: number) }
    }

    /// Locks the file for this process until it is closed.
    ///
    /// - Throws: `.system(errno: EWOULDBLOCK)` if another process holds the lock.
    package func lock() throws(FileError) {
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .last }
    }

    /// Locks the file, if its file system has locks.
    ///
    /// - Throws: `.system(errno: EWOULDBLOCK)` if another process holds the lock.
    package func lockIfPossible() throws(FileError) {
        do {
            try lock()
        } catch {
            if error.isHeldLock { throw error }
        }
    }

    /// Cuts the file to its first `size` bytes.
    package func truncate(to size: Int) throws(FileError) {
        guard ftruncate(number, off_t(size)) == 0 else { throw .last }
    }

    /// Writes the bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        try Self.write(bytes, to: number)
    }

    /// Writes the bytes to a descriptor that this value does not own.
    ///
    /// For files, the system usually takes all bytes in one call.
    static func write(_ bytes: [UInt8], to number: CInt) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeBytes(number, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads to the end.
    ///
    /// - Throws: `.tooLarge` for more than `limit` bytes.
    package func read(limit: Int = Self.largestInput) throws(FileError) -> [UInt8] {
        let status = try status
        guard status.kind == .file else { return try Self.read(from: number, limit: limit) }
        guard status.size <= limit else { throw .tooLarge(limit) }
        return try Self.read(from: number, limit: limit, expecting: status.size)
    }

    /// Reads a part of the file; the file must contain the whole part.
    package func read(_ part: Range<Int>) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: part.count)
        let count = pread(number, &bytes, bytes.count, off_t(part.lowerBound))
        guard count == bytes.count else { throw count < 0 ? .last : .system(errno: EIO) }
        return bytes
    }

    /// Reads to the end of a descriptor that this value does not own.
    static func read(
        from number: CInt,
        limit: Int,
        expecting size: Int = 0
    ) throws(FileError) -> [UInt8] {
        // With one byte more than the stated size, one read usually finds the end of a file. The
        // file may grow, or may state size 0 although it has content (/proc).
        var chunk = [UInt8](repeating: 0, count: size > 0 ? size + 1 : 65_536)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let count = chunk.withUnsafeMutableBytes { fill(number, $0) }
            if count < 0 { throw .last }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw .tooLarge(limit)
    }

    /// Calls `read` again when a signal interrupts it.
    private static func fill(_ number: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = readBytes(number, buffer.baseAddress, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }
}

// System calls whose names clash with names of methods.
private let readBytes = read(_:_:_:)
private let writeBytes = write(_:_:_:)
private let closeNumber = close(_:)
