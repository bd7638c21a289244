#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Loopback {
    /// Whether a server on 127.0.0.1 takes connections at a port.
    package static func isOpen(port: UInt16) -> Bool {
        let address = LoopbackAddress(family: .ipv4, port: port)
        guard let socket = try? Socket.connecting(to: address) else { return false }
        var polled = [pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0)]
        // On loopback, a connection is refused or taken at once.
        guard (try? waitForEvents(of: &polled, atMost: .milliseconds(100))) != nil,
            polled[0].revents & Int16(POLLOUT) != 0
        else { return false }
        return socket.connectionError == 0
    }
}
