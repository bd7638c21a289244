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

    /// Never blocks.
    package func send() {
        // Where a full buffer takes no more, the other side has enough to wake it.
        _ = [UInt8(0)].withUnsafeBytes {
            write(writing, $0.baseAddress, 1)
        }
    }

    /// Forgets what was sent so far.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(reading, &bytes, bytes.count) > 0 {}
    }

    /// The event to wait for.
    package var interest: pollfd { pollfd(fd: reading, events: Int16(POLLIN), revents: 0) }
}

/// Takes part in an exchange until a signal has come.
final class SignalWatcher: Participant {
    private let signal: WakeSignal
    /// Whether `advance` has seen the signal.
    ///
    /// Nothing else sets it: if a signal that comes after `advance` already counted, its socket would
    /// be left out of those that are waited for, and the exchange would sleep until its deadline.
    private(set) var isOver = false

    init(_ signal: WakeSignal) { self.signal = signal }

    func advance() throws(WireError) -> Bool {
        guard !isOver else { return false }
        var polled = signal.interest
        isOver = poll(&polled, 1, 0) == 1
        return isOver
    }

    func addInterests(to polled: inout [pollfd]) {
        // Once it has come, it would wake the servers without end.
        if !isOver { polled.append(signal.interest) }
    }
}
