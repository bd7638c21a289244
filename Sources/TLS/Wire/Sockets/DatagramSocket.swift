#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A non-blocking UDP socket, which `deinit` closes.
struct DatagramSocket: ~Copyable {
    /// The descriptor, for `poll`.
    let descriptor: CInt

    /// Opens a socket on an address of this machine; if the port of the address is 0, the kernel
    /// chooses a port.
    ///
    /// - Throws: if the address or its port is unavailable.
    static func bound(to address: NetworkAddress) throws(WireError) -> DatagramSocket {
        let domain = address.isIPv6 ? AF_INET6 : AF_INET
        let type =
            CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let bound = DatagramSocket(owning: try call("socket") { socket(domain, type, 0) })
        let descriptor = bound.descriptor
        try call("bind") { address.withSocketAddress { bind(descriptor, $0, $1) } }
        return bound
    }

    private init(owning descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Returns the address of this end.
    func local() throws(WireError) -> NetworkAddress {
        let descriptor = descriptor
        return try NetworkAddress("getsockname") { getsockname(descriptor, $0, $1) }
    }

    /// Returns the next datagram and its sender; nil if there is none.
    func received() -> (bytes: [UInt8], sender: NetworkAddress)? {
        // No datagram is longer than this (RFC 768).
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let count = withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, address, &length)
                }
            }
            guard count >= 0 else { return nil }
            let sender = withUnsafeBytes(of: storage) { NetworkAddress(kernelBytes: $0) }
            return (Array(buffer.prefix(count)), sender)
        }
    }

    /// Sends a datagram; it is lost if the kernel cannot take it now.
    func send(_ bytes: [UInt8], to address: NetworkAddress) {
        _ = bytes.withUnsafeBytes { buffer in
            address.withSocketAddress {
                sendto(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL), $0, $1)
            }
        }
    }
}
