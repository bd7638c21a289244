import Basics
import Dispatch

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The servers of a presentation, on loopback, for a client that connects by itself.
///
/// Such a client is a program, or code with its own TLS client. The models' client instead takes
/// turns with the servers on one thread, which needs no thread switches; see `Loopback.exchange`.
package struct Endpoint: Hashable, Sendable {
    /// The address of the origin, and the address of the proxy that the client must use; nil for no
    /// proxy.
    package let origin: LoopbackAddress
    package let proxy: LoopbackAddress?
    /// The path to request.
    ///
    /// A request for this path after the handshake proves that the client accepted the certificate.
    package let path: String
    /// The body of the answer to that request.
    package let answer: String
    /// The time at which the servers close.
    package let deadline: ContinuousClock.Instant
    /// A CONNECT proxy that passes bytes through to the origin; nil unless requested.
    package var passThrough: LoopbackAddress?
    /// The address of the exchange's name server, at port 53; nil if the presentation has no names.
    package var nameServer: NetworkAddress?
}

extension Loopback {
    /// Opens the servers of a presentation while `client` runs, or until the deadline.
    ///
    /// - Parameters:
    ///   - presentation: what the servers present.
    ///   - deadline: the time at which the servers close.
    ///   - receive: called on the serving thread for each new observation, and for each request for
    ///     a document.
    ///   - passesThrough: whether to add a CONNECT proxy for clients that resolve names themselves.
    ///   - client: runs on the calling thread while another thread serves; connects to the endpoint
    ///     and returns when it is done.
    /// - Returns: the client's result, and what the servers observed.
    /// - Throws: if the servers cannot be opened or have failed.
    package func open<Result>(
        _ presentation: Presentation,
        deadline: Duration,
        receive: (@Sendable (Observation) -> Void)? = nil,
        passesThrough: Bool = false,
        _ client: (Endpoint) -> Result
    ) throws(WireError) -> (result: Result, observation: Observation) {
        // There is only one port for documents, so only one exchange at a time may serve them.
        if !presentation.documents.isEmpty { documentTurn.wait() }
        defer { if !presentation.documents.isEmpty { documentTurn.signal() } }
        let end = ContinuousClock.now + deadline
        let stop = try WakeSignal()
        let servers = try Servers(presentation, on: self, passesThrough: passesThrough)
        if let names = presentation.names { try servers.serve(names, on: self) }
        let serving = Serving(servers, until: stop, receive)
        let hasEnded = DispatchSemaphore(value: 0)
        BlockingThread.start {
            serving.serve(until: end)
            hasEnded.signal()
        }
        let result = client(servers.endpoint(until: end))
        stop.send()
        hasEnded.wait()
        // Close the servers before the next exchange starts.
        servers.close()
        if let failure = serving.failure { throw failure }
        return (result, servers.observation)
    }
}

/// The servers of one exchange: the origin and its proxies.
final class Servers {
    private let origin: Server
    private let interceptor: Interceptor?
    private let passThrough: PassThrough?
    private let documents: DocumentServer?
    private let radius: RADIUSServer?
    private var nameServer: NameServer?
    private var policyServer: DocumentServer?
    private let secrets = Secrets()

