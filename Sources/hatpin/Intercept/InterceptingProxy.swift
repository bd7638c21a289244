import Crypto
import Reports
import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The settings of the proxy.
package struct InterceptSettings: Sendable {
    /// The attacks, in the order in which a host's connections get them.
    package var attacks: [Attack]
    package var authorities: Authorities
    /// Whether a client's first connection to a host is passed through unchanged.
    package var passesFirst = false
    /// Whether the attacks on a host start again once all attacks have been made.
    package var repeats = false
    /// Whether a client that accepted is connected to the genuine server.
    package var relays = false
    /// The time limit for a request, for a client's first bytes, and for fetching a host's chain; a
    /// client on a slow mobile network needs some seconds.
    var patience = Duration.seconds(10)
    /// Returns whether connections to a host are attacked; other connections are passed through.
    package var isAttacked: @Sendable (String) -> Bool = { _ in true }

    package init(attacks: [Attack], authorities: Authorities) {
        (self.attacks, self.authorities) = (attacks, authorities)
    }
}

/// A proxy that attacks the connections of its clients.
///
/// One thread advances all connections, so this class needs no locks. Other threads only look up
/// names.
package final class InterceptingProxy {
    /// The largest number of connections; further connections wait in the kernel's queue.
    ///
    /// Each connection may need two sockets, and a process may by default have 1024 sockets
    /// (`ulimit -n`).
    static let capacity = 256
    /// The length of a listener's queue; the kernel's own limit is 4096 (net.core.somaxconn).
    private static let backlog: CInt = 256
    /// The largest number of hosts whose genuine chain is kept; a chain takes about 5 KB.
    private static let keptOrigins = 1_024
    /// The longest sleep; the proxy notices an interrupt only after its sleep.
    private static let longestSleep = Duration.milliseconds(200)

    /// The key by which a genuine chain is remembered.
    private struct OriginKey: Hashable {
        let host: String
        let port: UInt16
        let serverName: String?
        /// Whether the client is on this machine.
        ///
        /// Clients on other machines cannot reach the servers of this machine.
        let isFromLoopback: Bool
    }

    let settings: InterceptSettings
    let loopback: Loopback
    package internal(set) var ledger: AttackLedger
    let report: (InterceptEvent) -> Void
    private let signal: WakeSignal
    private let resolver: Resolver
    private var isOutOfDescriptors = false
    private var listeners: [ListeningPoint] = []
    private var tunnels: [Tunnel] = []
    private var origins: [OriginKey: Origin] = [:]

    /// Creates a proxy that does not listen yet.
    ///
    /// - Parameters:
    ///   - settings: the attacks, and how connections are treated.
    ///   - report: receives the events, on the thread of `run`.
    /// - Throws: if the process can have no more sockets.
    package init(
        _ settings: InterceptSettings,
        report: @escaping (InterceptEvent) -> Void
    ) throws(WireError) {
        self.settings = settings
        self.report = report
        ledger = AttackLedger(
            attacks: settings.attacks.count,
            passesFirst: settings.passesFirst,
            repeats: settings.repeats
        )
        loopback = try Loopback()
        let signal = try WakeSignal()
        self.signal = signal
        resolver = Resolver { signal.send() }
    }

    /// Listens on an address of this machine.
    ///
    /// - Parameters:
    ///   - address: the address to listen on; with port 0, the kernel chooses a port.
    ///   - target: the host for the listener's connections, or nil for clients that use CONNECT.
    /// - Returns: the address with its port.
    /// - Throws: if the address is not an address of this machine, or if the port is in use.
    @discardableResult
    package func listen(
        on address: NetworkAddress,
        transparentFor target: ConnectTarget? = nil
    ) throws(WireError) -> NetworkAddress {
        let point = try ListeningPoint(address, target, backlog: Self.backlog)
        listeners.append(point)
        report(.listening(point.address, transparentFor: target))
        return point.address
    }

    /// Whether the proxy has no connections.
    var isIdle: Bool { tunnels.isEmpty }

    /// Runs the proxy until it is stopped or the time is over.
    package func run(
        until end: ContinuousClock.Instant?,
        isStopped: () -> Bool
    ) throws(WireError) {
        while !isStopped(), end.map({ ContinuousClock.now < $0 }) ?? true {
            try step()
        }
        for tunnel in tunnels { tunnel.abandon() }
        tunnels = []
    }

    /// Waits until a connection can continue, or until the longest sleep is over, and advances the
    /// connections.
    func step(_ longest: Duration = longestSleep) throws(WireError) {
        let fetching = origins.values.filter(\.isFetching)
        var polled = [signal.interest] + listeners.map { interest(in: $0) }
        polled += fetching.map(\.interest)
        var places: [Range<Int>] = []
        for tunnel in tunnels {
            let start = polled.count
            tunnel.addInterests(to: &polled)
            places.append(start..<polled.count)
        }
        let alarm = (tunnels.map(\.alarm) + fetching.map(\.alarm)).min()
        try waitForEvents(of: &polled, atMost: min(longest, alarm.map { $0 - .now } ?? longest))
        if polled[0].revents != 0 { signal.clear() }
        for origin in fetching { origin.advance() }
        let now = ContinuousClock.now
        for (tunnel, place) in zip(tunnels, places)
        where tunnel.waitsForOthers || tunnel.alarm <= now
            || polled[place].contains(where: { $0.revents != 0 })
        {
            tunnel.advance()
        }
        tunnels.removeAll(where: \.isOver)
        try accept()
    }

    /// Returns what to wait for on a listener; nothing if the proxy can accept no connection now,
    /// because the kernel would report a waiting connection again and again.
    private func interest(in listener: ListeningPoint) -> pollfd {
        let isFull = tunnels.count >= Self.capacity || isOutOfDescriptors
        return isFull ? pollfd(fd: -1, events: 0, revents: 0) : listener.interest
    }

    private func accept() throws(WireError) {
        isOutOfDescriptors = false
        for listener in listeners {
            do throws(WireError) {
                while tunnels.count < Self.capacity, let socket = try listener.socket.accepted() {
                    // The address is missing if the client has already disconnected.
                    guard let address = try? socket.peer().unmapped else { continue }
                    tunnels.append(Tunnel(socket, from: address, to: listener.target, of: self))
                }
            } catch {
                guard error.isShortage else { throw error }
                isOutOfDescriptors = true
            }
        }
    }

    /// Returns the genuine chain of a host, fetched now or earlier.
    func origin(
        of target: ConnectTarget,
        _ serverName: String?,
        for client: NetworkAddress
    ) -> Origin {
        let key = OriginKey(
            host: target.host,
            port: target.port,
            serverName: serverName,
            isFromLoopback: client.isLoopback
        )
        if let origin = origins[key], !origin.isStale { return origin }
        if origins.count >= Self.keptOrigins { origins = origins.filter(\.value.isFetching) }
        let origin = Origin(
            dial(target, for: client),
            serverName: serverName,
            on: loopback,
            until: .now + settings.patience
        )
        origins[key] = origin
        return origin
    }

    /// Starts a server session with the false certificate of an attack.
    ///
    /// The session chooses HTTP/1.1 if the client offers it, since reports can show the first line
    /// of an HTTP/1.1 request. Otherwise the session takes the client's first choice, because some
    /// clients end a connection without a protocol (gRPC).
    func session(_ origin: Origin, _ attack: Int) throws -> TLSSession {
        let shown = try origin.credential(attack, settings.attacks[attack], settings.authorities)
        return try loopback.accepting(shown, TLSOffer(versions: .v1_0 ... .v1_3)) { offered in
            offered.contains("http/1.1") ? "http/1.1" : offered.first
        }
    }

    /// Starts to connect to a host for a client.
    ///
    /// The proxy does not connect to itself, and does not give other machines access to this
    /// machine's loopback.
    func dial(_ target: ConnectTarget, for client: NetworkAddress) -> OutwardDial {
        OutwardDial(target, by: resolver, until: .now + settings.patience) { [listeners] address in
            guard client.isLoopback || !address.unmapped.isLoopback else { return false }
            return !listeners.contains { $0.isReached(by: address) }
        }
    }
}

/// A listening socket, and the host that its connections are for.
private final class ListeningPoint {
    let address: NetworkAddress
    let target: ConnectTarget?
    let socket: Socket

    init(
        _ address: NetworkAddress,
        _ target: ConnectTarget?,
        backlog: CInt
    ) throws(WireError) {
        socket = try Socket.listening(on: address, backlog: backlog)
        self.address = try socket.local()
        self.target = target
    }

    var interest: pollfd {
        pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    }

    /// Returns whether a connection to an address would arrive at this proxy.
    func isReached(by other: NetworkAddress) -> Bool {
        guard other.port == address.port else { return false }
        let (mine, other) = (address.unmapped, other.unmapped)
        if mine.bytes == other.bytes || mine.isLoopback && other.isUnspecified { return true }
        guard mine.isUnspecified else { return false }
        // A socket can be bound only to an address of this machine, so binding shows whether the
        // address belongs to this machine.
        let probe = NetworkAddress(other.bytes, port: 0, scope: other.scope)
        return (try? Socket.listening(on: probe, backlog: 1)) != nil
    }
}

extension WireError {
    /// Whether the process, or the system, has no free sockets for now.
    fileprivate var isShortage: Bool {
        guard case .system(_, let code) = self else { return false }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
    }
}
