import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A TLS server that takes one HTTP request on each connection.
///
/// It answers with the exchange's token, or with a redirect from one step of a story to the next.
final class Server: Participant {
    let address: LoopbackAddress
    private let listener: Socket
    private var steps: [Step]
    /// The step that the client has reached.
    private var current = 0
    private let loopback: Loopback
    /// The session of all steps, if sessions have ids.
    private lazy var session = Loopback.freshSession()
    private var visits: [(visit: Visit, step: Int)] = []
    /// The server of FTP's data channel, on its own port; nil if there is none.
    private let dataChannel: Server?

    private struct Step {
        let presentation: Presentation
        let secrets: Secrets
        var observation: Observation
        /// Whether the server waits for a plaintext request, to which the step before redirects.
        var readsPlaintext = false
    }

    /// - Parameters:
    ///   - presentation: the last step, together with those before it.
    ///   - loopback: the addresses that the server listens on.
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
        listener = try Socket.listening(
            on: presentation.family,
            everywhere: loopback.isAlone
        )
        address = LoopbackAddress(family: presentation.family, port: try listener.port())
    }

    /// The observations of the step that the client has reached, and of this server's data channel.
    var observation: Observation {
        let seen = steps[current].observation
        return dataChannel.map { seen.followed(by: $0.observation) } ?? seen
    }

    var isOver: Bool { visits.allSatisfy(\.visit.isOver) && dataChannel?.isOver != false }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        polled += visits.filter { !$0.visit.isOver }.map(\.visit.connection.interest)
        dataChannel?.addInterests(to: &polled)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener.accepted() {
            steps[current].observation.connections += 1
            visits.append((visit(on: Connection(socket)), current))
            hasHappened = true
        }
        for index in visits.indices where !visits[index].visit.isOver {
            let (visit, step) = visits[index]
            if visit.isReadyForTLS, let shown = visit.choice(of: steps[step].presentation) {
                visit.begin(try loopback.serving(shown, naming: session))
            }
            if visit.advance(seen: &steps[step].observation) { hasHappened = true }
            let next = step + 1
            guard visit.hasRedirected, next < steps.count else { continue }
            if current == step, steps[next].readsPlaintext {
                // The plaintext request belongs to the same step as the observations over TLS.
                steps[next].observation = steps[step].observation
            }
            current = max(current, next)
            // A client may request the next step on this step's connection.
            guard !visit.isLeaving else { continue }
            visits[index].step = next
            visit.goOn(steps[next].secrets, next: redirect(after: next))
            hasHappened = true
        }
        guard let dataChannel else { return hasHappened }
        if try dataChannel.advance() { hasHappened = true }
        while let waiting = visits.first(where: \.visit.isTransferring)?.visit,
            dataChannel.forgetsEnded()
        {
            waiting.endTransfer()
            hasHappened = true
        }
        return hasHappened
    }

    var wakes: ContinuousClock.Instant? {
        (visits.map(\.visit.connection.wakes) + [dataChannel?.wakes]).compactMap(\.self).min()
    }

    /// Removes a visit that has ended; returns false if there is none.
    private func forgetsEnded() -> Bool {
        guard let index = visits.firstIndex(where: \.visit.isOver) else { return false }
        visits.remove(at: index)
        return true
    }

    private func visit(on connection: Connection) -> Visit {
        let (presentation, secrets) = (steps[current].presentation, steps[current].secrets)
        return Visit(
            connection,
            serverFault: presentation.serverFault,
            upgrade: presentation.upgrade,
            secrets: secrets,
            next: redirect(after: current),
            readsPlaintext: steps[current].readsPlaintext,
            authority: "\(presentation.authority):\(address.port)",
            dataPort: dataChannel?.address.port
        )
    }

    /// The URL of the step after another; nil after the last one.
    private func redirect(after step: Int) -> String? {
        guard step + 1 < steps.count else { return nil }
        let next = steps[step + 1]
        let authority = "\(next.presentation.authority):\(address.port)"
        return "\(next.readsPlaintext ? "http" : "https")://\(authority)/\(next.secrets.challenge)"
    }
}
