import Basics
import Crypto

/// One client's connection to a server.
final class ServedConnection {
    private enum Stage {
        case plaintext, handshake, request, farewell
    }

    let connection: Connection
    private let serverFault: ServerFault?
    private var secrets: Secrets
    /// The URL to which the server redirects a request; nil if the server answers the request.
    private var next: String?
    /// Whether a request was redirected.
    private(set) var hasRedirected = false
    /// The earlier step whose server the client connected to; nil for the current step.
    private var origin: Int?
    /// Whether the server answers the request with status 421.
    private var isMisdirected: Bool
    /// Whether the connection stays open after a redirect in HTTP/1.1.
    private let keepsAlive: Bool
    /// The connection's HTTP/2 state; nil for HTTP/1.1.
    private var http2: HTTP2Server?
    private var stage = Stage.handshake
    /// The dialogue in the client's protocol; nil for HTTP.
    private var dialogue: Dialogue?
    private let witness: Witness
    private var request: [UInt8] = []
    /// Whether the server waits for a plaintext request; a request over TLS then proves nothing.
    private let readsPlaintext: Bool
    /// Whether a client may send a request without TLS, such as after an earlier connection with
    /// TLS has failed.
    private let noticesPlaintext: Bool

    init(
        _ connection: Connection,
        serverFault: ServerFault? = nil,
        speaking spoken: SpokenProtocol? = nil,
        witness: Witness = .token,
        secrets: Secrets,
        next: String? = nil,
        origin: Int? = nil,
        isMisdirected: Bool = false,
        keepsAlive: Bool = false,
        readsPlaintext: Bool = false,
        noticesPlaintext: Bool = false,
        authority: String = "",
        dataPort: UInt16? = nil
    ) {
        self.connection = connection
        self.serverFault = serverFault
        self.witness = witness
        self.secrets = secrets
        self.next = next
        self.origin = origin
        self.isMisdirected = isMisdirected
        self.keepsAlive = keepsAlive
        self.readsPlaintext = readsPlaintext || serverFault == .greetInPlaintext
        self.noticesPlaintext = noticesPlaintext && spoken == nil && serverFault == nil
        if serverFault == .greetInPlaintext { connection.sendPlain(ServerFault.greeting) }
        guard let spoken else { return }
        let dialogue = Dialogue(
            spoken,
            secret: secrets.challenge,
            elsewhere: authority,
            dataPort: dataPort
        )
        self.dialogue = dialogue
        guard spoken.transport == .starttls else { return }
        connection.sendPlain(dialogue.greeting)
        stage = .plaintext
    }

    /// Whether the caller must now call `begin`.
    var isReadyForTLS: Bool {
        stage == .handshake && !connection.hasBegunTLS && serverFault?.isBeforeTLS != true
            && (!readsPlaintext || connection.preface.first == 22)
            && (!noticesPlaintext || connection.preface.first.map(Self.startsMethod) == false)
            // With `closeNewest`, only clients that do not offer TLS 1.3 get a handshake.
            && (serverFault != .closeNewest || connection.helloInPlaintext?.offersNewest == false)
    }

    /// Returns the presentation for the name that the client indicates; nil until the name has
    /// come.
    func choice(of presentation: Presentation) -> Presentation? {
        guard !presentation.named.isEmpty else { return presentation }
        let bytes = request + connection.preface
        switch PeekedClientHello.read(bytes) {
        case .incomplete: return bytes.count < Connection.longestText ? nil : presentation
        case .malformed: return presentation
        case .hello(let hello): return presentation.answering(hello.serverName)
        }
    }

    /// Starts TLS with the bytes that came after the last plaintext message.
    func begin(_ end: any TLSEnd) {
        connection.begin(end, after: request, inside: dialogue?.envelope)
        request = []
        if serverFault == .readLate { connection.pause(for: ServerFault.pause) }
    }

    var isOver: Bool { connection.isOver }

    /// Whether this end takes no more requests.
    var isLeaving: Bool { stage == .farewell }

    /// Makes the connection also take the request of the next step.
    ///
    /// - Parameters:
    ///   - secrets: the secrets of the next step.
    ///   - next: the URL to which the server redirects the request of the next step; nil if the
    ///     server answers that request.
    ///   - step: the number of the step before the next step.
    ///   - isMisdirected: whether the server answers the request of the next step with status 421.
    func goOn(_ secrets: Secrets, next: String?, after step: Int, isMisdirected: Bool) {
        origin = origin ?? step
        self.isMisdirected = isMisdirected
        (self.secrets, self.next, hasRedirected) = (secrets, next, false)
    }

    /// Whether the client waits for the confirmation of an upload.
    var isTransferring: Bool { dialogue?.isTransferring == true }

    /// Handles the end of the data connection of an upload.
    func endTransfer() {
        // A peer that has gone does not need the answer.
        try? connection.write(dialogue?.endTransfer() ?? [])
    }

