/// The loopback address that a server listens on: 127.0.0.1 or [::1].
package enum LoopbackFamily: String, CaseIterable, Hashable, Sendable {
    case ipv4, ipv6
}
