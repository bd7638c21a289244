#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Wakes a thread that waits for sockets, from any other thread.
package final class WakeSignal: Sendable {
    private let reading, writing: CInt

    package init() throws(WireError) {
        var ends: [CInt] = [-1, -1]
        let type =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try call("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Sends the signal; never blocks.
    package func send() {
        // If the buffer is full, the other side has enough data to wake up.
        _ = [UInt8(0)].withUnsafeBytes {
            write(writing, $0.baseAddress, 1)
        }
    }

    /// Discards the signals so far.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(reading, &bytes, bytes.count) > 0 {}
    }

    /// The event to wait for.
    package var interest: pollfd { pollfd(fd: reading, events: Int16(POLLIN), revents: 0) }
}

/// A participant in an exchange that waits for a signal.
final class SignalWatcher: Participant {
    private let signal: WakeSignal
    /// Whether `advance` has seen the signal.
    ///
    /// Only `advance` sets `isOver`. If the signal itself set it between two calls of `advance`,
    /// the exchange would stop waiting for the signal's socket, and would sleep until the deadline
    /// of the exchange.
    private(set) var isOver = false

    init(_ signal: WakeSignal) { self.signal = signal }

    func advance() throws(WireError) -> Bool {
        guard !isOver else { return false }
        var polled = signal.interest
        isOver = poll(&polled, 1, 0) == 1
        return isOver
    }

    func addInterests(to polled: inout [pollfd]) {
        // Do not wait for the socket after the signal, because it would wake the servers again and
        // again.
        if !isOver { polled.append(signal.interest) }
    }
}
