/// The loopback address that a server listens on, by its word in scenario files.
package enum LoopbackFamily: String, CaseIterable, Hashable, Sendable {
    /// 127.0.0.1 and ::1.
    case ipv4, ipv6
    /// 127.0.0.2, for a host that has another address than the host before it.
    case otherIPv4 = "127.0.0.2"

    /// The bytes of the address: 4 for IPv4, 16 for IPv6.
    package var bytes: [UInt8] {
        switch self {
        case .ipv4: [127, 0, 0, 1]
        case .ipv6: [UInt8](repeating: 0, count: 15) + [1]
        case .otherIPv4: [127, 0, 0, 2]
        }
    }
}
