import Crypto
import Reports
import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One connection of a client through the proxy.
final class Tunnel {
    private enum Stage {
        /// Waits for the client's CONNECT.
        case greeting
        /// Waits for the server name in the client's first bytes, because the target is an address.
        case naming
        /// Waits for the genuine chain.
        case fetching(Origin, attack: Int)
        /// Waits for the client's first bytes.
        case hello(Origin, attack: Int)
        /// The client has received the false certificate.
        case trial(Trial)
        /// Connects to the genuine server; a client that accepted may already have sent data for
        /// the server.
        case dialing(OutwardDial, after: [UInt8]?)
        /// Copies between client and server.
        case flow(Flow)
        /// Sends the last bytes to the client, and to the genuine server if there is one.
        case farewell(Connection?)
    }

    private let client: Connection
    private let address: NetworkAddress
    private let proxy: InterceptingProxy
    private var stage = Stage.greeting
    private var target: ConnectTarget?
    private var serverName: String?
    private var remoteClient: InterceptedClient
    /// Whether the client waits for an answer to its CONNECT.
    private var wantsAnswer = false
    /// The number of bytes at which no more are read from a client that does not wait for an
    /// answer.
    private let longestPreface: Int
    private var deadline: ContinuousClock.Instant

    /// Creates the tunnel of an accepted connection.
    ///
    /// - Parameters:
    ///   - socket: the connection.
    ///   - address: the client's address.
    ///   - target: the destination of the connection, or nil for a client that uses CONNECT.
    ///   - proxy: the proxy, which decides what happens to the connection.
    init(
        _ socket: consuming Socket,
        from address: NetworkAddress,
        to target: ConnectTarget?,
        of proxy: InterceptingProxy
    ) {
        client = Connection(socket, isOnLoopback: false)
        longestPreface = client.longestPreface
        client.longestPreface = .max
        (self.address, self.proxy) = (address, proxy)
        remoteClient = InterceptedClient(client: address.host, host: "")
        deadline = .now + proxy.settings.patience
        if let target { begin(target) }
    }

    var isOver: Bool {
        guard case .farewell(let origin) = stage else { return false }
        return client.isOver && (origin?.unsent ?? 0) == 0 || isLate
    }

    /// Whether the connection waits for something other than its own sockets.
    var waitsForOthers: Bool {
        switch stage {
        case .fetching, .dialing: true
        default: false
        }
    }

    /// The time by which `advance` must be called even without input.
    var alarm: ContinuousClock.Instant {
        switch stage {
        case .trial(let trial): trial.alarm
        case .dialing(let dial, _): dial.alarm
        case .flow(let flow): flow.alarm
        default: deadline
        }
    }

