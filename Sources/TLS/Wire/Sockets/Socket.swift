import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An address of loopback, with a port.
package struct LoopbackAddress: Hashable, Sendable {
    package let family: LoopbackFamily
    package let port: UInt16

    /// The address and port: `127.0.0.1:443` or `[::1]:443`.
    package var text: String { networkAddress.text }

    /// This address in the form of a general network address.
    package var networkAddress: NetworkAddress { NetworkAddress(family.bytes, port: port) }
}

/// A non-blocking socket of TCP, or of a path of the file system (unix(7)); `deinit` closes it.
package struct Socket: ~Copyable {
    /// The result of a read or write.
    package enum Transfer: Hashable, Sendable {
        /// This many bytes, at least 1.
        case bytes(Int)
        case wouldBlock
        /// The peer will send nothing more, or has gone.
        case ended
    }

    /// The descriptor, for `poll`.
    package let descriptor: CInt

    init(owning descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func open(_ address: NetworkAddress) throws(WireError) -> Socket {
        let domain = address.isIPv6 ? AF_INET6 : AF_INET
        let type =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return Socket(owning: try call("socket") { socket(domain, type, 0) })
    }

    /// Listens on a loopback port that the kernel chooses, and holds the port until the socket
    /// closes.
    ///
    /// - Parameters:
    ///   - family: the family of the address.
    ///   - isEverywhere: whether the socket listens on every address of both families, in a network
    ///     that has only loopback. If the kernel has no IPv6, it uses only the given family.
    /// - Returns: a socket that listens.
    /// - Throws: if the kernel has no port or no memory left.
    static func listening(
        on family: LoopbackFamily,
        everywhere isEverywhere: Bool = false
    ) throws(WireError) -> Socket {
        // A case has one client; the backlog only has to hold the client's retries.
        let backlog: CInt = 16
        let address = LoopbackAddress(family: family, port: 0).networkAddress
        guard isEverywhere else { return try listening(on: address, backlog: backlog) }
        do {
            return try listening(on: .everywhere, backlog: backlog)
        } catch {
            return try listening(on: address.unspecified, backlog: backlog)
        }
    }

    /// Listens on an address of this machine; if the port of the address is 0, the kernel chooses a
    /// port.
    ///
    /// - Parameters:
    ///   - address: the address; `::` means the addresses of both families.
    ///   - backlog: the number of connections that wait to be accepted; the kernel limits it to
    ///     somaxconn.
    ///   - isOfOneFamily: whether `::` means only IPv6 addresses.
    /// - Returns: a socket that listens.
    /// - Throws: if the address or its port is unavailable.
    package static func listening(
        on address: NetworkAddress,
        backlog: CInt,
        isOfOneFamily: Bool = false
    ) throws(WireError) -> Socket {
        let listener = try open(address)
        let descriptor = listener.descriptor
        // Reuse a port that was used less than a minute ago (TIME-WAIT, RFC 9293 §3.6.1).
        if address.port != 0 { listener.set(SO_REUSEADDR, at: SOL_SOCKET) }
        // By default, the kernel follows net.ipv6.bindv6only.
        if address.isIPv6 {
            listener.set(IPV6_V6ONLY, at: CInt(IPPROTO_IPV6), to: isOfOneFamily ? 1 : 0)
        }
        try call("bind") { address.withSocketAddress { bind(descriptor, $0, $1) } }
        try call("listen") { listen(descriptor, backlog) }
        return listener
    }

    /// Listens on a path of the file system, where only this user can connect (unix(7)).
    ///
    /// A socket that a killed process has left there is replaced.
    ///
    /// - Throws: if the path is too long, exists, or is used by another process.
    package static func listening(atPath path: String, backlog: CInt) throws(WireError) -> Socket {
        do {
            let listener = try unconnected()
            let descriptor = listener.descriptor
            // Linux gives the file the mode of the socket at `bind`.
            try call("fchmod") { fchmod(descriptor, 0o600) }
            try at(path, "bind") { bind(descriptor, $0, $1) }
            try call("listen") { listen(descriptor, backlog) }
            return listener
        } catch {
            guard case .system(_, EADDRINUSE) = error, isAbandoned(path), unlink(path) == 0 else {
                throw error
            }
            return try listening(atPath: path, backlog: backlog)
        }
    }

    /// Whether a path is that of a socket on which nothing listens.
    private static func isAbandoned(_ path: String) -> Bool {
        // A connection to any other file is refused, too.
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        do throws(WireError) {
            let dialed = try unconnected()
            let descriptor = dialed.descriptor
            try at(path, "connect") { connect(descriptor, $0, $1) }
            return false
        } catch {
            guard case .system(_, ECONNREFUSED) = error else { return false }
            return true
        }
    }

    private static func unconnected() throws(WireError) -> Socket {
        let type =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return Socket(owning: try call("socket") { socket(AF_UNIX, type, 0) })
    }

    /// Makes a system call with a path as its address.
    private static func at(
        _ path: String,
        _ name: StaticString,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws(WireError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .system(call: "\(name)", errno: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        try call(name) {
            withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    /// Starts to connect to loopback; a refused connection shows at the first read or write.
    static func connecting(to address: LoopbackAddress) throws(WireError) -> Socket {
        try connecting(to: address.networkAddress)
    }

    /// Starts to connect; read `connectionError` once the socket can be written to.
    package static func connecting(to address: NetworkAddress) throws(WireError) -> Socket {
        let dialed = try open(address)
        let descriptor = dialed.descriptor
        do {
            try call("connect") { address.withSocketAddress { connect(descriptor, $0, $1) } }
        } catch {
            // "In progress" is not a failure: the first write waits for the connection.
            guard case .system(_, EINPROGRESS) = error else { throw error }
        }
        dialed.set(TCP_NODELAY, at: CInt(IPPROTO_TCP))
        return dialed
    }

    /// The errno of a finished attempt to connect; 0 for success.
    package var connectionError: CInt {
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        let result = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        return result == 0 ? code : errno
    }

    /// Returns the address of the other end.
    package func peer() throws(WireError) -> NetworkAddress {
        let descriptor = descriptor
        return try NetworkAddress("getpeername") { getpeername(descriptor, $0, $1) }
    }

    /// Returns the address of this end.
    package func local() throws(WireError) -> NetworkAddress {
        let descriptor = descriptor
        return try NetworkAddress("getsockname") { getsockname(descriptor, $0, $1) }
    }

    /// Returns the port that the socket listens on.
    func port() throws(WireError) -> UInt16 { try local().port }

    /// Accepts the next incoming connection; nil if there is none.
    package func accepted() throws(WireError) -> Socket? {
        let descriptor = descriptor
        do {
            let peer = Socket(owning: try call("accept") { accept(descriptor, nil, nil) })
            let accepted = peer.descriptor
            try call("fcntl") { fcntl(accepted, F_SETFD, FD_CLOEXEC) }
            try call("fcntl") { fcntl(accepted, F_SETFL, O_NONBLOCK) }
            peer.set(TCP_NODELAY, at: CInt(IPPROTO_TCP))
            return peer
        } catch {
            switch error {
            case .system(_, EAGAIN), .system(_, ECONNABORTED): return nil
            default: throw error
            }
        }
    }

    /// Appends the received bytes to `bytes`.
    package func read(into bytes: inout [UInt8]) -> Transfer {
        // A handshake flight is below 16 KiB, the size of a TLS record.
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let count = retrying { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
            guard count > 0 else { return count == 0 ? .ended : failed() }
            bytes += buffer.prefix(count)
            // A client without TCP_NODELAY sends its request only when its Finished is acknowledged,
            // which otherwise takes 40 ms. The option holds until the next write (tcp(7)).
            set(TCP_QUICKACK, at: CInt(IPPROTO_TCP))
            return .bytes(count)
        }
    }

    /// Writes as many of `bytes` as possible.
    package func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
        bytes.withUnsafeBytes { buffer in
            let count = retrying {
                send(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL))
            }
            return count > 0 ? .bytes(count) : failed()
        }
    }

    /// Ends listening and releases the port, also if another process holds the descriptor.
    ///
    /// A program that another thread is starting has copies of all descriptors for some time, until
    /// it closes them. Closing ours would leave the port in use for as long.
    func stopListening() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// Shuts down sending.
    package func finishWriting() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Makes `deinit` close the socket without TIME-WAIT; the peer must have finished before the
    /// call.
    ///
    /// If both sides closed in order, the port would stay in use for a minute (TIME-WAIT, RFC 9293
    /// §3.6.1). A run that makes a thousand connections a second would soon have no free port.
    /// Nothing is lost: the peer has sent everything, and everything sent to the peer has arrived.
    func forgetAtClose() {
        // Bytes that do not fit the peer's window wait in the kernel, and would be lost. Close such
        // a socket in order.
        var unsent: CInt = 0
        guard ioctl(descriptor, Self.unsentBytes, &unsent) == 0, unsent == 0 else { return }
        var abort = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &abort,
            socklen_t(MemoryLayout<linger>.size)
        )
    }

    /// SIOCOUTQNSD of linux/sockios.h, which no module contains: the number of unsent bytes.
    ///
    /// On loopback, sent bytes have arrived, acknowledged or not.
    private static let unsentBytes: UInt = 0x894b

    /// Sets an option of the socket; by default, switches the option on.
    ///
    /// Without TCP_NODELAY a small last segment waits 40 ms for an acknowledgement (RFC 1122
    /// §4.2.3.4).
    private func set(_ option: CInt, at level: CInt, to value: CInt = 1) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    private func failed() -> Transfer {
        // Any error except "not yet" means that the peer has gone: reset, refused, or closed.
        errno == EAGAIN || errno == ENOTCONN || errno == EINPROGRESS ? .wouldBlock : .ended
    }
}

/// Repeats a system call that a signal interrupts.
private func retrying<Result: SignedInteger>(_ body: () -> Result) -> Result {
    while true {
        let result = body()
        if result != -1 || errno != EINTR { return result }
    }
}

/// Runs a system call, again if a signal interrupts it, and throws if the call fails.
@discardableResult
package func call<Result: SignedInteger>(
    _ name: StaticString,
    _ body: () -> Result
) throws(WireError) -> Result {
    let result = retrying(body)
    guard result != -1 else { throw .system(call: "\(name)", errno: errno) }
    return result
}

/// Waits until a descriptor is ready or this time is over, and reports progress to the watchdog.
package func waitForEvents(
    of polled: inout [pollfd],
    atMost time: Duration
) throws(WireError) {
    try call("poll") { poll(&polled, nfds_t(polled.count), time.pollTimeout) }
    AwaitedThreads.ofProcess.goOn()
}
