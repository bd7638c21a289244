import Basics
import Dispatch

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The servers of a presentation, open on loopback for a client that connects by itself: a program,
/// or code that has a TLS client of its own.
///
/// The models' own client is stepped together with the servers instead, which costs no switch
/// between threads; see `Loopback.exchange`.
package struct Endpoint: Hashable, Sendable {
    /// Where the origin listens, and the proxy that the client is to use; nil for none.
    package let origin: LoopbackAddress
    package let proxy: LoopbackAddress?
    /// The path to request.
    ///
    /// A request for it, after the handshake, is the proof that the client accepted the certificate.
    package let path: String
    /// The body of the answer to that request.
    package let answer: String
    /// When the servers close.
    package let deadline: ContinuousClock.Instant
    /// A CONNECT proxy that passes bytes through to the origin; nil unless it was asked for.
    package var passThrough: LoopbackAddress?
}

extension Loopback {
    /// Opens the servers of a presentation as long as `client` runs, or until the deadline.
    ///
    /// - Parameters:
    ///   - presentation: what the servers show.
    ///   - deadline: how long the servers stay open.
    ///   - receive: called on the serving thread with each observation that is new, and again whenever a
    ///     document was asked for.
    ///   - passesThrough: whether the endpoint has a CONNECT proxy for clients that resolve names by
    ///     themselves.
    ///   - client: runs on the calling thread while another one serves; connects to the endpoint
    ///     and returns when it is done.
    /// - Returns: the client's result, and what the servers saw.
    /// - Throws: if the servers cannot be opened or have failed.
    package func open<Result>(
        _ presentation: Presentation,
        deadline: Duration,
        receive: (@Sendable (Observation) -> Void)? = nil,
        passesThrough: Bool = false,
        _ client: (Endpoint) -> Result
    ) throws(WireError) -> (result: Result, observation: Observation) {
        // The port of documents is one, so that one exchange at a time has it.
        if !presentation.documents.isEmpty { documentTurn.wait() }
        defer { if !presentation.documents.isEmpty { documentTurn.signal() } }
        let end = ContinuousClock.now + deadline
        let stop = try WakeSignal()
        let servers = try Servers(presentation, on: self, passesThrough: passesThrough)
        let serving = Serving(servers, until: stop, receive)
        let hasEnded = DispatchSemaphore(value: 0)
        BlockingThread.start {
            serving.serve(until: end)
            hasEnded.signal()
        }
        let result = client(servers.endpoint(until: end))
        stop.send()
        hasEnded.wait()
        // Before another exchange has its turn.
        servers.close()
        if let failure = serving.failure { throw failure }
        return (result, servers.observation)
    }
}

/// The servers of one exchange: the origin, and the proxies before it if there are any.
final class Servers {
    private let origin: Server
    private let interceptor: Interceptor?
    private let passThrough: PassThrough?
    private let documents: DocumentServer?
    private let secrets = Secrets()

    /// Listens on ports of the kernel's choice.
    init(
        _ presentation: Presentation,
        on loopback: Loopback,
        passesThrough: Bool = false
    ) throws(WireError) {
        origin = try Server(presentation, on: loopback, secrets: secrets)
        let served = presentation.documents
        documents = served.isEmpty ? nil : try DocumentServer(served)
        passThrough = passesThrough ? try PassThrough(to: origin.address) : nil
        guard let interception = presentation.proxy else {
            interceptor = nil
            return
        }
        interceptor = try Interceptor(
            interception,
            offering: presentation.proxyOffer,
            origin: origin.address,
            on: loopback,
            secrets: secrets
        )
    }

    /// Gives the port of documents back.
    func close() { documents?.close() }

    var participants: [any Participant] {
        let proxies: [(any Participant)?] = [interceptor, passThrough, documents]
        return [origin] + proxies.compactMap(\.self)
    }

    /// The observations of the server that the client speaks to.
    var observation: Observation { interceptor?.observation ?? origin.observation }

    /// The requests for documents so far: a client that fetches some is not quiet, and has not decided.
    var fetches: Int { documents?.requests ?? 0 }

    func endpoint(until deadline: ContinuousClock.Instant) -> Endpoint {
        Endpoint(
            origin: origin.address,
            proxy: interceptor?.address,
            path: "/" + secrets.challenge,
            answer: secrets.token,
            deadline: deadline,
            passThrough: passThrough?.address
        )
    }
}

// Used by the serving thread alone from `async` until the semaphore says that it has ended.
private final class Serving: @unchecked Sendable {
    let servers: Servers
    private let stop: WakeSignal
    private let receive: (@Sendable (Observation) -> Void)?
    private(set) var failure: WireError?

    init(
        _ servers: Servers,
        until stop: WakeSignal,
        _ receive: (@Sendable (Observation) -> Void)?
    ) {
        (self.servers, self.stop, self.receive) = (servers, stop, receive)
    }

    // The system closes the connections of a program that has ended. One that goes on to the next
    // case may keep its own, and each case would last to its deadline.
    private static let farewell = Duration.seconds(5)

    /// Serves until the stop signal has come and every connection has ended, so that an alert that the
    /// client sent last is seen too.
    func serve(until deadline: ContinuousClock.Instant) {
        do throws(WireError) {
            let watcher = SignalWatcher(stop)
            var participants: [any Participant] = servers.participants
            if let receive { participants.append(Teller(of: servers, to: receive)) }
            try step(participants + [watcher], awaiting: [watcher], until: deadline)
            // A connection that came just before the signal has not been accepted yet.
            for participant in participants { _ = try participant.advance() }
            try step(participants, until: min(deadline, .now + Self.farewell))
        } catch {
            failure = error
        }
    }
}

/// Tells what the servers have seen, whenever that has changed or a document was asked for.
private final class Teller: Participant {
    private let servers: Servers
    private let receive: @Sendable (Observation) -> Void
    private var told = (observation: Observation(), fetches: 0)

    init(of servers: Servers, to receive: @escaping @Sendable (Observation) -> Void) {
        (self.servers, self.receive) = (servers, receive)
    }

    /// Nothing is left to tell.
    var isOver: Bool { told == (servers.observation, servers.fetches) }

    func advance() throws(WireError) -> Bool {
        guard !isOver else { return false }
        told = (servers.observation, servers.fetches)
        receive(told.observation)
        return true
    }

    func addInterests(to polled: inout [pollfd]) {}
}
