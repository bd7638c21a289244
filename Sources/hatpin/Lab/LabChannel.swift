import Basics
import Reports
import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The lines between a lab and one program that uses it.
final class LabChannel: Sendable {
    private let reading, writing: CInt
    /// Whether the descriptors are closed with this object.
    private let isOwned: Bool

    /// A line that has arrived.
    enum Line {
        case text([UInt8])
        /// The line is longer than the lab reads.
        case tooLong
        /// The program sends nothing more.
        case ended
    }

    /// The channel of standard input and output.
    static func standard() -> LabChannel {
        LabChannel(STDIN_FILENO, STDOUT_FILENO, isOwned: false)
    }

    /// Returns the channel of a connection; nil if the process can open no more files.
    static func of(_ socket: borrowing Socket) -> LabChannel? {
        let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return LabChannel(descriptor, descriptor, isOwned: true)
    }

    private init(_ reading: CInt, _ writing: CInt, isOwned: Bool) {
        (self.reading, self.writing, self.isOwned) = (reading, writing, isOwned)
    }

    deinit { if isOwned { close(reading) } }

    /// Waits for the next line.
    ///
    /// - Parameter rest: the bytes after the previous line; the caller keeps them between calls.
    /// - Returns: the line without its end.
    func next(_ rest: inout [UInt8]) -> Line {
        var start = rest.startIndex
        while true {
            if let end = rest[start...].firstIndex(of: 10) {
                defer { rest.removeSubrange(...end) }
                return .text(Array(rest[..<end]))
            }
            start = rest.endIndex
            guard rest.count <= LabRequest.longest else { return .tooLong }
            let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
                let count = read(reading, buffer.baseAddress, buffer.count)
                if count > 0 { rest += buffer.prefix(count) }
                return count
            }
            if count == 0, !rest.isEmpty {
                // The last line may have no end.
                defer { rest = [] }
                return .text(rest)
            }
            if count == 0 || count < 0 && errno != EINTR { return .ended }
        }
    }

    /// Writes an answer; returns false if the program has gone.
    func write(_ answer: LabAnswer) -> Bool {
        var rest = answer.line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write(writing, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    // The system's function has the name of a method.
    private static let write = write(_:_:_:)
}
