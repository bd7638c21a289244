/// The keys that protect records.
package enum Epoch: Hashable, Sendable {
    case plain
    /// The keys for early data, which a client sends before the server has answered. Only TLS 1.3
    /// has these keys and the keys of `handshake`.
    case early
    case handshake
    case application
}
