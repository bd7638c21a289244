import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An intercepting proxy, such as Charles.
///
/// The proxy accepts CONNECT, connects to the origin, presents its own certificate to the client,
/// and relays the data of both. For any requested host it connects to the exchange's origin, so
/// nothing leaves loopback.
final class Interceptor: Participant {
    let address: LoopbackAddress
    private(set) var observation = Observation()
    private let listener: Socket
    private let interception: Interception
    private let offer: TLSOffer
    private let origin: LoopbackAddress
    private let loopback: Loopback
    private let secrets: Secrets
    /// The tunnels that have not ended.
    private var relays: [Relay] = []

    /// Makes a proxy that listens; `offer` holds the versions, suites and extensions for its
    /// clients.
    init(
        _ interception: Interception,
        offering offer: TLSOffer,
        origin: LoopbackAddress,
        on loopback: Loopback,
        secrets: Secrets
    ) throws(WireError) {
        self.interception = interception
        self.offer = offer
        self.origin = origin
        self.loopback = loopback
        self.secrets = secrets
        listener = try Socket.listening(on: origin.family)
        address = LoopbackAddress(family: origin.family, port: try listener.port())
    }

    var isOver: Bool { relays.isEmpty }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        for relay in relays { relay.addInterests(to: &polled) }
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener.accepted() {
            observation.connections += 1
            relays.append(
                Relay(
                    Connection(socket),
                    interception,
                    offering: offer,
                    origin: origin,
                    on: loopback,
                    secrets: secrets
                )
            )
            hasHappened = true
        }
        for relay in relays {
            if try relay.advance(seen: &observation) { hasHappened = true }
        }
        // A client may connect often, and each tunnel keeps two TLS sessions.
        relays.removeAll(where: \.isOver)
        return hasHappened
    }
}

/// One client's tunnel through an interceptor.
private final class Relay {
    private enum Stage {
        /// The tunnel waits for the client's CONNECT.
        case connect
        /// The origin's certificate is being fetched.
        case fetch
        /// Both sides use TLS; their data is relayed.
        case relay
        /// The tunnel has ended or failed.
        case over
    }

    private let client: Connection
    private var origin: Connection?
    private let interception: Interception
    private let offer: TLSOffer
    private let originAddress: LoopbackAddress
    private let loopback: Loopback
    private let secrets: Secrets
    private var stage = Stage.connect
    private var isClientReady = false
    private var fetched: [UInt8] = []
    private var request: [UInt8] = []

    init(
        _ client: Connection,
        _ interception: Interception,
        offering offer: TLSOffer,
        origin: LoopbackAddress,
        on loopback: Loopback,
        secrets: Secrets
    ) {
        self.client = client
        self.interception = interception
        self.offer = offer
        originAddress = origin
        self.loopback = loopback
        self.secrets = secrets
    }

    var isOver: Bool { client.isOver && (origin?.isOver ?? true) }

    func addInterests(to polled: inout [pollfd]) {
        if !client.isOver { polled.append(client.interest) }
        if let origin, !origin.isOver { polled.append(origin.interest) }
    }

    func advance(seen observation: inout Observation) throws(WireError) -> Bool {
        let hasClientMoved = client.transfer()
        let hasOriginMoved = origin?.transfer() ?? false
        switch stage {
        case .connect: try answerConnect()
        case .fetch: try fetch()
        case .relay: relay(&observation)
        case .over: break
        }
        if let alert = client.peerAlert { observation.alert = alert }
        if let hello = client.takeHello() { observation.take(hello) }
        if client.hasShownCertificates { observation.hasShownCertificates = true }
        if client.wantsStaple { observation.wantedStaple = true }
        return hasClientMoved || hasOriginMoved
    }

    /// Handles `CONNECT host:port`: connects to the origin with the host as its server name.
    private func answerConnect() throws(WireError) {
        guard let head = client.takeHead() else { return }
        let target: ConnectTarget
        do {
            target = try ConnectTarget(head: head)
        } catch {
            return refuse(error.status)
        }
        let connection = Connection(try Socket.connecting(to: originAddress))
        connection.begin(
            try loopback.fetching(serverName: target.serverName) { [weak self] shown in
                self?.fetched = shown.chain.first ?? []
            }
        )
        origin = connection
        stage = .fetch
    }

    private func fetch() throws(WireError) {
        guard let origin else { return }
        do {
            switch try origin.handshake() {
            case .waits: return
            case .ended: return refuse("502 Bad Gateway")
            case .done: break
            }
        } catch {
            return refuse("502 Bad Gateway")
        }
        let shown = try interception.credential(inPlaceOf: fetched)
        let session = try loopback.accepting(shown, offer)
        client.sendPlain("HTTP/1.1 200 Connection Established\r\n\r\n")
        client.begin(session)
        stage = .relay
    }

    private func relay(_ observation: inout Observation) {
        guard let origin else { return }
        do {
            if !isClientReady {
                switch try client.handshake() {
                case .waits: return
                case .ended: return hangUp()
                case .done: isClientReady = true
                }
            }
            var fromClient: [UInt8] = []
            let clientEnded = try client.drain(into: &fromClient)
            request += fromClient.prefix(Connection.longestText - request.count)
            if request.starts(with: "GET /\(secrets.challenge) HTTP/1.1\r\n".utf8) {
                observation.takeRequest()
            }
            try origin.write(fromClient)
            var fromOrigin: [UInt8] = []
            let originEnded = try origin.drain(into: &fromOrigin)
            try client.write(fromOrigin)
            if clientEnded || originEnded { hangUp() }
        } catch {
            hangUp()
        }
    }

    private func refuse(_ status: String) {
        client.sendPlain("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
        hangUp()
    }

    private func hangUp() {
        stage = .over
        client.close()
        origin?.close()
    }
}
