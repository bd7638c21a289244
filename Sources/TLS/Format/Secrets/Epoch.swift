/// The keys that protect records.
package enum Epoch: Hashable, Sendable {
    case plain
    /// The keys for data that a client sends before the server has answered; only in TLS 1.3, like
    /// `handshake`.
    case early
    case handshake
    case application
}

/// The end whose secret or label a Finished uses.
package enum Side: Hashable, Sendable {
    case client, server
}
