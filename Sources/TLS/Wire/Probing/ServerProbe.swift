import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a client saw of a server.
package struct ProbeResult: Sendable {
    /// How the connection ended.
    package enum End: Hashable, Sendable {
        /// The server's application answered.
        case accepted
        /// The server refused inside the protocol, in these words.
        case refused(String)
        /// TLS failed, because of the server's alert or for another reason.
        case failed(TLSFailure)
        /// The server closed the connection without an alert, or did not take it.
        case closed
        /// The server did not answer before the deadline.
        case timedOut
    }

    package fileprivate(set) var end: End
    /// The bytes that came inside TLS, 16 KiB at most.
    package fileprivate(set) var answer: [UInt8]
    /// The alert that the server sent; nil for none.
    package fileprivate(set) var alert: TLSAlert?
    /// Whether the server has asked for a certificate.
    package fileprivate(set) var hasAskedForCertificate: Bool
    /// Whether the client has sent a certificate.
    package fileprivate(set) var hasShownCertificate: Bool
    /// Whether the server has resumed a session.
    package fileprivate(set) var hasResumed: Bool
    /// The names of the violations that were not possible in the connection.
    package fileprivate(set) var missedViolations: Set<String>
    /// The sessions that the server gave, for later connections.
    package fileprivate(set) var sessions: [ClientSession]
}

/// A client that asks a server one question.
package struct ServerProbe: Sendable {
    package var question: ProbeQuestion
    package var speaks: ProbeProtocol
    /// The TLS versions that the client offers.
    package var versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3
    /// The client's certificates and key; nil for a client without them.
    package var credential: ClientCredential?
    /// What the client does wrong, in order.
    package var violations: [ClientViolation] = []
    /// The sessions of earlier connections to resume.
    package var sessions: [ClientSession] = []

    package init(_ question: ProbeQuestion, in speaks: ProbeProtocol) {
        (self.question, self.speaks) = (question, speaks)
    }

    /// Connects to a server on loopback, and asks.
    ///
    /// Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - port: the server's port on 127.0.0.1.
    ///   - deadline: when to stop waiting for an answer.
    /// - Returns: what the server did.
    /// - Throws: `WireError` if no connection can be started, or if TLS cannot be set up.
    package func ask(
        port: UInt16,
        until deadline: ContinuousClock.Instant
    ) throws(WireError) -> ProbeResult {
        let caller = try ProbeCaller(self, to: LoopbackAddress(family: .ipv4, port: port))
        try step([caller], until: deadline)
        return caller.result
    }

    fileprivate func client() throws(WireError) -> StrictClient {
        var offer = ClientOffer(draws: .system())
        offer.versions = versions
        offer.serverName = question.serverName
        offer.protocols = speaks.applicationNames
        offer.answersLate = true
        offer.credential = credential
        offer.violations = violations
        // The sessions of one version, as the offer requires.
        offer.sessions = sessions.filter { $0.isNewest == sessions.last?.isNewest }
        offer.resumes = true
        do {
            return try StrictClient(offer)
        } catch {
            throw .openSSL(OpenSSLError(function: "TLSClient", queue: ["\(error)"]))
        }
    }
}

/// The connection of a probe.
private final class ProbeCaller: Participant {
    private let probe: ServerProbe
    private let connection: Connection
    private var end: StrictEnd?
    private var outcome: ProbeResult.End?
    /// Why TLS cannot be set up on this side, which says nothing about the server.
    private var fault: WireError?
    private var conversation: ProbeConversation
    /// Whether the handshake is complete.
    private var isInside = false
    private var answer: [UInt8] = []

    init(_ probe: ServerProbe, to address: LoopbackAddress) throws(WireError) {
        self.probe = probe
        conversation = ProbeConversation(probe.question, in: probe.speaks)
        connection = Connection(try Socket.connecting(to: address))
        if conversation.isInside { try beginTLS() }
    }

    var result: ProbeResult {
        ProbeResult(
            end: outcome ?? lastWord,
            answer: answer,
            alert: connection.peerAlert,
            hasAskedForCertificate: end?.client.isAskedForCertificate ?? false,
            hasShownCertificate: end?.client.hasShownCertificate ?? false,
            hasResumed: end?.client.resumed != nil,
            missedViolations: end?.client.missedViolations ?? [],
            sessions: end?.client.sessions ?? []
        )
    }

    /// How the connection ends at the deadline: a server that has said enough has answered.
    private var lastWord: ProbeResult.End {
        guard isInside, !answer.isEmpty else { return .timedOut }
        var conversation = conversation
        return conversation.next(after: answer, isLast: true) == .accepts ? .accepted : .timedOut
    }

    var isOver: Bool { outcome != nil }

    func addInterests(to polled: inout [pollfd]) {
        if !isOver { polled.append(connection.interest) }
    }

    func advance() throws(WireError) -> Bool {
        guard !isOver else { return false }
        let hasMoved = connection.transfer()
        do throws(TLSFailure) {
            if end == nil { try converse(connection.preface, isLast: connection.hasPeerEnded) }
            if end != nil, !isInside { try shakeHands() }
            if isInside { try moveInside() }
        } catch {
            finish(.failed(error))
        }
        if let fault { throw fault }
        return hasMoved
    }

    private func beginTLS() throws(WireError) {
        let end = StrictEnd(try probe.client())
        self.end = end
        connection.begin(end)
    }

    private func shakeHands() throws(TLSFailure) {
        switch try connection.handshake() {
        case .done: isInside = true
        case .waits: break
        case .ended: finish(.closed)
        }
    }

    private func moveInside() throws(TLSFailure) {
        var hasEnded = false
        do throws(TLSFailure) {
            hasEnded = try connection.drain(into: &answer)
        } catch {
            // A server may answer and then end the connection with an alert.
            if answer.isEmpty { throw error }
            hasEnded = true
        }
        answer = Array(answer.prefix(Connection.longestText))
        // A server that floods is judged by the beginning of its answer.
        if answer.count == Connection.longestText { hasEnded = true }
        try converse(answer, isLast: hasEnded)
    }

    private func converse(_ received: [UInt8], isLast: Bool) throws(TLSFailure) {
        while outcome == nil {
            switch conversation.next(after: received, isLast: isLast) {
            case .waits:
                if isLast { finish(.closed) }
                return
            case .sends(let message):
                if end == nil {
                    connection.sendPlain(message)
                } else {
                    try connection.write(message)
                }
            case .startsTLS:
                // Bytes that came before TLS are not part of it.
                _ = connection.takePreface()
                do throws(WireError) { try beginTLS() } catch { fault = error }
                return
            case .accepts: finish(.accepted)
            case .refuses(let words): finish(.refused(words))
            }
        }
    }

    private func finish(_ end: ProbeResult.End) {
        outcome = end
        connection.close()
        _ = connection.transfer()
    }
}
