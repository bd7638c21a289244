import Forge
import OpenSSL
import PKIX
import Wire

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The genuine chain of a host, fetched once, and the false certificates made from it.
final class Origin {
    /// How it stands.
    enum State {
        case fetching
        case known(GenuineServer)
        case failed(String)
    }

    /// A host that failed is asked again after this: long enough that an app which tries again at
    /// once is not held up each time.
    private static let forgetting = Duration.seconds(30)

    private(set) var state = State.fetching
    private var dial: OutwardDial?
    private var connection: Connection?
    private var deadline: ContinuousClock.Instant
    private let serverName: String?
    private let loopback: Loopback
    /// By the attack's place among those of the run.
    private var credentials: [Int: Credential] = [:]
    private var shown: ShownCertificates?

    /// Begins to fetch.
    init(
        _ dial: OutwardDial,
        serverName: String?,
        on loopback: Loopback,
        until deadline: ContinuousClock.Instant
    ) {
        (self.dial, self.serverName, self.loopback) = (dial, serverName, loopback)
        self.deadline = deadline
    }

    var isFetching: Bool { if case .fetching = state { true } else { false } }

    /// Whether it failed so long ago that it may be tried again.
    var isStale: Bool {
        guard case .failed = state else { return false }
        return ContinuousClock.now >= deadline
    }

    /// When it must be advanced though nothing has come.
    var alarm: ContinuousClock.Instant { min(dial?.alarm ?? deadline, deadline) }

    var interest: pollfd {
        connection?.interest ?? dial?.interest ?? pollfd(fd: -1, events: 0, revents: 0)
    }

    /// The false certificate of an attack, which has this place among those of the run; made at its
    /// first use.
    func credential(
        _ number: Int,
        _ attack: Attack,
        _ authorities: Authorities
    ) throws(ForgeError) -> Credential {
        if let made = credentials[number] { return made }
        guard case .known(let genuine) = state else {
            // Asked for too early, there is nothing to read.
            throw .undecodableOrigin(DERError(.truncated, at: 0))
        }
        let made = try attack.forge(genuine, authorities)
        credentials[number] = made
        return made
    }

    /// Goes on as far as it can without waiting.
    func advance() {
        guard isFetching else { return }
        do {
            if let dial, let socket = try dial.advance() {
                self.dial = nil
                try begin(socket)
            }
            try fetch()
        } catch {
            fail("\(error)")
        }
        if isFetching, ContinuousClock.now >= deadline { fail("no answer") }
    }

    private func begin(_ socket: consuming Socket) throws(WireError) {
        let connection = Connection(socket, isOnLoopback: false)
        connection.begin(
            try loopback.fetching(serverName: serverName) { [weak self] in self?.shown = $0 }
        )
        self.connection = connection
    }

    private func fetch() throws {
        guard let connection else { return }
        _ = connection.transfer()
        var failure: (any Error)?
        do {
            let progress = try connection.handshake()
            // A server that has shown its chain has done so, whatever it asks for next.
            if progress == .waits, shown == nil { return }
        } catch {
            failure = error
        }
        connection.close()
        self.connection = nil
        if let shown, !shown.chain.isEmpty {
            state = .known(try GenuineServer(shown))
        } else {
            throw failure ?? ChainFault.ended
        }
    }

    private func fail(_ reason: String) {
        state = .failed(reason)
        (dial, connection) = (nil, nil)
        deadline = .now + Self.forgetting
    }
}

/// A server that shows no chain.
private enum ChainFault: Error, CustomStringConvertible {
    case ended

    var description: String { "the server ended the TLS handshake" }
}
