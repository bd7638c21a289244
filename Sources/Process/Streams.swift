import Basics
import CProcess

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Descriptor {
    /// Opens /dev/null for reading and writing.
    static func nothing() throws(ProgramError) -> Descriptor {
        Descriptor(owning: try call("open /dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) })
    }

    /// Makes reading and writing fail instead of waiting.
    borrowing func neverWait() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }
}

/// A pipe that started programs do not inherit.
struct Pipe: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(ProgramError) {
        var ends: (CInt, CInt) = (-1, -1)
        try call("pipe") { hatpin_pipe(&ends.0, &ends.1) }
        reading = Descriptor(owning: ends.0)
        writing = Descriptor(owning: ends.1)
    }
}

/// Our end of a program's standard output or error.
struct OutputStream: ~Copyable {
    /// The default number of bytes to keep: enough for an error message, and little compared to the
    /// records of a run.
    static let limit = 65_536
    /// The maximum number of reads in one call, so that a program that writes for ever cannot block
    /// the caller.
    private static let reads = 16
    /// The number of bytes of one read.
    private static let step = 65_536
    /// The maximum number of bytes that one call reads.
    static let mostRead = reads * step

    private var descriptor: Descriptor
    /// The maximum number of bytes to keep of this stream.
    private let limit: Int
    /// The first bytes of the stream since the last call of `forget`, or since its start.
    private(set) var kept: [UInt8] = []
    /// The number of bytes that the program has written since the last call of `forget`, or since
    /// its start.
    private(set) var count = 0

    init(_ descriptor: consuming Descriptor, keeping limit: Int = Self.limit) {
        descriptor.neverWait()
        self.descriptor = consume descriptor
        self.limit = limit
    }

    var interest: pollfd { pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0) }

    /// Whether the kept bytes contain a complete line.
    var hasLine: Bool { kept.contains(10) }

    /// Discards the kept bytes and restarts the count.
    mutating func forget() {
        kept.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Reads without waiting.
    mutating func read() {
        var left = Self.reads
        while left > 0, readOnce() { left -= 1 }
    }

    /// Reads once; returns whether more bytes may come.
    private mutating func readOnce() -> Bool {
        guard descriptor.number >= 0 else { return false }
        return withUnsafeTemporaryAllocation(byteCount: Self.step, alignment: 1) { buffer in
            let taken = retrying { readBytes(descriptor.number, buffer.baseAddress, buffer.count) }
            guard taken > 0 else {
                if taken == 0 || errno != EAGAIN { try? descriptor.close() }
                return false
            }
            count += taken
            kept += buffer.prefix(min(taken, limit - kept.count))
            return true
        }
    }
}

/// Our end of a program's standard input.
struct InputStream: ~Copyable {
    private var descriptor: Descriptor
    private var pending: ArraySlice<UInt8>

    /// Takes the writing end of the pipe, and the bytes to write first.
    init(_ descriptor: consuming Descriptor, pending: [UInt8]) {
        descriptor.neverWait()
        self.descriptor = consume descriptor
        self.pending = pending[...]
    }

    var interest: pollfd {
        let number = pending.isEmpty ? -1 : descriptor.number
        return pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    }

    /// Appends bytes to the bytes that wait to be written.
    mutating func add(_ bytes: [UInt8]) { pending += bytes }

    /// Writes without waiting.
    mutating func flush() {
        while descriptor.number >= 0, !pending.isEmpty {
            let count = pending.withUnsafeBytes { buffer in
                retrying { writeBytes(descriptor.number, buffer.baseAddress, buffer.count) }
            }
            if count > 0 {
                pending = pending.dropFirst(count)
            } else {
                if errno != EAGAIN { try? descriptor.close() }
                return
            }
        }
    }
}

// System calls whose names clash with names of methods.
private let readBytes = read(_:_:_:)
let writeBytes = write(_:_:_:)

private func retrying(_ body: () -> Int) -> Int {
    while true {
        let result = body()
        if result != -1 || errno != EINTR { return result }
    }
}
