#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A participant in an exchange: the client, a server or a proxy.
///
/// One thread runs all participants of an exchange in turns, so that a handshake between two of
/// them needs no thread switch.
protocol Participant: AnyObject {
    /// Continues as far as possible without waiting.
    ///
    /// - Returns: whether anything happened.
    func advance() throws(WireError) -> Bool

    /// Whether the participant has nothing more to do; true for a server without connections.
    var isOver: Bool { get }

    /// Appends the sockets that the participant waits for.
    func addInterests(to polled: inout [pollfd])

    /// The time at which the participant continues even without socket events; nil for none.
    var wakes: ContinuousClock.Instant? { get }
}

extension Participant {
    var wakes: ContinuousClock.Instant? { nil }
}
