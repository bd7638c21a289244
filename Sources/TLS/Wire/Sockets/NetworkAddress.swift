#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An IP address on any network, with a port of TCP or UDP.
package struct NetworkAddress: Hashable, Sendable {
    /// The bytes: 4 for IPv4, 16 for IPv6.
    package let bytes: [UInt8]
    package let port: UInt16
    /// The interface of a link-local IPv6 address (RFC 4007 §6); 0 for none.
    package let scope: UInt32

    /// Makes an address from 4 or 16 bytes.
    package init(_ bytes: [UInt8], port: UInt16, scope: UInt32 = 0) {
        (self.bytes, self.port, self.scope) = (bytes, port, scope)
    }

    /// Parses a numeric address; nil for names and anything else.
    package init?(_ text: some StringProtocol, port: UInt16) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let family = text.contains(":") ? AF_INET6 : AF_INET
        guard inet_pton(family, String(text), &bytes) == 1 else { return nil }
        self.init(Array(bytes.prefix(family == AF_INET6 ? 16 : 4)), port: port)
    }

    package var isIPv6: Bool { bytes.count == 16 }

    /// The address without the port, as text.
    package var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = isIPv6 ? AF_INET6 : AF_INET
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }

    /// The address and port, such as `192.0.2.1:443` or `[2001:db8::1]:443`.
    package var text: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The IPv4 address inside an IPv4-mapped address (RFC 4291 §2.5.5.2), or this address.
    package var unmapped: NetworkAddress {
        guard bytes.dropLast(4).elementsEqual(Self.mappingPrefix) else { return self }
        return NetworkAddress(Array(bytes.suffix(4)), port: port)
    }

    private static let mappingPrefix = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

    /// Whether this is a loopback address (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3) or the unspecified
    /// address.
    ///
    /// Linux also reaches loopback by the unspecified address.
    package var isLoopback: Bool {
        let bytes = unmapped.bytes
        if bytes.count == 4 { return bytes[0] == 127 || bytes == [0, 0, 0, 0] }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    /// Whether this is the unspecified address, on which a listener gets connections to all of the
    /// machine's addresses.
    package var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Whether only this machine can reach a socket that listens on this address.
    package var isReachedFromHereAlone: Bool { isLoopback && !isUnspecified }

    /// All addresses of both families, on a port that the kernel chooses.
    static let everywhere = NetworkAddress([UInt8](repeating: 0, count: 16), port: 0)

    /// The unspecified address of the same family, with the same port.
    var unspecified: NetworkAddress {
        NetworkAddress([UInt8](repeating: 0, count: bytes.count), port: port)
    }

    /// Calls `body` with the address in the kernel's form.
    func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_scope_id = scope
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            return withRebound(address, body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return withRebound(address, body)
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

extension NetworkAddress {
    /// Reads an address that the kernel writes.
    init(
        _ name: StaticString,
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) throws(WireError) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        try call(name) {
            withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
            }
        }
        self = withUnsafeBytes(of: storage) { Self(kernelBytes: $0) }
    }

    /// Reads a `sockaddr_in` or `sockaddr_in6`.
    init(kernelBytes bytes: UnsafeRawBufferPointer) {
        let family = bytes.loadUnaligned(as: sa_family_t.self)
        // The port is at the same offset in both structures.
        let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        guard family == sa_family_t(AF_INET6) else {
            self.init(Array(bytes[4..<8]), port: port)
            return
        }
        let scope = bytes.loadUnaligned(fromByteOffset: 24, as: UInt32.self)
        self.init(Array(bytes[8..<24]), port: port, scope: scope)
    }
}
