import OpenSSL
import TLSProtocol

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A TLS server that takes one HTTP request a connection and answers with the exchange's token.
final class Server: Participant {
    let address: LoopbackAddress
    private(set) var observation = Observation()
    private let listener: Socket
    private let presentation: Presentation
    private let loopback: Loopback
    private let secrets: Secrets
    private var visits: [Visit] = []

    init(_ presentation: Presentation, on loopback: Loopback, secrets: Secrets) throws(WireError) {
        self.presentation = presentation
        self.loopback = loopback
        self.secrets = secrets
        listener = try Socket.listening(
            on: presentation.family,
            everywhere: loopback.isAlone
        )
        address = LoopbackAddress(family: presentation.family, port: try listener.port())
    }

    var isOver: Bool { visits.allSatisfy(\.isOver) }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        polled += visits.filter { !$0.isOver }.map(\.connection.interest)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener.accepted() {
            observation.connections += 1
            visits.append(
                Visit(
                    Connection(socket),
                    misconduct: presentation.misconduct,
                    upgrade: presentation.upgrade,
                    secrets: secrets
                )
            )
            hasHappened = true
        }
        for visit in visits where !visit.isOver {
            if visit.isReadyForTLS { visit.begin(try loopback.serving(presentation)) }
            if visit.advance(seen: &observation) { hasHappened = true }
        }
        return hasHappened
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
    private var stage = Stage.handshake
    /// The protocol that goes over to TLS; nil for HTTP over TLS.
    private var dialogue: Dialogue?
    private var request: [UInt8] = []

    init(
        _ connection: Connection,
        misconduct: Misconduct? = nil,
        upgrade: Upgrade? = nil,
        secrets: Secrets
    ) {
        self.connection = connection
        self.misconduct = misconduct
        self.secrets = secrets
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
        let (status, body) = bearsChallenge ? ("200 OK", secrets.token) : ("404 Not Found", "")
        let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
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
