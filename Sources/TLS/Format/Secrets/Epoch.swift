/// Which keys protect records.
package enum Epoch: Hashable, Sendable {
    case plain
    /// Data of a client before the server has answered; TLS 1.3's alone, like the next.
    case early
    case handshake
    case application
}

/// The end whose secret or label a Finished is made with.
package enum Side: Hashable, Sendable {
    case client, server
}
