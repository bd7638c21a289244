#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Stops a program from another thread, or before it has begun.
package final class StopRequest: Sendable {
    private let pipe: Pipe

    package init() throws(ProgramError) { pipe = try Pipe() }

    /// Ready to read once it was sent.
    var descriptor: CInt { pipe.reading.number }

    /// Never blocks where it is called once or a few times.
    package func send() {
        // A byte always fits into a pipe that has some.
        _ = [UInt8(0)].withUnsafeBytes { write(pipe.writing.number, $0.baseAddress, 1) }
    }
}