    private var isLate: Bool { ContinuousClock.now >= deadline }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(client.interest)
        switch stage {
        case .dialing(let dial, _): polled.append(dial.interest)
        case .flow(let flow): polled.append(flow.origin.interest)
        case .farewell(let origin?): polled.append(origin.interest)
        default: break
        }
    }

    /// Continues the connection as far as possible without waiting.
    func advance() {
        limitInput()
        var hasMoved = client.transfer()
        if case .flow(let flow) = stage, flow.origin.transfer() { hasMoved = true }
        switch stage {
        case .greeting: readRequest()
        case .naming: readName()
        case .fetching(let origin, let attack): awaitChain(origin, attack)
        case .hello(let origin, let attack): awaitHello(origin, attack)
        case .trial(let trial): attempt(trial)
        case .dialing(let dial, let data): connect(dial, data)
        case .flow(let flow): if flow.advance(hasMoved) { end() }
        case .farewell(let origin): sayFarewell(origin, hasMoved)
        }
    }

    /// Leaves the client's further bytes in its socket while nothing can take them.
    private func limitInput() {
        switch stage {
        case .greeting, .naming, .fetching, .hello, .dialing(_, after: nil):
            client.takesInput = client.preface.count < longestPreface
        case .dialing: client.takesInput = false
        case .trial, .farewell: client.takesInput = true
        case .flow: break
        }
    }

    /// Gives an attack without a verdict back to the ledger.
    func abandon() {
        switch stage {
        case .fetching(_, let attack), .hello(_, let attack): release(attack)
        case .trial(let trial): release(trial.attack)
        default: break
        }
        stage = .farewell(nil)
    }

    private func release(_ attack: Int, obstacle: InterceptObstacle? = nil) {
        proxy.ledger.release(attack, of: remoteClient, obstacle: obstacle)
    }

    // MARK: The target

    private func readRequest() {
        if let head = client.takeHead() {
            wantsAnswer = true
            do {
                begin(try ConnectTarget(head: head))
            } catch {
                end(answering: ProxyAnswer.refusal(error))
            }
        } else if client.preface.first == 0x16 {
            end(answering: ProxyAnswer.startedTLS)
        } else if client.preface.count >= longestPreface {
            end(answering: ProxyAnswer.tooLong)
        } else if client.hasPeerEnded {
            end()
        } else if isLate {
            end(answering: ProxyAnswer.late)
        }
    }

    private func begin(_ target: ConnectTarget) {
        self.target = target
        remoteClient = InterceptedClient(
            client: address.host,
            agent: target.agent,
            host: target.text
        )
        guard target.address != nil else {
            serverName = target.host
            return choose(target)
        }
        answer()
        stage = .naming
        deadline = .now + proxy.settings.patience
        readName()
    }

    private func readName() {
        guard let target else { return end() }
        switch PeekedClientHello.read(client.preface) {
        case .incomplete: if client.hasPeerEnded { end() } else if isLate { dial(target) }
        case .malformed: choose(target)
        case .hello(let hello):
            // A name with a colon is not a host name, and would be parsed as an address.
            if let name = hello.serverName, !name.contains(":") { serverName = name }
            choose(target)
        }
    }

    /// Decides what happens to the connection.
    private func choose(_ target: ConnectTarget) {
        let host = ConnectTarget(host: serverName ?? target.host, port: target.port)
        remoteClient = InterceptedClient(client: address.host, agent: target.agent, host: host.text)
        guard proxy.settings.isAttacked(host.host),
            let attack = proxy.ledger.next(for: remoteClient)
        else { return dial(target) }
        let origin = proxy.origin(of: target, serverName, for: address)
        stage = .fetching(origin, attack: attack)
        // Fetching the chain has its own deadline.
        deadline = .now + proxy.settings.patience * 2
        awaitChain(origin, attack)
    }

    // MARK: The attack

    private func awaitChain(_ origin: Origin, _ attack: Int) {
        switch origin.state {
        case .fetching: if isLate { abandonAttack(attack) }
        case .failed(let reason):
            release(attack, obstacle: reason)
            proxy.report(.failed(host: remoteClient.host, reason))
            if let target { dial(target) }
        case .known:
            answer()
            stage = .hello(origin, attack: attack)
            deadline = .now + proxy.settings.patience
            awaitHello(origin, attack)
        }
    }

    private func abandonAttack(_ attack: Int) {
        release(attack)
        end()
    }

    private func awaitHello(_ origin: Origin, _ attack: Int) {
        guard let first = client.preface.first else {
            if client.hasPeerEnded || isLate { abandonAttack(attack) }
            return
        }
        // The first byte of a handshake record is 22 (RFC 8446 §5.1).
        guard first == 22, let target else {
            release(attack, obstacle: .clientWithoutTLS)
            return target.map { dial($0) } ?? end()
        }
        do {
            client.begin(try proxy.session(origin, attack))
        } catch {
            settle(attack, .impossible("\(error)"))
            guard let next = proxy.ledger.next(for: remoteClient) else { return dial(target) }
            stage = .hello(origin, attack: next)
            return awaitHello(origin, next)
        }
        attempt(Trial(attack))
    }

    private func attempt(_ trial: Trial) {
        var trial = trial
        let verdict = trial.advance(client)
        stage = .trial(trial)
        guard let verdict else { return }
        settle(trial.attack, verdict)
        if case .accepted = verdict, proxy.settings.relays, !client.hasPeerEnded, let target {
            dial(target, after: trial.data)
        } else {
            end()
        }
    }

    private func settle(_ attack: Int, _ verdict: AttackVerdict) {
        proxy.ledger.settle(attack, verdict, of: remoteClient)
        proxy.report(.settled(remoteClient, proxy.settings.attacks[attack].record, verdict))
    }

    // MARK: The genuine server

    private func dial(_ target: ConnectTarget, after data: [UInt8]? = nil) {
        let dial = proxy.dial(target, for: address)
        stage = .dialing(dial, after: data)
        connect(dial, data)
    }

    private func connect(_ dial: OutwardDial, _ data: [UInt8]?) {
        do {
            guard let socket = try dial.advance() else { return }
            let origin = Connection(socket, isOnLoopback: false)
            let flow = try data.map { try opened(origin, after: $0) } ?? untouched(origin)
            stage = .flow(flow)
            if flow.advance(true) { end() }
        } catch let fault as DialFault {
            proxy.report(.failed(host: remoteClient.host, .unreachable("\(fault)")))
            guard wantsAnswer else { return end() }
            end(
                answering: fault == .forbidden ? ProxyAnswer.forbidden : ProxyAnswer.unreachable
            )
        } catch {
            end()
        }
    }

    private func untouched(_ origin: Connection) -> Flow {
        answer()
        proxy.ledger.pass(remoteClient)
        proxy.report(.passed(remoteClient))
        return Flow(client, origin)
    }

    private func opened(_ origin: Connection, after data: [UInt8]) throws(WireError) -> Flow {
        origin.begin(
            try proxy.loopback.fetching(
                serverName: serverName,
                protocols: client.applicationProtocol.map { [$0] } ?? []
            ) { _ in }
        )
        return Flow(opened: client, origin, after: data)
    }

    // MARK: The end

    /// Confirms to a client that used CONNECT that the tunnel is open.
    private func answer() {
        if wantsAnswer { client.sendPlain(ProxyAnswer.established) }
        wantsAnswer = false
    }

    private func end(answering text: String) {
        client.sendPlain(text)
        end()
    }

    private func end() {
        var origin: Connection?
        if case .flow(let flow) = stage { origin = flow.origin }
        stage = .farewell(origin)
        deadline = .now + proxy.settings.patience
        client.takesInput = true
        client.close()
        origin?.close()
    }

    /// Sends the last bytes; a slow receiver has more time as long as it keeps reading.
    private func sayFarewell(_ origin: Connection?, _ hasMoved: Bool) {
        let hasOriginMoved = origin?.transfer() ?? false
        guard client.unsent + (origin?.unsent ?? 0) > 0, hasMoved || hasOriginMoved else { return }
        deadline = .now + proxy.settings.patience
    }
}
