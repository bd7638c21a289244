#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A TCP address on this machine.
package struct LoopbackAddress: Hashable, Sendable {
    package let family: LoopbackFamily
    package let port: UInt16

    /// `127.0.0.1:443` or `[::1]:443`.
    package var text: String {
        switch family {
        case .ipv4: "127.0.0.1:\(port)"
        case .ipv6: "[::1]:\(port)"
        }
    }

    /// Calls `body` with the address as the kernel takes it; with the one that means any where that is
    /// asked for.
    func withSocketAddress<Result>(
        isAny: Bool = false,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch family {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(isAny ? 0 : 0x7f00_0001).bigEndian
            return withRebound(address, body)
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = isAny ? in6addr_any : in6addr_loopback
            return withRebound(address, body)
        }
    }

    private func withRebound<Address, Result>(
        _ address: Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

/// A non-blocking TCP socket on loopback, closed by `deinit`.
struct Socket: ~Copyable {
    /// The result of a read or write.
    enum Transfer: Hashable, Sendable {
        /// This many bytes, at least 1.
        case bytes(Int)
        case wouldBlock
        /// The peer will send nothing more, or is gone.
        case ended
    }

    let descriptor: CInt

    private init(owning descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func open(_ family: LoopbackFamily) throws(WireError) -> Socket {
        let domain = family == .ipv4 ? AF_INET : AF_INET6
        let type =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return Socket(owning: try call("socket") { socket(domain, type, 0) })
    }

    /// Listens on a port that the kernel chooses, and holds it until the end.
    ///
    /// - Parameters:
    ///   - family: of its address.
    ///   - isEverywhere: whether it listens on every address of the family, for a network that has
    ///     loopback alone.
    static func listening(
        on family: LoopbackFamily,
        everywhere isEverywhere: Bool = false
    ) throws(WireError) -> Socket {
        let listener = try open(family)
        let descriptor = listener.descriptor
        let address = LoopbackAddress(family: family, port: 0)
        try call("bind") {
            address.withSocketAddress(isAny: isEverywhere) { bind(descriptor, $0, $1) }
        }
        // A case has one client; the backlog only has to hold its retries.
        try call("listen") { listen(descriptor, 16) }
        return listener
    }

    /// Begins to connect; a connection that is refused shows at the first read or write.
    static func connecting(to address: LoopbackAddress) throws(WireError) -> Socket {
        let dialed = try open(address.family)
        let descriptor = dialed.descriptor
        do {
            try call("connect") { address.withSocketAddress { connect(descriptor, $0, $1) } }
        } catch {
            // In progress is no failure: the first write waits for it.
            guard case .system(_, EINPROGRESS) = error else { throw error }
        }
        dialed.sendAtOnce()
        return dialed
    }

    /// The port it listens on.
    func port() throws(WireError) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = descriptor
        try call("getsockname") {
            withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &length)
                }
            }
        }
        // The port stands at the same place in sockaddr_in and sockaddr_in6.
        return withUnsafeBytes(of: storage) {
            UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
    }

    /// The next connection that has come in, nil where none has.
    func accepted() throws(WireError) -> Socket? {
        let descriptor = descriptor
        do {
            let peer = Socket(owning: try call("accept") { accept(descriptor, nil, nil) })
            let accepted = peer.descriptor
            try call("fcntl") { fcntl(accepted, F_SETFD, FD_CLOEXEC) }
            try call("fcntl") { fcntl(accepted, F_SETFL, O_NONBLOCK) }
            peer.sendAtOnce()
            return peer
        } catch {
            switch error {
            case .system(_, EAGAIN), .system(_, ECONNABORTED): return nil
            default: throw error
            }
        }
    }

    /// Reads behind the end of `bytes`.
    func read(into bytes: inout [UInt8]) -> Transfer {
        // A handshake's flight is below 16 KiB, the size of a TLS record.
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let count = retrying { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
            guard count > 0 else { return count == 0 ? .ended : failed() }
            bytes += buffer.prefix(count)
            return .bytes(count)
        }
    }

    /// Writes what it can of `bytes`.
    func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
        bytes.withUnsafeBytes { buffer in
            let count = retrying {
                send(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL))
            }
            return count > 0 ? .bytes(count) : failed()
        }
    }

    /// Says that nothing more will be sent.
    func finishWriting() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Closes without TIME-WAIT, once the peer is done.
    ///
    /// An orderly end of both sides would keep the port for a minute (TIME-WAIT, RFC 9293 §3.6.1),
    /// and a run that makes a thousand connections a second would soon find none free. Nothing can
    /// be lost: the peer has said all, and has been told all.
    func forgetAtClose() {
        var abort = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &abort,
            socklen_t(MemoryLayout<linger>.size)
        )
    }

    /// Without this a small last segment waits 40 ms for an acknowledgement (RFC 1122 §4.2.3.4).
    private func sendAtOnce() {
        var on: CInt = 1
        setsockopt(
            descriptor,
            CInt(IPPROTO_TCP),
            TCP_NODELAY,
            &on,
            socklen_t(MemoryLayout<CInt>.size)
        )
    }

    private func failed() -> Transfer {
        // Anything but "not yet" means that the peer is gone: reset, refused, or closed.
        errno == EAGAIN || errno == ENOTCONN || errno == EINPROGRESS ? .wouldBlock : .ended
    }
}

/// Calls the kernel again while a signal interrupts it.
private func retrying<Result: SignedInteger>(_ body: () -> Result) -> Result {
    while true {
        let result = body()
        if result != -1 || errno != EINTR { return result }
    }
}

/// The one door to system calls that can fail.
@discardableResult
func call<Result: SignedInteger>(
    _ name: StaticString,
    _ body: () -> Result
) throws(WireError) -> Result {
    let result = retrying(body)
    guard result != -1 else { throw .system(call: "\(name)", errno: errno) }
    return result
}
