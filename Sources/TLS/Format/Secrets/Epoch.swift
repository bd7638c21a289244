/// The keys that protect records.
package enum Epoch: Hashable, Sendable {
    case plain
    /// Data of a client before the server has answered; only in TLS 1.3, like the next one.
    case early
    case handshake
    case application
}

/// The end whose secret or label a Finished uses.
package enum Side: Hashable, Sendable {
    case client, server
}
