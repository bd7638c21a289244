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

extension WakeSignal: Participant {
    func advance() throws(WireError) -> Bool { false }

    var isOver: Bool {
        var polled = interest
        return poll(&polled, 1, 0) == 1
    }

    func addInterests(to polled: inout [pollfd]) {
        // Once it has been sent, it would wake the servers without end.
        if !isOver { polled.append(interest) }
    }
}
