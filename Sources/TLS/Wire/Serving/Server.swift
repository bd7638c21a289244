import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A TLS server that takes one HTTP request on each connection, or speaks another protocol on it.
///
/// The server takes several HTTP requests on a connection if it keeps connections open between the
/// steps of a case. It answers a request with the exchange's token, or redirects to the case's next
/// step.
final class Server: Participant {
    let address: LoopbackAddress
    private let listener: Socket
    private var steps: [Step]
    /// The step that the client has reached.
    private var current = 0
    private let loopback: Loopback
    /// The session that all steps share, for clients that resume by session id.
    private lazy var session = Loopback.freshSession()
    /// The key of the tickets of all steps.
    ///
    /// A client cannot resume a session of another exchange, in which it would get no certificate.
    private lazy var tickets = TicketPolicy.fresh()
    /// The connections, each with the step whose request it takes, and the step whose certificates
    /// it shows.
    private var connections: [(served: ServedConnection, step: Int, shown: Int)] = []
    /// The number of connections that have ended and that `forgetsEnded` has not counted.
    private var ended = 0
    /// The server of FTP's data channel, on its own port; nil if there is none.
    private let dataChannel: Server?

    private struct Step {
        let presentation: Presentation
        let secrets: Secrets
        var observation: Observation
        /// Whether the server waits for a plaintext request, to which the previous step redirects.
        var readsPlaintext = false
    }

    /// Listens on a port that the kernel chooses.
    ///
    /// - Parameters:
    ///   - presentation: the last step, together with the steps before it.
    ///   - loopback: the settings that the servers of the run share.
    ///   - secrets: the secrets of the first step.
    /// - Throws: `WireError` if no port can be opened.
    init(_ presentation: Presentation, on loopback: Loopback, secrets: Secrets) throws(WireError) {
        let presentations = presentation.earlier + [presentation]
        steps = presentations.enumerated().map { index, presentation in
            var seen = Observation()
            seen.stepsLeft = presentations.count - 1 - index
            return Step(
                presentation: presentation,
                secrets: index == 0 ? secrets : Secrets(),
                observation: seen
            )
        }
        if presentation.redirectsToPlaintext {
            var plaintext = presentation
            plaintext.serverFault = nil
            let (secrets, seen) = (Secrets(), Observation())
            steps.append(
                Step(
                    presentation: plaintext,
                    secrets: secrets,
                    observation: seen,
                    readsPlaintext: true
                )
            )
        }
        self.loopback = loopback
        dataChannel = try presentation.ofDataChannel.map { shown throws(WireError) in
            try Server(shown, on: loopback, secrets: secrets)
        }
        let family = presentations[0].family
        listener = try Socket.listening(on: family, everywhere: loopback.isAlone)
        address = LoopbackAddress(family: family, port: try listener.port())
    }

    /// The observations of the step that the client has reached, and of this server's data channel.
    var observation: Observation {
        let seen = steps[current].observation
        return dataChannel.map { seen.followed(by: $0.observation) } ?? seen
    }

    var isOver: Bool { connections.allSatisfy(\.served.isOver) && dataChannel?.isOver != false }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        polled += connections.filter { !$0.served.isOver }.map(\.served.connection.interest)
        dataChannel?.addInterests(to: &polled)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener.accepted() {
            steps[current].observation.connections += 1
            let shown = step(at: try? socket.local())
            connections.append((accepted(Connection(socket), showing: shown), current, shown))
            hasHappened = true
        }
        for index in connections.indices where !connections[index].served.isOver {
            let (served, step, shown) = connections[index]
            try begin(served, showing: shown)
            if served.advance(seen: &steps[step].observation) { hasHappened = true }
            // A client that has just sent its hello may have closed the connection already.
            if try begin(served, showing: shown) {
                hasHappened = true
                _ = served.advance(seen: &steps[step].observation)
            }
            let next = step + 1
            guard served.hasRedirected, next < steps.count else { continue }
            if current == step, steps[next].readsPlaintext {
                // The plaintext request belongs to the same step as the observations over TLS, so
                // copy them.
                steps[next].observation = steps[step].observation
            }
            current = max(current, next)
            // A client may request the next step on this step's connection.
            guard !served.isLeaving else { continue }
            connections[index].step = next
            served.goOn(
                steps[next].secrets,
                next: redirect(after: next),
                after: step,
                isMisdirected: steps[next].presentation.isMisdirected
            )
            hasHappened = true
        }
        // A client may connect often, and each connection keeps a TLS session.
        let count = connections.count
        connections.removeAll(where: \.served.isOver)
        ended += count - connections.count
        guard let dataChannel else { return hasHappened }
        if try dataChannel.advance() { hasHappened = true }
        while let waiting = connections.first(where: \.served.isTransferring)?.served,
            dataChannel.forgetsEnded()
        {
            waiting.endTransfer()
            hasHappened = true
        }
        return hasHappened
    }

    var wakes: ContinuousClock.Instant? {
        (connections.map(\.served.connection.wakes) + [dataChannel?.wakes]).compactMap(\.self).min()
    }

    /// Counts down a connection that has ended; returns false if no connection is left to count.
    private func forgetsEnded() -> Bool {
        guard ended > 0 else { return false }
        ended -= 1
        return true
    }

    /// Returns the step whose server a client has connected to, by the address of this end.
    ///
    /// A client may connect to the address of an earlier step's host. It then reaches that step's
    /// server, although the request belongs to the current step.
    private func step(at address: NetworkAddress?) -> Int {
        let bytes = address?.unmapped.bytes
        return steps[...current].lastIndex { $0.presentation.family.bytes == bytes } ?? current
    }

    /// Starts TLS on a connection that is ready for it; returns whether it was.
    @discardableResult
    private func begin(
        _ served: ServedConnection,
        showing shown: Int
    ) throws(WireError) -> Bool {
        guard served.isReadyForTLS, let chosen = served.choice(of: steps[shown].presentation)
        else { return false }
        served.begin(try loopback.serving(chosen, naming: session, sealing: tickets))
        return true
    }

    private func accepted(_ connection: Connection, showing shown: Int) -> ServedConnection {
        let (presentation, secrets) = (steps[shown].presentation, steps[current].secrets)
        return ServedConnection(
            connection,
            serverFault: presentation.serverFault,
            speaking: presentation.speaks,
            witness: presentation.witness,
            secrets: secrets,
            next: redirect(after: current),
            origin: shown == current ? nil : shown,
            isMisdirected: shown != current && steps[current].presentation.isMisdirected,
            keepsAlive: presentation.keepsAlive,
            readsPlaintext: steps[current].readsPlaintext,
            noticesPlaintext: presentation.violations.isEmpty,
            authority: "\(presentation.authority):\(address.port)",
            dataPort: dataChannel?.address.port
        )
    }

    /// Returns the URL of the next step, to which this step redirects; nil for the last step.
    private func redirect(after step: Int) -> String? {
        guard step + 1 < steps.count else { return nil }
        let next = steps[step + 1]
        let authority = "\(next.presentation.authority):\(address.port)"
        return "\(next.readsPlaintext ? "http" : "https")://\(authority)/\(next.secrets.challenge)"
    }
}
