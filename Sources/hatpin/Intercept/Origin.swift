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
    /// The state of fetching the chain.
    enum State {
        case fetching
        case known(GenuineServer)
        case failed(InterceptObstacle)
    }

    /// The time before a failed host is tried again: long enough not to delay each connection of an
    /// app that retries at once.
    private static let forgetting = Duration.seconds(30)

    private(set) var state = State.fetching
    private var fetch: ChainFetch?
    private var deadline: ContinuousClock.Instant
    /// The false certificates, by the attack's position in the run.
    private var credentials: [Int: Credential] = [:]

    /// Starts to fetch the chain.
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

    /// Whether the failure is old enough for another try.
    var isStale: Bool {
        guard case .failed = state else { return false }
        return ContinuousClock.now >= deadline
    }

    /// The time by which `advance` must be called even without input.
    var alarm: ContinuousClock.Instant { min(fetch?.alarm ?? deadline, deadline) }

    var interest: pollfd { fetch?.interest ?? pollfd(fd: -1, events: 0, revents: 0) }

    /// Returns the false certificate of an attack, by its position in the run.
    ///
    /// The certificate is made at the first use.
    func credential(
        _ number: Int,
        _ attack: Attack,
        _ authorities: Authorities
    ) throws(ForgeError) -> Credential {
        if let made = credentials[number] { return made }
        guard case .known(let genuine) = state else {
            // This function was called too early: no chain has been read.
            throw .undecodableOrigin(DERError(.truncated, at: 0))
        }
        let made = try attack.forge(genuine, authorities)
        credentials[number] = made
        return made
    }

    /// Continues fetching the chain as far as possible without waiting.
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
