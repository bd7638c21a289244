import OpenSSL
import TLSProtocol

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A TLS server that takes one HTTP request a connection and answers with the exchange's token, or
/// with redirects from one step of a story to the next.
final class Server: Participant {
    let address: LoopbackAddress
    private let listener: Socket
    private var steps: [Step]
    /// The one that the client has come to.
    private var current = 0
    private let loopback: Loopback
    private var visits: [(visit: Visit, step: Int)] = []

    private struct Step {
        let presentation: Presentation
        let secrets: Secrets
        var observation: Observation
    }

    /// - Parameters:
    ///   - presentation: The last step, with those before it.
    ///   - loopback: The addresses that the server listens on.
    ///   - secrets: The secrets of the first step.
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
        self.loopback = loopback
        listener = try Socket.listening(
            on: presentation.family,
            everywhere: loopback.isAlone
        )
        address = LoopbackAddress(family: presentation.family, port: try listener.port())
    }

    /// What was seen in the step that the client has come to.
    var observation: Observation { steps[current].observation }

    var isOver: Bool { visits.allSatisfy(\.visit.isOver) }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        polled += visits.filter { !$0.visit.isOver }.map(\.visit.connection.interest)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener.accepted() {
            steps[current].observation.connections += 1
            visits.append((visit(on: Connection(socket)), current))
            hasHappened = true
        }
        for (visit, step) in visits where !visit.isOver {
            if visit.isReadyForTLS {
                visit.begin(try loopback.serving(steps[step].presentation))
            }
            if visit.advance(seen: &steps[step].observation) { hasHappened = true }
            if visit.hasRedirected { current = max(current, step + 1) }
        }
        return hasHappened
    }

    private func visit(on connection: Connection) -> Visit {
        let (presentation, secrets) = (steps[current].presentation, steps[current].secrets)
        return Visit(
            connection,
            misconduct: presentation.misconduct,
            upgrade: presentation.upgrade,
            secrets: secrets,
            next: redirect
        )
    }

    /// The URL of the step behind the current one; nil at the last.
    private var redirect: String? {
        guard current + 1 < steps.count else { return nil }
        let next = steps[current + 1]
        let authority = "\(next.presentation.authority):\(address.port)"
        return "https://\(authority)/\(next.secrets.challenge)"
    }
}

/// One visitor of a server.
final class Visit {
    private enum Stage {
        case clear, handshake, request, farewell
    }

    let connection: Connection
    private let misconduct: Misconduct?
    private let secrets: Secrets
    /// The URL that a request is sent on to; nil where it is answered.
    private let next: String?
    /// Whether a request was sent on.
    private(set) var hasRedirected = false
    private var stage = Stage.handshake
    /// The protocol that goes over to TLS; nil for HTTP over TLS.
    private var dialogue: Dialogue?
    private var request: [UInt8] = []

    init(
        _ connection: Connection,
        misconduct: Misconduct? = nil,
        upgrade: Upgrade? = nil,
        secrets: Secrets,
        next: String? = nil
    ) {
        self.connection = connection
        self.misconduct = misconduct
        self.secrets = secrets
        self.next = next
        guard let upgrade else { return }
        let dialogue = Dialogue(upgrade, secret: secrets.challenge)
        connection.sendPlain(dialogue.greeting)
        self.dialogue = dialogue
        stage = .clear
    }

    /// Whether `begin` is to be called.
    var isReadyForTLS: Bool {
        stage == .handshake && !connection.hasBegunTLS && misconduct?.isBeforeTLS != true
    }

    /// Begins TLS, with what has come behind the last word in clear.
    func begin(_ end: any TLSEnd) {
        connection.begin(end, after: request)
        request = []
    }

    var isOver: Bool { connection.isOver }

    /// The request so far has ended: an empty line has come.
    private var isRequestWhole: Bool { request.suffix(4) == [13, 10, 13, 10] }

    /// Serves as far as it goes; what is seen of the peer is added to `observation`.
    func advance(seen observation: inout Observation) -> Bool {
        let hasMoved = connection.transfer()
        if misconduct?.isBeforeTLS == true {
            misbehaveBeforeTLS()
            return hasMoved
        }
        if stage == .clear { converse(&observation) }
        do {
            while try advanceStage(&observation) {}
        } catch {
            // The peer's refusal or nonsense; what it said is in its alert.
            stage = .farewell
            connection.finish()
        }
        if let alert = connection.peerAlert { observation.alert = alert }
        if let hello = connection.takeHello() { observation.hello = hello }
        if connection.hasShownCertificates { observation.hasShownCertificates = true }
        if connection.wantsStaple { observation.wantedStaple = true }
        // A client that comes again with another hello was attacked all the same.
        if observation.occasion != .given {
            observation.occasion = connection.occasion ?? observation.occasion
        }
        return hasMoved
    }

    /// Speaks in clear as far as it goes.
    private func converse(_ observation: inout Observation) {
        request += connection.takePreface()
        guard let turn = dialogue?.hear(&request) else { return }
        connection.sendPlain(turn.says)
        if dialogue?.hasHeardSecret == true { observation.requested = true }
        if turn.goesOver { stage = .handshake }
        if connection.hasPeerEnded || request.count > Connection.longestText {
            stage = .farewell
            connection.finish()
        }
    }

