#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An IP address and a port, of this machine or of a peer.
package struct SocketAddress: Hashable, Sendable {
    /// 4 octets of IPv4 or 16 of IPv6.
    package let octets: [UInt8]
    package let port: UInt16

    /// - Parameters:
    ///   - octets: 4 or 16.
    ///   - port: 0 where the kernel is to choose one.
    package init(octets: [UInt8], port: UInt16) {
        (self.octets, self.port) = (octets, port)
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool {
        octets.count == 4 ? octets[0] == 127 : octets == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The same address with another port.
    package func with(port: UInt16) -> SocketAddress {
        SocketAddress(octets: octets, port: port)
    }

    private var isVersion4: Bool { octets.count == 4 }

    /// The peer of a connection, or the address that a socket listens on.
    fileprivate init?(_ storage: sockaddr_storage) {
        self = withUnsafeBytes(of: storage) { bytes in
            // Port and address stand behind the family: RFC 3493 §3.3, and netinet/in.h.
            let (start, count) = storage.ss_family == sa_family_t(AF_INET) ? (4, 4) : (8, 16)
            return SocketAddress(
                octets: Array(bytes[start..<start + count]),
                port: UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
            )
        }
        guard [AF_INET, AF_INET6].contains(CInt(storage.ss_family)) else { return nil }
    }

    /// Calls `body` with the address as the kernel takes it.
    fileprivate func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(isVersion4 ? AF_INET : AF_INET6)
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            bytes[(isVersion4 ? 4 : 8)...].copyBytes(from: octets)
        }
        let size = isVersion4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
        }
    }
}

extension Socket {
    /// Listens at an address, on its port or, where that is 0, on one that the kernel chooses.
    static func listening(at address: SocketAddress) throws(WireError) -> Socket {
        let family = address.octets.count == 4 ? AF_INET : AF_INET6
        let type =
            CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let listener = Socket(owning: try call("socket") { socket(family, type, 0) })
        let descriptor = listener.descriptor
        // A server that is started again finds its port in TIME-WAIT.
        listener.set(SO_REUSEADDR, at: SOL_SOCKET)
        // Each family has a listener of its own, also where :: is asked for beside 0.0.0.0.
        if family == AF_INET6 { listener.set(IPV6_V6ONLY, at: CInt(IPPROTO_IPV6)) }
        try call("bind") { address.withSocketAddress { bind(descriptor, $0, $1) } }
        // Visitors beyond the limit of connections wait here; the kernel caps it at somaxconn.
        try call("listen") { listen(descriptor, 4_096) }
        return listener
    }

    /// The address of this end of it.
    func address() throws(WireError) -> SocketAddress {
        try address(of: "getsockname", getsockname)
    }

    /// The address of the other end.
    func peerAddress() throws(WireError) -> SocketAddress {
        try address(of: "getpeername", getpeername)
    }

    private func address(
        of name: StaticString,
        _ ask: (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) throws(WireError) -> SocketAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = descriptor
        try call(name) {
            withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    ask(descriptor, $0, &length)
                }
            }
        }
        guard let address = SocketAddress(storage) else {
            throw .system(call: "\(name)", errno: EAFNOSUPPORT)
        }
        return address
    }

    private func set(_ option: CInt, at level: CInt) {
        var on: CInt = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<CInt>.size))
    }
}
