import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The models' client: connects, if needed through a proxy's tunnel, makes a handshake, sends one
/// request and reads the answer.
final class Dialer: Participant {
    private enum Stage {
        case tunnel, handshake, answer, farewell
    }

    /// The outcome; nil while the client is still running.
    private(set) var end: ClientEnd?
    private let client: Client
    private let connection: Connection
    private let loopback: Loopback
    private let endpoint: Endpoint
    private var stage: Stage
    private var answer: [UInt8] = []

    /// Starts to connect to the endpoint's proxy, or to the origin if there is no proxy.
    init(
        _ client: Client,
        to endpoint: Endpoint,
        on loopback: Loopback
    ) throws(WireError) {
        self.client = client
        self.loopback = loopback
        self.endpoint = endpoint
        connection = Connection(try Socket.connecting(to: endpoint.proxy ?? endpoint.origin))
        stage = endpoint.proxy == nil ? .handshake : .tunnel
        if endpoint.proxy != nil {
            let target = "\(client.authority):\(endpoint.origin.port)"
            connection.sendPlain("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n")
        } else {
            connection.begin(try session())
        }
    }

    var isOver: Bool { end != nil && connection.isOver }

    func addInterests(to polled: inout [pollfd]) {
        if !isOver { polled.append(connection.interest) }
    }

    func advance() throws(WireError) -> Bool {
        let hasMoved = connection.transfer()
        if stage == .tunnel { try openTunnel() }
        do {
            while try advanceStage() {}
        } catch {
            finish(.failed(error))
        }
        if connection.isOver, end == nil { finish(.closed) }
        return hasMoved
    }

    private func advanceStage() throws(TLSFailure) -> Bool {
        switch stage {
        case .tunnel, .farewell: return false
        case .handshake:
            return try move(connection.handshake()) { () throws(TLSFailure) in
                stage = .answer
                try connection.write(Array(request.utf8))
            }
        case .answer:
            return try move(connection.read(into: &answer)) { () throws(TLSFailure) in
                // Stop reading from a server that sends for ever.
                guard answer.count > Connection.longestText else { return }
                finish(.wrongAnswer)
            }
        }
    }

    private var request: String {
        "GET \(endpoint.path) HTTP/1.1\r\nHost: \(client.authority)\r\n"
            + "Connection: close\r\n\r\n"
    }

    private func move(
        _ progress: Connection.Progress,
        _ done: () throws(TLSFailure) -> Void
    )
        throws(TLSFailure) -> Bool
    {
        switch progress {
        case .done:
            try done()
            return true
        case .waits: return false
        case .ended:
            finish(stage == .answer ? verdictOfAnswer : .closed)
            return false
        }
    }

    private var verdictOfAnswer: ClientEnd {
        if answer.isEmpty { return .closed }
        let isRight =
            answer.starts(with: "HTTP/1.1 200 ".utf8)
            && answer.suffix(endpoint.answer.utf8.count).elementsEqual(endpoint.answer.utf8)
        return isRight ? .answered : .wrongAnswer
    }

    private func openTunnel() throws(WireError) {
        let preface = connection.preface
        guard preface.hasWholeHead else { return }
        guard preface.starts(with: "HTTP/1.1 200 ".utf8) else {
            let line = String(decoding: preface.prefix { $0 != 13 }, as: UTF8.self)
            return finish(.proxyRefused(line))
        }
        _ = connection.takePreface()
        connection.begin(try session())
        stage = .handshake
    }

    private func session() throws(WireError) -> TLSSession {
        do {
            return try TLSSession.connecting(
                loopback.clientContext,
                serverName: client.serverName,
                offer: client.offer,
                protocols: client.protocols,
                judge: client.judge
            )
        } catch {
            throw .openSSL(error)
        }
    }

    private func finish(_ end: ClientEnd) {
        guard self.end == nil else { return }
        self.end = end
        stage = .farewell
        connection.close()
    }
}

extension Client {
    /// The host as in the authority of a URL: an IPv6 address is in brackets (RFC 3986 §3.2.2).
    var authority: String { host.contains(":") ? "[\(host)]" : host }
}