    private func advanceStage(_ observation: inout Observation) throws(TLSFailure) -> Bool {
        switch stage {
        case .clear: return false
        case .handshake where !connection.hasBegunTLS: return false
        case .handshake:
            return try move(connection.handshake()) { () throws(TLSFailure) in
                stage = .request
                if let words = dialogue?.secure() { try connection.write(words) }
            }
        case .request where dialogue != nil:
            return try move(connection.read(into: &request)) { () throws(TLSFailure) in
                guard let turn = dialogue?.hear(&request) else { return }
                try connection.write(turn.says)
                if dialogue?.hasHeardSecret == true { observation.requested = true }
            }
        case .request:
            return try move(connection.read(into: &request)) {
                // Before its end: a client that has said so much has accepted the certificate. Once is
                // enough: what comes on a later connection takes nothing back.
                if bearsChallenge { observation.requested = true }
                guard isRequestWhole || request.count > Connection.longestText else { return }
                stage = .farewell
                answer()
            }
        case .farewell: return false
        }
    }

    /// Goes on after `progress`; a peer that ended is answered with the end.
    private func move(
        _ progress: Connection.Progress,
        _ done: () throws(TLSFailure) -> Void
    ) throws(TLSFailure) -> Bool {
        switch progress {
        case .done: try done()
        case .waits: return false
        case .ended: connection.close()
        }
        return progress == .done
    }

    /// Whether it has the exchange's secret in it, whatever its method and version are: programs say
    /// HEAD and HTTP/1.0, too.
    private var bearsChallenge: Bool { request.contains(secrets.challenge.utf8) }

    private func answer() {
        defer { connection.close() }
        guard misconduct != .closeAfterRequest else { return }
        var (status, location, body) = ("404 Not Found", "", "")
        if bearsChallenge, let next {
            (status, location) = ("302 Found", "Location: \(next)\r\n")
            hasRedirected = true
        } else if bearsChallenge {
            (status, body) = ("200 OK", secrets.token)
        }
        let head = "HTTP/1.1 \(status)\r\n\(location)Content-Length: \(body.utf8.count)\r\n"
        // A peer that is gone does not want the answer.
        try? connection.write(Array("\(head)Connection: close\r\n\r\n\(body)".utf8))
    }

    private func misbehaveBeforeTLS() {
        // A server that hangs reads on: a socket that always has something to read is not waited for.
        guard !connection.takePreface().isEmpty, misconduct != .hang else { return }
        if misconduct == .garbage { connection.sendPlain(Misconduct.noise) }
        connection.finish()
    }
}

extension Misconduct {
    /// Bytes that are no TLS record.
    static let noise = "\u{1}no TLS is spoken here\r\n"

    /// Whether it happens instead of TLS.
    package var isBeforeTLS: Bool {
        switch self {
        case .hang, .closeAfterHello, .garbage: true
        case .closeAfterRequest: false
        }
    }
}

extension Loopback {
    /// Tries whether a presentation can be shown.
    ///
    /// - Throws: `WireError.openSSL` where libssl is demanded and cannot.
    package func rehearse(_ presentation: Presentation) throws(WireError) {
        _ = try serving(presentation)
    }

    /// Whether libssl can decode the certificates of a presentation.
    package func canLoad(_ presentation: Presentation) -> Bool {
        do throws(WireError) {
            _ = try accepting(presentation)
            return true
        } catch {
            return false
        }
    }

    private func accepting(_ presentation: Presentation) throws(WireError) -> TLSSession {
        try accepting(
            presentation.credential,
            presentation.offer,
            presentation.clientAuthentication
        )
    }

    /// A server's session that shows itself so.
    package func serving(
        _ presentation: Presentation
    ) throws(WireError) -> any TLSEnd {
        switch presentation.engine {
        case .libssl: return LibsslEnd(try accepting(presentation))
        case .hatpin: return ScriptedEnd(presentation)
        case nil:
            do throws(WireError) { return LibsslEnd(try accepting(presentation)) } catch {
                return ScriptedEnd(presentation)
            }
        }
    }

    /// A server's session that shows `credential`.
    package func accepting(
        _ credential: Credential,
        _ offer: TLSOffer,
        _ clientAuthentication: ClientAuthentication? = nil,
        chooseProtocol: (([String]) -> String?)? = nil
    ) throws(WireError) -> TLSSession {
        do {
            return try TLSSession.accepting(
                serverContext,
                chain: credential.chain,
                key: credential.key,
                staple: credential.staples.first ?? nil,
                offer: offer,
                clientAuthentication: clientAuthentication,
                chooseProtocol: chooseProtocol,
                loaded: loaded
            )
        } catch {
            throw .openSSL(error)
        }
    }

    /// A client's session that takes any certificate and hands it to `judge`: for a proxy, whose
    /// business and danger that is.
    package func fetching(
        serverName: String?,
        protocols: [String] = [],
        judge: @escaping (ShownCertificates) -> Void
    ) throws(WireError) -> TLSSession {
        do {
            return try TLSSession.connecting(
                clientContext,
                serverName: serverName,
                offer: TLSOffer(versions: .v1_0 ... .v1_3),
                protocols: protocols
            ) { shown in
                judge(shown)
                return .proceed
            }
        } catch {
            throw .openSSL(error)
        }
    }
}
