import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Stops a program from another thread, even before it has started.
package final class StopRequest: Sendable {
    private let pipe: Pipe

    package init() throws(ProgramError) { pipe = try Pipe() }

    /// A descriptor that is ready to read after the request.
    var descriptor: CInt { pipe.reading.number }

    /// Sends the request; does not block when called a few times.
    package func send() {
        // A pipe always has room for a few bytes.
        _ = [UInt8(0)].withUnsafeBytes { write(pipe.writing.number, $0.baseAddress, 1) }
    }

    /// Waits for the request; returns false if it has not come by the deadline.
    package func wait(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = deadline - .now
            if poll(&polled, 1, left.pollTimeout) == 1 { return true }
            if left <= .zero { return false }
        }
    }
}
