import OpenSSL
import TLSFormat
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
        for index in visits.indices where !visits[index].visit.isOver {
            let (visit, step) = visits[index]
            if visit.isReadyForTLS {
                visit.begin(try loopback.serving(steps[step].presentation))
            }
            if visit.advance(seen: &steps[step].observation) { hasHappened = true }
            guard visit.hasRedirected else { continue }
            current = max(current, step + 1)
            // A client may ask for the next step on the connection of this one.
            guard !visit.isLeaving, step + 1 < steps.count else { continue }
            visits[index].step = step + 1
            visit.goOn(steps[step + 1].secrets, next: redirect(behind: step + 1))
            hasHappened = true
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
            next: redirect(behind: current)
        )
    }

    /// The URL of the step behind another; nil at the last.
    private func redirect(behind step: Int) -> String? {
        guard step + 1 < steps.count else { return nil }
        let next = steps[step + 1]
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
    private var secrets: Secrets
    /// The URL that a request is sent on to; nil where it is answered.
    private var next: String?
    /// Whether a request was sent on.
    private(set) var hasRedirected = false
    /// Whether its handshake was an earlier step's.
    private var isReused = false
    /// The connection's HTTP/2; nil for HTTP/1.1.
    private var http2: HTTP2Server?
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

    /// Whether this end takes no more requests.
    var isLeaving: Bool { stage == .farewell }

    /// Takes the request of the next step, too, on the same connection.
    func goOn(_ secrets: Secrets, next: String?) {
        isReused = true
        (self.secrets, self.next, hasRedirected) = (secrets, next, false)
    }

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
        guard !isReused else { return hasMoved }
        if connection.hasShownCertificates { observation.hasShownCertificates = true }
        if connection.hasClientCertificate { observation.hasClientCertificate = true }
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
                guard dialogue == nil, connection.applicationProtocol == "h2" else { return }
                var server = HTTP2Server()
                try connection.write(server.takeOutput())
                http2 = server
            }
        case .request where dialogue != nil:
            return try move(connection.read(into: &request)) { () throws(TLSFailure) in
                guard let turn = dialogue?.hear(&request) else { return }
                try connection.write(turn.says)
                if dialogue?.hasHeardSecret == true { observation.requested = true }
            }
        case .request where http2 != nil:
            return try move(connection.read(into: &request)) { () throws(TLSFailure) in
                if speakHTTP2() { observation.requested = true }
                try connection.write(http2?.takeOutput() ?? [])
                if stage == .farewell { connection.close() }
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

    /// The answer to a request with the secret of this step or another.
    private func answer(
        _ bearsChallenge: Bool
    ) -> (status: String, location: String?, body: String) {
        guard bearsChallenge else { return ("404 Not Found", nil, "") }
        guard let next else { return ("200 OK", nil, secrets.token) }
        hasRedirected = true
        return ("302 Found", next, "")
    }

    private func answer() {
        defer { connection.close() }
        guard misconduct != .closeAfterRequest else { return }
        let (status, location, body) = answer(bearsChallenge)
        let field = location.map { "Location: \($0)\r\n" } ?? ""
        let head = "HTTP/1.1 \(status)\r\n\(field)Content-Length: \(body.utf8.count)\r\n"
        // A peer that is gone does not want the answer.
        try? connection.write(Array("\(head)Connection: close\r\n\r\n\(body)".utf8))
    }

    /// Takes what has come of HTTP/2, and answers a request.
    ///
    /// Behind a redirect the connection stays open: a client may ask for another host there, if the
    /// certificate is valid for it (RFC 9113 §9.1.1).
    ///
    /// - Returns: whether a request had the secret of this step.
    private func speakHTTP2() -> Bool {
        http2?.receive(request)
        request = []
        var hasRequested = false
        while stage == .request, let asked = http2?.takeRequest() {
            let bearsChallenge = asked.path.contains(secrets.challenge.utf8)
            hasRequested = hasRequested || bearsChallenge
            guard misconduct != .closeAfterRequest else {
                stage = .farewell
                break
            }
            let (status, location, body) = answer(bearsChallenge)
            let fields = location.map { [(name: "location", value: $0)] } ?? []
            http2?.answer(asked, String(status.prefix(3)), fields: fields, body: body)
            guard !hasRedirected else { break }
            http2?.leave()
            stage = .farewell
        }
        if http2?.failure != nil { stage = .farewell }
        return hasRequested
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