    /// Serves as far as possible and adds what it observes to `observation`; returns whether any
    /// bytes moved.
    func advance(seen observation: inout Observation) -> Bool {
        let hasMoved = connection.transfer()
        if readsPlaintext || noticesPlaintext, !connection.hasBegunTLS {
            readPlaintext(&observation)
        }
        if serverFault?.isBeforeTLS == true {
            misbehaveBeforeTLS(&observation)
            return hasMoved
        }
        if serverFault == .closeNewest, !connection.hasBegunTLS,
            let hello = connection.helloInPlaintext, hello.offersNewest
        {
            observation.take(hello)
            _ = connection.takePreface()
            connection.finish()
        }
        if stage == .plaintext { converse(&observation) }
        do {
            while try advanceStage(&observation) {}
        } catch {
            // The peer rejected the server or sent garbage; an alert of the peer shows a rejection.
            stage = .farewell
            connection.finish()
        }
        if let alert = connection.peerAlert { observation.alert = alert }
        if let hello = connection.takeHello() { observation.take(hello) }
        if connection.hasHeartbeat { observation.hasHeartbeat = true }
        guard origin == nil else { return hasMoved }
        if connection.hasShownCertificates { observation.hasShownCertificates = true }
        if connection.hasClientCertificate { observation.hasClientCertificate = true }
        if connection.wantsStaple { observation.wantedStaple = true }
        // If the violations were possible for one hello, keep `given` even if the client retries
        // with another hello.
        if observation.occasion != .given {
            observation.occasion = connection.occasion ?? observation.occasion
        }
        return hasMoved
    }

    private func takeRequest(_ observation: inout Observation) {
        // RFC 9110 §15.5.20: the client may send the request again on another connection.
        guard !isMisdirected else {
            observation.hasMisdirected = true
            return
        }
        // On a reused connection, the violations happened in an earlier step.
        observation.takeRequest(on: origin == nil ? connection.occasion : nil)
        observation.stepOfConnection = origin
    }

