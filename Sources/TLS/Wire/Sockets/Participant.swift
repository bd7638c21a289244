#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One that takes part in an exchange: the client, a server, a proxy.
///
/// All of one exchange are stepped by one thread, in turn, so that a handshake whose ends both
/// live here costs no switch between threads.
protocol Participant: AnyObject {
    /// Goes on as far as it can without waiting.
    ///
    /// - Returns: whether anything happened.
    func advance() throws(WireError) -> Bool

    /// Whether it has nothing more to do; true for a server without connections.
    var isOver: Bool { get }

    /// The sockets that it waits for.
    func addInterests(to polled: inout [pollfd])

    /// When it goes on whatever its sockets do; nil if that depends on them alone.
    var wakes: ContinuousClock.Instant? { get }
}

extension Participant {
    var wakes: ContinuousClock.Instant? { nil }
}