    /// Opens the servers; the kernel chooses the ports of the origin and of the proxies.
    init(
        _ presentation: Presentation,
        on loopback: Loopback,
        passesThrough: Bool = false
    ) throws(WireError) {
        (origin, radius) = try Self.origin(presentation, on: loopback, secrets)
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

    /// Opens the origin; inside RADIUS, its port must also be free for UDP, which the kernel does not
    /// check when it chooses one for TCP.
    private static func origin(
        _ presentation: Presentation,
        on loopback: Loopback,
        _ secrets: Secrets
    ) throws(WireError) -> (Server, RADIUSServer?) {
        var attempts = 8
        while true {
            let origin = try Server(presentation, on: loopback, secrets: secrets)
            guard presentation.speaks?.application.isInsideRADIUS == true else {
                return (origin, nil)
            }
            do throws(WireError) {
                return (origin, try RADIUSServer(to: origin.address) { origin.observation })
            } catch {
                attempts -= 1
                guard case .system(_, EADDRINUSE) = error, attempts > 0 else { throw error }
            }
        }
    }

    /// Opens a name server for the origin's names, and the server of their mail policy.
    fileprivate func serve(_ names: ServedNames, on loopback: Loopback) throws(WireError) {
        let server = try NameServer.ofExchange(names, port: origin.address.port)
        nameServer = server
        guard let policy = names.policy else { return }
        let address = NetworkAddress(server.address.bytes, port: 443)
        policyServer = try DocumentServer(
            [ServedPolicy.path: .text(policy.text)],
            on: address,
            over: { () throws(WireError) in
                try loopback.serving(Presentation(credential: policy.credential))
            }
        )
    }

    /// Releases the ports that the kernel did not choose.
    func close() {
        documents?.close()
        radius?.close()
        nameServer?.close()
        policyServer?.close()
    }

    var participants: [any Participant] {
        let proxies: [(any Participant)?] = [
            interceptor, passThrough, documents, radius, nameServer, policyServer,
        ]
        return [origin] + proxies.compactMap(\.self)
    }

    /// The observations of the server that the client connects to.
    var observation: Observation {
        var observation = interceptor?.observation ?? origin.observation
        observation.questions = nameServer?.questions ?? 0
        return observation
    }

    /// The number of requests for documents and policies so far: a client that fetches something has
    /// not decided yet.
    var fetches: Int { (documents?.requests ?? 0) + (policyServer?.requests ?? 0) }

    func endpoint(until deadline: ContinuousClock.Instant) -> Endpoint {
        Endpoint(
            origin: origin.address,
            proxy: interceptor?.address,
            path: "/" + secrets.challenge,
            answer: secrets.token,
            deadline: deadline,
            passThrough: passThrough?.address,
            nameServer: nameServer?.address
        )
    }
}

// Only the serving thread uses this value, from `BlockingThread.start` until it signals the
// semaphore.
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

    // The system closes the connections of a program that has ended. A program that continues with
    // the next case may keep its connections open, so each case would last until its deadline.
    private static let farewell = Duration.seconds(5)

    /// Serves until the stop signal has come and every connection has ended, so that the client's
    /// last alert is also observed.
    func serve(until deadline: ContinuousClock.Instant) {
        do throws(WireError) {
            let watcher = SignalWatcher(stop)
            var participants: [any Participant] = servers.participants
            if let receive { participants.append(ObservationReporter(of: servers, to: receive)) }
            try step(participants + [watcher], awaiting: [watcher], until: deadline)
            // Accept a connection that came just before the signal, so that it is also served.
            for participant in participants { _ = try participant.advance() }
            // What a client does after its acceptance does not matter.
            guard !servers.observation.hasAccepted else { return }
            try step(participants, until: min(deadline, .now + Self.farewell))
        } catch {
            failure = error
        }
    }
}

/// Reports what the servers observed, whenever an observation changes or a client requests a
/// document.
private final class ObservationReporter: Participant {
    private let servers: Servers
    private let receive: @Sendable (Observation) -> Void
    private var reported: (observation: Observation, fetches: Int)

    init(of servers: Servers, to receive: @escaping @Sendable (Observation) -> Void) {
        (self.servers, self.receive) = (servers, receive)
        reported = (servers.observation, servers.fetches)
    }

    /// Whether nothing is left to report.
    var isOver: Bool { reported == (servers.observation, servers.fetches) }

    func advance() throws(WireError) -> Bool {
        guard !isOver else { return false }
        reported = (servers.observation, servers.fetches)
        receive(reported.observation)
        return true
    }

    func addInterests(to polled: inout [pollfd]) {}
}