    /// Takes a plaintext request, unless the client starts TLS.
    private func readPlaintext(_ observation: inout Observation) {
        guard stage == .handshake else { return }
        if request.isEmpty {
            // 22 is the type of a handshake record.
            guard let first = connection.preface.first, first != 22,
                readsPlaintext || Self.startsMethod(first)
            else { return }
        }
        request += connection.takePreface()
        if bearsChallenge {
            takeRequest(&observation)
            if !isMisdirected { observation.takeRequestInPlaintext() }
        }
        guard request.hasWholeHead || request.count > Connection.longestText else { return }
        stage = .farewell
        connection.sendPlain("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        connection.finish()
    }

    /// Whether a first byte belongs to a method of HTTP, and to no record of TLS or SSL.
    private static func startsMethod(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// Continues the plaintext dialogue as far as possible.
    private func converse(_ observation: inout Observation) {
        request += connection.takePreface()
        if dialogue?.hasHeardMessage == false, dialogue?.hasAgreed == false,
            request.starts(with: Self.startOfTLS)
        {
            observation.hasStartedTLSAtOnce = true
            stage = .farewell
            return connection.finish()
        }
        guard let turn = dialogue?.hear(&request) else { return }
        connection.sendPlain(turn.says)
        if dialogue?.hasHeardSecret == true {
            observation.takeRequestInPlaintext(on: connection.occasion)
        }
        if turn.startsTLS { stage = .handshake }
        if connection.hasPeerEnded || isTooMuch {
            stage = .farewell
            connection.finish()
        }
    }

    /// The first bytes of a handshake record (RFC 8446 §5.1).
    private static let startOfTLS: [UInt8] = [22, 3]

    private func advanceStage(_ observation: inout Observation) throws(TLSFailure) -> Bool {
        switch stage {
        case .plaintext: return false
        case .handshake where !connection.hasBegunTLS: return false
        case .handshake where connection.hasStopped:
            if case .stop(_, let end)? = serverFault { connection.stop(end) }
            return false
        case .handshake:
            return try move(connection.handshake()) { () throws(TLSFailure) in
                stage = .request
                observation.hasFinishedHandshake = true
                if let words = dialogue?.secure() { try connection.write(words) }
                try connection.write(answerFault?.greeting ?? [])
                guard dialogue == nil, connection.applicationProtocol == "h2" else { return }
                var server = HTTP2Server()
                let settings = server.takeOutput()
                if answerFault != .otherHTTP { try connection.write(settings) }
                http2 = server
            }
        case .request where dialogue != nil:
            return try move(readRequest(&observation)) { () throws(TLSFailure) in
                let hasData = witness == .data && !request.isEmpty
                guard let turn = dialogue?.hear(&request) else { return }
                try connection.write(turn.says)
                if hasData || dialogue?.hasHeardSecret == true { takeRequest(&observation) }
                guard isTooMuch else { return }
                stage = .farewell
                connection.close()
            }
        case .request where http2 != nil:
            return try move(readRequest(&observation)) { () throws(TLSFailure) in
                if speakHTTP2() { takeRequest(&observation) }
                let words = http2?.takeOutput() ?? []
                guard answerFault != .otherHTTP else {
                    if stage == .farewell { answerWrongly() }
                    return
                }
                try connection.write(words)
                if stage == .farewell { connection.close() }
            }
        // The server then moves the connection to the next step.
        case .request where hasRedirected: return false
        case .request:
            return try move(readRequest(&observation)) {
                // Record the request before the connection ends: a client that has sent a request
                // has accepted the certificate. One request is enough; later connections do not
                // change that.
                let isAwaited = !readsPlaintext && answerFault?.redirectsToPlaintext != true
                if bearsChallenge, isAwaited { takeRequest(&observation) }
                guard request.hasWholeHead || request.count > Connection.longestText else { return }
                answer()
            }
        case .farewell: return false
        }
    }

    /// Whether the client has sent a too long request, or does not read the answers to its requests.
    private var isTooMuch: Bool {
        request.count > Connection.longestText || connection.unsent > Reception.longestBacklog
    }

    /// Reads bytes of the client's request over TLS.
    private func readRequest(
        _ observation: inout Observation
    ) throws(TLSFailure) -> Connection.Progress {
        let before = request.count
        let progress = try connection.read(into: &request)
        observation.bytesOverTLS += request.count - before
        return progress
    }

    /// Calls `done` if `progress` is done, and closes the connection if the peer has ended; returns
    /// whether `done` was called.
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

    /// Whether the request contains the exchange's challenge, with any method and version; with the
    /// witness `data`, any bytes over TLS are enough.
    ///
    /// Programs also use HEAD and HTTP/1.0.
    private var bearsChallenge: Bool {
        witness == .data && connection.hasBegunTLS && !request.isEmpty
            || request.holds(secrets.challenge)
    }

    /// Returns the answer to a request; `bearsChallenge` states whether the request contains the
    /// secret of this step.
    private func answer(
        _ bearsChallenge: Bool
    ) -> (status: String, location: String?, body: String) {
        guard bearsChallenge else { return ("404 Not Found", nil, "") }
        guard !isMisdirected else { return ("421 Misdirected Request", nil, "") }
        guard let next else { return ("200 OK", nil, secrets.token) }
        hasRedirected = true
        return ("302 Found", next, "")
    }

    private var answerFault: AnswerFault? {
        guard case .answers(let fault)? = serverFault else { return nil }
        return fault
    }

    private func answerWrongly() {
        // A peer that has gone does not need the answer.
        do { try answerFault?.answer(request, with: secrets.token, on: connection) } catch {
            connection.finish()
        }
    }

    /// Answers a request in HTTP/1.1, and then closes the connection or keeps it for the next step.
    private func answer() {
        if let answerFault, !answerFault.redirectsToPlaintext, bearsChallenge {
            stage = .farewell
            return answerWrongly()
        }
        var isKept = false
        defer {
            if isKept {
                request = []
            } else {
                stage = .farewell
                connection.close()
            }
        }
        guard serverFault != .closeAfterRequest else { return }
        let (status, location, body) = answer(bearsChallenge)
        // RFC 9112 §9.3: connections of HTTP/1.0 do not stay open.
        isKept = keepsAlive && hasRedirected && request.holds(" HTTP/1.1\r\n")
        var field = location.map { "Location: \($0)\r\n" } ?? ""
        if answerFault == .strictRedirect {
            field += "Strict-Transport-Security: max-age=31536000\r\n"
        }
        let head = "HTTP/1.1 \(status)\r\n\(field)Content-Length: \(body.utf8.count)\r\n"
        // A peer that has gone does not need the answer.
        let end = isKept ? "keep-alive" : "close"
        try? connection.write(Array("\(head)Connection: \(end)\r\n\r\n\(body)".utf8))
    }

    /// Handles the HTTP/2 data that has arrived, and answers a request.
    ///
    /// After a redirect the connection stays open: a client may request another host there if the
    /// certificate is valid for it (RFC 9113 §9.1.1).
    ///
    /// - Returns: whether a request had the secret of this step.
    private func speakHTTP2() -> Bool {
        http2?.receive(request)
        request = []
        var hasRequested = false
        while stage == .request, let asked = http2?.takeRequest() {
            let bearsChallenge = witness == .data || asked.path.holds(secrets.challenge)
            hasRequested = hasRequested || bearsChallenge
            guard serverFault != .closeAfterRequest else {
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

    private func misbehaveBeforeTLS(_ observation: inout Observation) {
        if let hello = connection.helloInPlaintext { observation.take(hello) }
        // A peer that has ended sends no more plaintext, and waits for this end.
        guard !connection.hasPeerEnded else { return connection.finish() }
        // A hanging server still reads: otherwise the kernel would report its socket as ready again
        // and again.
        guard serverFault != .greetInPlaintext, !connection.takePreface().isEmpty,
            serverFault != .hang
        else { return }
        if serverFault == .garbage { connection.sendPlain(ServerFault.noise) }
        connection.finish()
    }
}
