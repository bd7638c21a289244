import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One connection to a `Reception`.
final class Guest {
    private enum Stage {
        case hello, handshake, request
        /// The answer is being sent; then this end closes.
        case answer
        /// This end sends more data whenever data is available.
        case stream
        /// This end has closed and waits for the peer.
        case farewell
    }

    let visit: Reception.Visit
    let door: Reception.Door
    private let connection: Connection
    private let timeouts: Reception.Timeouts
    private var stage: Stage
    private var shown: Reception.TaggedPresentation?
    private var request: [UInt8] = []
    private var hasEnded = false
    /// The time at which the connection is dropped in any case; nil for a stream.
    private(set) var deadline: ContinuousClock.Instant?

    init(
        _ socket: consuming Socket,
        visit: Reception.Visit,
        at door: Reception.Door,
        _ timeouts: Reception.Timeouts
    ) {
        self.visit = visit
        self.door = door
        self.timeouts = timeouts
        connection = Connection(socket)
        stage = door.isTLS ? .hello : .request
        deadline = .now + timeouts.hello
    }

    var interest: pollfd { connection.interest }

    /// The time at which the connection continues even without socket events; nil for none.
    var wakes: ContinuousClock.Instant? { connection.wakes }

    /// Whether nothing more has to be done for the connection.
    var isOver: Bool {
        connection.isOver || stage == .stream && isLost
    }

    /// Whether a stream's reader has gone, or reads so slowly that too much data waits.
    private var isLost: Bool {
        connection.hasPeerEnded || connection.unsent > Reception.longestBacklog
    }

    /// Continues as far as possible without waiting.
    func advance(on loopback: Loopback, for host: some ReceptionHost) throws(WireError) {
        _ = connection.transfer()
        do throws(TLSFailure) {
            if stage == .hello { try readHello(on: loopback, for: host) }
            while try advanceStage(for: host) {}
        } catch {
            endUndecided(.refused(alert: connection.peerAlert, says: error.description), for: host)
            leave()
        }
        guard connection.hasPeerEnded else { return }
        endUndecided(.refused(alert: connection.peerAlert, says: nil), for: host)
        if stage != .answer { leave() }
    }

    /// Reports a connection whose time is over; the caller then drops the connection.
    func expire(for host: some ReceptionHost) {
        endUndecided(.silent, for: host)
    }

    /// Sends more data of a stream.
    func send(_ bytes: [UInt8]) {
        guard !isLost else { return }
        connection.sendPlain(bytes)
    }

    // MARK: Stages

    private func readHello(
        on loopback: Loopback,
        for host: some ReceptionHost
    ) throws(TLSFailure) {
        switch PeekedClientHello.read(connection.preface) {
        case .incomplete where connection.preface.count < Connection.longestText: return
        case .incomplete, .malformed: turnAway(.notTLS, for: host)
        case .hello(let hello):
            guard let shown = host.shown(to: hello, at: door) else {
                // RFC 6066 §3: a fatal alert, because there is no other server for the name.
                connection.sendPlain([21, 3, 3, 0, 2, 2, 112])
                return turnAway(.unknownName(hello.serverName), for: host)
            }
            self.shown = shown
            begin(shown, on: loopback, for: host)
        }
    }

    private func begin(
        _ shown: Reception.TaggedPresentation,
        on loopback: Loopback,
        for host: some ReceptionHost
    ) {
        deadline = .now + timeouts.decision
        stage = .handshake
        var presentation = shown.presentation
        // Remote clients only get answers in HTTP/1.1.
        presentation.protocols = []
        switch presentation.serverFault {
        case .hang: return
        case .closeAfterHello: return connection.finish()
        case .garbage:
            connection.sendPlain(ServerFault.noise)
            return connection.finish()
        case .greetInPlaintext:
            // The greeting comes after the hello, because the name selects the server.
            connection.sendPlain(ServerFault.greeting)
            return connection.finish()
        case .closeNewest where connection.helloInPlaintext?.offersNewest == true:
            return connection.finish()
        case .closeNewest, .stop, .readLate, .closeAfterRequest, .answers, nil: break
        }
        do throws(WireError) {
            connection.begin(
                try loopback.serving(presentation),
                after: connection.takePreface()
            )
            if presentation.serverFault == .readLate { connection.pause(for: ServerFault.pause) }
        } catch {
            end(.unserved(error), for: host)
            leave()
        }
    }

    private func advanceStage(for host: some ReceptionHost) throws(TLSFailure) -> Bool {
        switch stage {
        case .handshake where connection.hasBegunTLS:
            guard try connection.handshake() == .done else {
                if connection.hasStopped, case .stop(_, let end)? = shown?.presentation.serverFault
                {
                    connection.stop(end)
                }
                return false
            }
            stage = .request
            return true
        case .request: return try door.isTLS ? readEncrypted(for: host) : readPlain(for: host)
        case .answer:
            guard connection.unsent == 0 else { return false }
            if door.isTLS { connection.close() } else { connection.finish() }
            bidFarewell()
            return false
        case .hello, .handshake, .stream, .farewell: return false
        }
    }

    private func readEncrypted(for host: some ReceptionHost) throws(TLSFailure) -> Bool {
        guard try connection.read(into: &request) == .done else { return false }
        guard request.hasWholeHead || request.count > Connection.longestText else { return true }
        end(.accepted(request), for: host)
        if shown?.presentation.serverFault == .closeAfterRequest {
            connection.close()
            bidFarewell()
            return false
        }
        try connection.write(host.answer(request, of: visit, shown: shown?.tag))
        stage = .answer
        return true
    }

    private func readPlain(for host: some ReceptionHost) -> Bool {
        let head = connection.preface
        guard head.hasWholeHead || head.count >= Connection.longestText else { return false }
        let (bytes, isStream) = host.page(head, of: visit, at: door)
        _ = connection.takePreface()
        stage = isStream ? .stream : .answer
        deadline = isStream ? nil : .now + timeouts.decision
        connection.sendPlain(bytes)
        return true
    }

    // MARK: Ends

    /// Reports a visit that ended before the client decided about the server.
    private func endUndecided(_ end: Reception.End, for host: some ReceptionHost) {
        // Bytes over TLS, even half a request, come from a client that continued.
        let accepted = request.isEmpty ? nil : Reception.End.accepted(request)
        self.end(stage == .hello ? .notTLS : accepted ?? end, for: host)
    }

    private func turnAway(_ end: Reception.End, for host: some ReceptionHost) {
        self.end(end, for: host)
        leave()
    }

    /// Reports the outcome of the visit to the host, once.
    private func end(_ end: Reception.End, for host: some ReceptionHost) {
        guard !hasEnded, door.isTLS else { return }
        hasEnded = true
        if case .missing(let reason)? = connection.occasion {
            return host.ended(visit, shown: shown?.tag, .undelivered(reason))
        }
        host.ended(visit, shown: shown?.tag, end)
    }

    private func leave() {
        guard stage != .farewell else { return }
        connection.finish()
        bidFarewell()
    }

    private func bidFarewell() {
        stage = .farewell
        deadline = .now + timeouts.farewell
    }
}
