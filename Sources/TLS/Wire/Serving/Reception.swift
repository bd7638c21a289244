import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Decides what remote clients of a `Reception` are shown and answered, and hears how they decided.
package protocol ReceptionHost: AnyObject {
    /// The server that a TLS client meets; nil for none of this name, which ends the handshake.
    func shown(to hello: PeekedClientHello, at door: Reception.Door) -> Reception.Shown?

    /// The answer to a request that came over TLS, as it goes over the wire.
    func answer(_ request: [UInt8], of visit: Reception.Visit, shown tag: Int?) -> [UInt8]

    /// The answer to a request that came in the clear, and whether more will follow it.
    func page(
        _ request: [UInt8],
        of visit: Reception.Visit,
        at door: Reception.Door
    ) -> (bytes: [UInt8], isStream: Bool)

    /// A visit over TLS is decided; called once for each.
    func ended(_ visit: Reception.Visit, shown tag: Int?, _ end: Reception.End)
}

/// Servers that stay open for clients that come by themselves, and many at a time.
///
/// One thread steps all of them: a handshake takes a millisecond, and nothing is shared.
package final class Reception {
    /// The purpose of a port, with a number of the host's own.
    package enum Door: Hashable, Sendable {
        case tls(Int)
        case plain(Int)

        var isTLS: Bool { if case .tls = self { true } else { false } }
    }

    /// A connection that came in.
    package struct Visit: Hashable, Sendable {
        /// Counted from 1.
        package let number: Int
        /// The peer's address and port.
        package let peer: NetworkAddress
    }

    /// A server's presentation, with the host's own number for it.
    package struct Shown: Sendable {
        package let tag: Int
        package let presentation: Presentation

        package init(tag: Int, presentation: Presentation) {
            (self.tag, self.presentation) = (tag, presentation)
        }
    }

    /// How a visit came out.
    package enum End: Hashable, Sendable {
        /// Something came over TLS after the handshake: the proof of acceptance.
        case accepted([UInt8])
        /// The peer ended the handshake or the connection before that; or TLS could not go on, with
        /// libssl's words.
        case refused(alert: TLSAlert?, says: String?)
        /// The peer gave no occasion to break the rules as the server was told to, for this reason.
        case undelivered(String)
        /// The time was over, and the peer had not decided.
        case silent
        /// No server has this name; nil where none was indicated.
        case unknownName(String?)
        /// No ClientHello came.
        case notTLS
        /// The server could not show its certificates.
        case unserved(WireError)
    }

    // A browser opens six connections to a host and 256 in all; programs that visit all cases at
    // once come to some hundreds. A session takes about 100 KB, so that these are about 50 MB.
    package static let mostTLSGuests = 512
    // A page takes one connection for events and one for files.
    package static let mostPlainGuests = 512
    // A browser opens six at most, and several devices share the address of a router. Readers of events
    // have no deadline: without this limit one machine could keep all others from the page.
    package static let mostPlainGuestsOfAddress = 32
    /// How long a remote client may take from its ClientHello to a request.
    package static let decisionSeconds = 30.0

    /// How long remote clients are waited for.
    struct Patience: Sendable {
        /// For a ClientHello, or a request in the clear: a packet or two.
        var hello = Duration.seconds(10)
        /// From there to a request: clients fetch revocation lists in the middle of a handshake, and
        /// SChannel gives that 15 s.
        var decision = Duration.seconds(Reception.decisionSeconds)
        /// For the end of a connection that this end has closed.
        var farewell = Duration.seconds(5)
    }

    /// The most that waits for the reader of a stream, in bytes: thousands of events.
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
    private let patience: Patience
    private var listeners: [Listener] = []
    private var guests: [Guest] = []
    private var visits = 0
    /// No connection is accepted until then.
    private var pause = ContinuousClock.now

    /// - Parameter loopback: holds the settings of TLS.
    package convenience init(on loopback: Loopback) {
        self.init(on: loopback, patience: Patience())
    }

    init(on loopback: Loopback, patience: Patience) {
        (self.loopback, self.patience) = (loopback, patience)
    }

    /// Opens one port at several addresses; where it is 0, the kernel chooses one that is free at
    /// all of them.
    ///
    /// - Returns: the port.
    /// - Throws: `WireError.system`, with the address where the port cannot be had.
    @discardableResult
    package func open(
        _ port: UInt16,
        at addresses: [[UInt8]],
        as door: Door
    ) throws(WireError) -> UInt16 {
        // Another process may hold, at one address, the port that is free at another.
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

    /// Whether this machine has an address, so that servers can listen there.
    package static func isAvailable(_ bytes: [UInt8]) -> Bool {
        (try? listening(at: bytes, port: 0)) != nil
    }

    /// Each family has a listener of its own, also where :: is asked for beside 0.0.0.0.
    ///
    /// Remote clients beyond the limit of connections wait in its backlog.
    private static func listening(at bytes: [UInt8], port: UInt16) throws(WireError) -> Socket {
        try Socket.listening(
            on: NetworkAddress(bytes, port: port),
            backlog: 4_096,
            isOfOneFamily: true
        )
    }

    /// Waits for remote clients, no longer than this, and goes on with all of them.
    ///
    /// - Throws: where the kernel cannot wait.
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

    /// Sends more to a remote client whose answer is a stream; nothing where it has gone.
    package func send(_ bytes: [UInt8], to visit: Visit) {
        guests.first { $0.visit == visit }?.send(bytes)
    }

    /// Whether this remote client's connection is still there.
    package func has(_ visit: Visit) -> Bool { guests.contains { $0.visit == visit } }

    /// Those with room for more guests; the kernel keeps the others' remote clients waiting.
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
                // Gone already, if it has no address any more.
                guard let peer = try? socket.peer() else { continue }
                // Closed at once, as the kernel cannot keep those of one address waiting.
                guard hasRoom(for: peer.bytes, at: listener.door) else { continue }
                let visit = Visit(number: visits, peer: peer)
                guests.append(Guest(socket, visit: visit, at: listener.door, patience))
            }
        } catch {
            // Descriptors or memory are short (accept(2)), and will be there when guests have left;
            // the listener would wake us without end.
            pause = .now + .milliseconds(100)
        }
    }

    /// Whether an address has fewer connections to pages than it may have.
    ///
    /// A program that visits all cases at once has hundreds to servers, whose remote clients have deadlines.
    private func hasRoom(for bytes: [UInt8], at door: Door) -> Bool {
        let own = guests.count { !$0.door.isTLS && $0.visit.peer.bytes == bytes }
        return door.isTLS || own < Self.mostPlainGuestsOfAddress
    }

    /// Lets go of guests that are done, or whose time is over.
    private func dismiss(for host: some ReceptionHost) {
        let now = ContinuousClock.now
        guests.removeAll { guest in
            if guest.isOver { return true }
            guard let deadline = guest.deadline, deadline < now else { return false }
            guest.expire(for: host)
            return true
        }
    }
}
