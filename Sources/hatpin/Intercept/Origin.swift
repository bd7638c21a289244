import Crypto
import Forge
import Reports
import TLS
import X509

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
        case failed(InterceptObstacle)
    }

    /// A host that failed is asked again after this: long enough that an app which tries again at
    /// once is not held up each time.
    private static let forgetting = Duration.seconds(30)

    private(set) var state = State.fetching
    private var fetch: ChainFetch?
    private var deadline: ContinuousClock.Instant
    /// By the attack's place among those of the run.
    private var credentials: [Int: Credential] = [:]

    /// Begins to fetch.
    init(
        _ dial: OutwardDial,
        serverName: String?,
        on loopback: Loopback,
        until deadline: ContinuousClock.Instant
    ) {
        fetch = ChainFetch(dial, serverName: serverName, on: loopback)
        self.deadline = deadline
    }

    var isFetching: Bool { if case .fetching = state { true } else { false } }

    /// Whether it failed so long ago that it may be tried again.
    var isStale: Bool {
        guard case .failed = state else { return false }
        return ContinuousClock.now >= deadline
    }

    /// When it must be advanced though nothing has come.
    var alarm: ContinuousClock.Instant { min(fetch?.alarm ?? deadline, deadline) }

    var interest: pollfd { fetch?.interest ?? pollfd(fd: -1, events: 0, revents: 0) }

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
            if let shown = try fetch?.advance() {
                state = .known(try GenuineServer(shown))
                fetch = nil
            }
        } catch {
            fail(.unreachable("\(error)"))
        }
        if isFetching, ContinuousClock.now >= deadline { fail(.noAnswer) }
    }

    private func fail(_ reason: InterceptObstacle) {
        state = .failed(reason)
        fetch = nil
        deadline = .now + Self.forgetting
    }
}
