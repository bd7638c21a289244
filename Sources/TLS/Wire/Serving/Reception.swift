import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Decides what a `Reception` presents to remote clients, answers the clients, and gets the outcome
/// of each visit.
package protocol ReceptionHost: AnyObject {
    /// Returns the presentation for a TLS client; nil if no server has the name in the hello. Nil
    /// ends the handshake.
    func shown(
        to hello: PeekedClientHello,
        at door: Reception.Door
    ) -> Reception.TaggedPresentation?

    /// Returns the bytes of the answer to a request over TLS.
    func answer(_ request: [UInt8], of visit: Reception.Visit, shown tag: Int?) -> [UInt8]

    /// Returns the bytes of the answer to a plaintext request, and whether more bytes will follow.
    func page(
        _ request: [UInt8],
        of visit: Reception.Visit,
        at door: Reception.Door
    ) -> (bytes: [UInt8], isStream: Bool)

    /// Handles the outcome of a visit over TLS; called once for each visit.
    func ended(_ visit: Reception.Visit, shown tag: Int?, _ end: Reception.End)
}

/// Servers that stay open for many clients that connect by themselves.
///
/// One thread runs all servers: a handshake takes a millisecond, and nothing is shared.
package final class Reception {
    /// The purpose of a port, with the number that the host uses for the port.
    package enum Door: Hashable, Sendable {
        case tls(Int)
        case plain(Int)

        var isTLS: Bool { if case .tls = self { true } else { false } }
    }

    /// An incoming connection.
    package struct Visit: Hashable, Sendable {
        /// The number of the connection, from 1.
        package let number: Int
        /// The peer's address and port.
        package let peer: NetworkAddress
    }

    /// A server's presentation, with the number that the host uses for the presentation.
    package struct TaggedPresentation: Sendable {
        package let tag: Int
        package let presentation: Presentation

        package init(tag: Int, presentation: Presentation) {
            (self.tag, self.presentation) = (tag, presentation)
        }
    }

    /// The outcome of a visit.
    package enum End: Hashable, Sendable {
        /// Data came over TLS after the handshake, which proves acceptance.
        case accepted([UInt8])
        /// The peer ended the handshake or the connection before it sent data; or TLS failed, with
        /// the message of the TLS implementation.
        case refused(alert: TLSAlert?, says: String?)
        /// The server's violations were not possible with this peer, for this reason.
        case undelivered(String)
        /// The peer sent neither data nor an alert in time.
        case silent
        /// No server has the name that the client indicated; nil if the client indicated no name.
        case unknownName(String?)
        /// No ClientHello came.
        case notTLS
        /// The server could not be set up with its certificates.
        case unserved(WireError)
    }

    // A browser opens six connections to a host and 256 in total; programs that connect to all
    // cases at once use a few hundred. A session takes about 100 KB, so 512 sessions take about 50
    // MB.
    package static let mostTLSGuests = 512
    // A page uses one connection for events and another connection for files.
    package static let mostPlainGuests = 512
    // A browser opens at most six connections, and several devices share a router's address.
    // Readers of events have no deadline: without this limit, one machine could block the page for
    // all other machines.
    package static let mostPlainGuestsOfAddress = 32
    /// The time that a remote client has from its ClientHello to a request.
    package static let decisionSeconds = 30.0

    /// How long the reception waits for remote clients.
    struct Timeouts: Sendable {
        /// The wait for a ClientHello or a plaintext request, which has one or two packets.
        var hello = Duration.seconds(10)
        /// The wait from the ClientHello to a request.
        ///
        /// Clients fetch revocation lists during a handshake, and SChannel allows 15 s for that.
        var decision = Duration.seconds(Reception.decisionSeconds)
        /// The wait for the peer after this end has closed a connection.
        var farewell = Duration.seconds(5)
    }

    /// The maximum number of bytes that may wait for the reader of a stream: thousands of events.
    static let longestBacklog = 1 << 20

    private final class Listener {
        let socket: Socket
        let door: Door

        init(_ socket: consuming Socket, _ door: Door) {
            self.socket = socket
            self.door = door
        }
    }

    private let loopback: Loopback
    private let timeouts: Timeouts
    private var listeners: [Listener] = []
    private var guests: [Guest] = []
    private var visits = 0
    /// The time before which no connection is accepted.
    private var pause = ContinuousClock.now

    /// Makes a reception without open ports.
    ///
    /// - Parameter loopback: the owner of the TLS settings.
    package convenience init(on loopback: Loopback) {
        self.init(on: loopback, timeouts: Timeouts())
    }

    init(on loopback: Loopback, timeouts: Timeouts) {
        (self.loopback, self.timeouts) = (loopback, timeouts)
    }

    /// Opens one port at several addresses; if the port is 0, the kernel chooses a port that is
    /// free at all addresses.
    ///
    /// - Returns: the port.
    /// - Throws: `WireError.system` if the port is unavailable at one of the addresses.
    @discardableResult
    package func open(
        _ port: UInt16,
        at addresses: [[UInt8]],
        as door: Door
    ) throws(WireError) -> UInt16 {
        // A port that is free at one address may be in use at another.
        for _ in 0..<(port == 0 ? 64 : 1) {
            var opened: [Listener] = []
            var chosen = port
            do throws(WireError) {
                for bytes in addresses {
                    let listener = Listener(try Self.listening(at: bytes, port: chosen), door)
                    chosen = try listener.socket.port()
                    opened.append(listener)
                }
                listeners += opened
                return chosen
            } catch {
                guard case .system(_, EADDRINUSE) = error else { throw error }
            }
        }
        throw .system(call: "bind", errno: EADDRINUSE)
    }

    /// Whether this machine has this address, so that servers can listen on the address.
    package static func isAvailable(_ bytes: [UInt8]) -> Bool {
        (try? listening(at: bytes, port: 0)) != nil
    }

    /// Opens a listener of one family: each family has its own listener, even if :: is requested
    /// together with 0.0.0.0.
    ///
    /// Remote clients beyond the limit of connections wait in the backlog.
    private static func listening(at bytes: [UInt8], port: UInt16) throws(WireError) -> Socket {
        try Socket.listening(
            on: NetworkAddress(bytes, port: port),
            backlog: 4_096,
            isOfOneFamily: true
        )
    }

    /// Waits for remote clients, at most for this time, and continues with all of them.
    ///
    /// - Throws: if the kernel cannot wait.
    package func advance(
        atMost time: Duration,
        for host: some ReceptionHost
    ) throws(WireError) {
        let open = openListeners
        var polled = open.map {
            pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0)
        }
        polled += guests.map(\.interest)
        let wake = guests.lazy.compactMap(\.wakes).min()
        try waitForEvents(of: &polled, atMost: min(time, wake.map { $0 - .now } ?? time))
        let now = ContinuousClock.now
        for (guest, poll) in zip(guests, polled[open.count...])
        where poll.revents != 0 || guest.wakes.map({ $0 <= now }) ?? false {
            try guest.advance(on: loopback, for: host)
        }
        for (listener, poll) in zip(open, polled) where poll.revents != 0 { accept(from: listener) }
        dismiss(for: host)
    }

    /// Sends more bytes to a remote client that reads a stream; does nothing if the client has
    /// gone.
    package func send(_ bytes: [UInt8], to visit: Visit) {
        guests.first { $0.visit == visit }?.send(bytes)
    }

    /// Whether this remote client's connection still exists.
    package func has(_ visit: Visit) -> Bool { guests.contains { $0.visit == visit } }

    /// The listeners with room for more clients; the kernel queues the clients of the other
    /// listeners.
    private var openListeners: [Listener] {
        guard pause <= .now else { return [] }
        let overTLS = guests.count { $0.door.isTLS }
        let hasRoom = (
            tls: overTLS < Self.mostTLSGuests, plain: guests.count - overTLS < Self.mostPlainGuests
        )
        return listeners.filter { $0.door.isTLS ? hasRoom.tls : hasRoom.plain }
    }

    private func accept(from listener: Listener) {
        let most = listener.door.isTLS ? Self.mostTLSGuests : Self.mostPlainGuests
        var room = most - guests.count { $0.door.isTLS == listener.door.isTLS }
        do throws(WireError) {
            while room > 0, let socket = try listener.socket.accepted() {
                room -= 1
                visits += 1
                // A peer without an address has already closed the connection.
                guard let peer = try? socket.peer() else { continue }
                // Close the connection now: the kernel cannot queue the clients of a single
                // address.
                guard hasRoom(for: peer.bytes, at: listener.door) else { continue }
                let visit = Visit(number: visits, peer: peer)
                guests.append(Guest(socket, visit: visit, at: listener.door, timeouts))
            }
        } catch {
            // Descriptors or memory are short (accept(2)) until other clients leave. Without a
            // pause, the listener would wake this thread again and again.
            pause = .now + .milliseconds(100)
        }
    }

    /// Whether an address has fewer connections to pages than allowed.
    ///
    /// Connections to servers do not count: a program that connects to all cases at once has
    /// hundreds, and they have deadlines.
    private func hasRoom(for bytes: [UInt8], at door: Door) -> Bool {
        let own = guests.count { !$0.door.isTLS && $0.visit.peer.bytes == bytes }
        return door.isTLS || own < Self.mostPlainGuestsOfAddress
    }

    /// Drops clients that are done or out of time.
    private func dismiss(for host: some ReceptionHost) {
        let now = ContinuousClock.now
        func isLate(_ guest: Guest) -> Bool { guest.deadline.map { $0 < now } ?? false }
        // A host that hears of an end may send to other clients, so the list must not be changing.
        for guest in guests where !guest.isOver && isLate(guest) { guest.expire(for: host) }
        guests.removeAll { $0.isOver || isLate($0) }
    }
}
