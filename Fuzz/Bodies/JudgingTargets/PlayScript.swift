import Crypto
import FuzzTargets
import Synchronization
import TLS

extension FuzzTarget {
    /// For any bytes from a client, our own engine's server waits for more or ends with an error.
    ///
    /// With any protocol violation, the server completes no handshake without a client's Finished.
    /// The server's answer has a limited length. The same bytes in pieces of any size get exactly
    /// the same answer. The server sends nothing after an error. Application data and its echo
    /// arrive as sent, in order; otherwise the connection ends.
    ///
    /// Byte 0 of an input chooses the phase of the connection that its bytes belong to, and the
    /// settings of both ends. Byte 1 chooses the size of the pieces and whether the client resumes
    /// a session. The two highest bits of byte 2 choose the kind of both ends; its other bits and
    /// byte 3 choose the violation. The remaining bytes are a client's.
    public static let playScript = FuzzTarget("PlayScript") { bytes in
        guard let input = ClientInput(bytes) else { return }
        do {
            let (whole, said) = try input.play()
            // Only the server is checked, because the client's own work costs more than the
            // server's.
            let pieces = input.replay(said)
            invariant(whole == pieces, "pieces of \(input.pieceSize) bytes get another answer")
        } catch {
            invariant(false, "a step failed that does not depend on the client: \(error)")
        }
    }
}

/// A fuzzer's bytes as the input of an engine's server.
private struct ClientInput {
    enum Place: Equatable {
        /// Everything that comes from the network.
        case network
        /// The body of a ClientHello.
        case hello
        /// Records of a client, after this many of its correct flights.
        case records(flights: Int)
        /// Records after this many flights of a client that resumes its session.
        case resumed(flights: Int)
    }

    /// The kind of server and client, by the two highest bits of byte 2.
    enum Kind: UInt8 {
        case usual
        /// The client requests every feature that a server may offer, and sends early data.
        case everyForm
        /// A server of TLS 1.0 and 1.1 with a key of RSA.
        case older
        /// A server with an RSA key, to which the client encrypts its secret. If CBC suites come
        /// first, the connection uses finite-field Diffie-Hellman instead.
        case transported
    }

    /// The settings that the input chooses, without the violation and the bytes.
    private let steering: [UInt8]
    private let kind: Kind
    let place: Place
    let settings: ServerSettings
    let violations: [Violation]
    let encryptsThenMACs: Bool
    /// The size of a piece, in bytes.
    let pieceSize: Int
    let bytes: [UInt8]

    /// The violations that an input can choose.
    ///
    /// Violations that send thousands of messages or megabytes are left to scenarios. The answer to
    /// such a violation has no limit, and an execution takes a hundred times as long.
    private static let words = Violation.catalogue.filter { !$0.isMassive }

    private static let places: [Place] = [.network, .hello] + (0...3).map { .records(flights: $0) }
    /// CBC suites come first, so that the test's client agrees on such a suite.
    private static let blocksFirst = all(\.isOfBlocks)
    private static let transportFirst = all { $0.keyExchange == .rsa }
    private static let fieldsFirst = all { $0.keyExchange == .dheRSA && $0.isOfBlocks }

    /// Returns all cipher suites, with these first.
    private static func all(_ isFirst: (EngineSuite) -> Bool) -> [EngineSuite] {
        EngineSuite.all.filter(isFirst) + EngineSuite.all.filter { !isFirst($0) }
    }

    /// The client's early data, which the server answers like other data.
    private static let earlyData = Array("early".utf8)
    private static let versions: [ClosedRange<TLSVersion>] = [
        .v1_2 ... .v1_3, .v1_3 ... .v1_3, .v1_2 ... .v1_2,
    ]

    /// Returns nil for an input without the four control bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        kind = Kind(rawValue: bytes[2] >> 6) ?? .usual
        self.steering = [bytes[0], bytes[2] & 0xc0]
        let steering = Int(bytes[0])
        let place = Self.places[steering % Self.places.count]
        if bytes[1] >= 0xc0, case .records(let flights) = place {
            self.place = .resumed(flights: flights)
        } else {
            self.place = place
        }
        let choice = steering / Self.places.count
        let parties = HandshakeParties.shared
        var settings = parties.engine
        settings.versions = Self.versions[choice % Self.versions.count]
        settings.requestsClientCertificate = choice / Self.versions.count & 1 != 0
        // The test's client has no key share for this group, so that a HelloRetryRequest comes
        // first.
        if choice / Self.versions.count & 2 != 0 { settings.groups = [.secp384r1] }
        let prefersBlocks = choice / Self.versions.count & 4 != 0
        if prefersBlocks { settings.suites = Self.blocksFirst }
        // Without the extension (encrypt_then_mac), a record's padding is read before its MAC is
        // checked.
        encryptsThenMACs = choice / Self.versions.count & 8 == 0
        settings.chooseProtocol = { $0.first }
        switch kind {
        case .usual: break
        case .everyForm:
            settings.staples = settings.chain.map { _ in [0x30, 0x03, 0x0a, 0x01, 0x01] }
            settings.scts = [[0, 4, 0, 2, 1, 1]]
            // Choose HTTP/1.1, because an HTTP/2 server requests no certificate later.
            settings.chooseProtocol = { $0.last }
        case .older, .transported:
            (settings.chain, settings.key) = parties.ofRSA
            settings.suites = prefersBlocks ? Self.fieldsFirst : Self.transportFirst
        }
        if kind == .older {
            settings.versions = .v1_0 ... .v1_1
            settings.suites += EngineSuite.weak
        }
        self.settings = settings
        pieceSize = max(1, Int(bytes[1] % 0xc0))
        let index = (Int(bytes[2] & 0x3f) << 8 | Int(bytes[3])) % (Self.words.count + 1)
        violations = index == 0 ? [] : [Self.words[index - 1]]
        self.bytes = Array(bytes[4...])
    }

    /// Sends the bytes to a server.
    ///
    /// - Returns: what the server did and received.
    func play() throws -> (answer: ServerAnswer, said: [[UInt8]]) {
        var server = PlayedServer(settings, violations, 1 << 20)
        switch place {
        case .network: server.hear(bytes)
        case .hello: server.hear(record(HandshakeType.clientHello.message(bytes)))
        case .records(let flights): try speak(to: &server, after: flights)
        case .resumed(let flights): try speak(to: &server, after: flights, with: sessions())
        }
        if [.network, .hello].contains(place) {
            invariant(!server.answer.isDone, "a handshake is complete without a client")
        }
        return (server.end(), server.said)
    }

    /// Sends to a server, in pieces, the bytes that another server received.
    func replay(_ said: [[UInt8]]) -> ServerAnswer {
        var server = PlayedServer(settings, violations, pieceSize)
        for bytes in said { server.hear(bytes) }
        return server.end()
    }

    /// Returns a plaintext record of TLS 1.2 whose length field is correct.
    private func record(_ message: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [22, 3, 3]
        bytes.putVector(Array(message.prefix(16_384)), lengthBytes: 2)
        return bytes
    }

    /// Returns the sessions that a correct client has from a correct server, which depend on the
    /// choices of the input.
    private func sessions() throws -> [ClientSession] {
        if let known = Self.sessions.withLock({ $0[steering] }) { return known }
        var server = PlayedServer(settings, [], 1 << 20)
        let made = try client(of: &server, after: 3, with: []).sessions
        Self.sessions.withLock { $0[steering] = made }
        return made
    }

    /// Sessions are kept, because a handshake costs as much as everything after it.
    private static let sessions = Mutex<[[UInt8]: [ClientSession]]>([:])

    /// Returns a client that behaved correctly for this many flights.
    private func client(
        of server: inout PlayedServer,
        after flights: Int,
        with sessions: [ClientSession]
    ) throws -> StrictClient {
        let draws = Draws(random: [UInt8](repeating: 7, count: 32), share: Array(100..<166))
        var offer = ClientOffer(draws: draws)
        offer.encryptsThenMACs = encryptsThenMACs
        if case .resumed = place { offer.resumes = true }
        offer.sessions = sessions
        if kind == .everyForm {
            if !sessions.isEmpty { offer.earlyData = Self.earlyData }
            offer.compressions = CertificateCompression.allCases.map(\.rawValue)
            offer.delegatedSchemes = offer.schemes
            // Accept the server's raw public key or its X.509 certificates (RFC 7250).
            offer.certificateTypes = [2, 0]
            offer.knownKeys = [settings.key.spki]
            (offer.asksForStaple, offer.asksForStaples) = (true, true)
            (offer.answersLate, offer.renegotiates) = (true, true)
            offer.now = settings.now ?? 0
        }
        var client = try StrictClient(offer)
        var heard: [UInt8] = []
        for _ in 0..<flights {
            server.hear(client.takeOutput())
            client.receive(server.takeOutput())
            do throws(Refusal) {
                _ = try client.advance(into: &heard)
            } catch { break }
        }
        return client
    }

    /// Sends the bytes as records under the keys of a client that behaved correctly so far.
    private func speak(
        to server: inout PlayedServer,
        after flights: Int,
        with sessions: [ClientSession] = []
    ) throws {
        var client = try client(of: &server, after: flights, with: sessions)
        var (rest, sent): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
        while let type = rest.popFirst(), let count = rest.popFirst() {
            let content = Array(rest.prefix(Int(count)))
            rest = rest.dropFirst(Int(count))
            // Records of these types are sent without the protection of the client's keys.
            if (4..<8).contains(type) {
                server.hear(client.takeOutput() + [16 + type, 3, 3, 0, count] + content)
                continue
            }
            // These blocks may lack a MAC and padding. The blocks are sent as handshake messages,
            // because application data would count as sent.
            if type == 8 {
                try client.send(content, type: 22, blocks: .bare)
                continue
            }
            // Values below 4 are the record types 20 to 23; any other value is the type itself.
            let shown = type < 4 ? 20 + type : type
            try client.send(content, type: shown)
            if shown == 23 { sent += content }
        }
        server.hear(client.takeOutput())
        let received = server.answer.received
        invariant(
            sent.starts(with: received) || (Self.earlyData + sent).starts(with: received),
            "the server receives data that was not sent"
        )
        // Early data is protected by a session's keys.
        invariant(
            flights > 0 || !sessions.isEmpty || received.isEmpty,
            "the server receives data before it has keys"
        )
        // Data that a violation itself sends is not an echo.
        guard violations.isEmpty else { return }
        client.receive(server.takeOutput())
        var echo: [UInt8] = []
        _ = try? client.advance(into: &echo)
        invariant(received.starts(with: echo), "the server echoes data that it did not receive")
    }
}

extension EngineSuite {
    fileprivate var isOfBlocks: Bool { if case .cbc = protection { true } else { false } }
}

/// Everything that a server did.
private struct ServerAnswer: Equatable {
    var output: [UInt8] = []
    var received: [UInt8] = []
    var failure: ProtocolFailure?
    var isDone = false
    var hasEarlyData = false
    var applicationProtocol: String?
    var wantsStaple = false
    var secrets: [LoggedSecret] = []
}

/// A server of our engine that receives bytes in pieces, and records what it received.
private struct PlayedServer: ~Copyable {
    var session: ScriptedSession
    private(set) var answer = ServerAnswer()
    /// The bytes that each call received.
    private(set) var said: [[UInt8]] = []
    private let pieceSize: Int
    private var heard = 0
    /// The length of the output that was read, in bytes.
    private var taken = 0

    init(_ settings: ServerSettings, _ violations: [Violation], _ pieceSize: Int) {
        var settings = settings
        // The server stores a session, which another server of the same input must not have.
        settings.namedSession = NamedSession(id: [UInt8](repeating: 7, count: 32))
        session = ScriptedSession(settings, violations: violations)
        self.pieceSize = pieceSize
    }

    /// Closes the connection.
    ///
    /// - Returns: everything that the server did.
    mutating func end() -> ServerAnswer {
        session.close()
        answer.hasEarlyData = session.hasEarlyData
        answer.applicationProtocol = session.applicationProtocol
        answer.wantsStaple = session.wantsStaple
        answer.secrets = session.secrets
        return answer
    }

    /// Returns the output since the last call.
    mutating func takeOutput() -> [UInt8] {
        defer { taken = answer.output.count }
        return Array(answer.output[taken...])
    }

    mutating func hear(_ bytes: [UInt8]) {
        said.append(bytes)
        heard += bytes.count
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(pieceSize).withUnsafeBytes { session.receive($0) }
            rest = rest.dropFirst(pieceSize)
            let wasBroken = answer.failure != nil
            let before = answer.output.count
            advance()
            session.takeOutput(into: &answer.output)
            if wasBroken {
                invariant(answer.output.count == before, "the server sends bytes after its error")
            }
        }
        // The limit allows two flights with chains and records of 16 KiB, and an answer to each
        // KeyUpdate.
        invariant(
            answer.output.count <= 131_072 + 32 * heard,
            "an answer of \(answer.output.count) bytes to \(heard) bytes"
        )
        invariant(
            session.clientCertificates.reduce(0) { $0 + $1.count } <= heard,
            "the server keeps more bytes of a client than it sent"
        )
    }

    private mutating func advance() {
        do throws(ProtocolFailure) {
            if !answer.isDone { answer.isDone = try session.handshake() == .done }
            guard answer.isDone else { return }
            var echoed = answer.received.count
            while try session.read(into: &answer.received) == .done {
                try session.write(Array(answer.received[echoed...]))
                echoed = answer.received.count
            }
        } catch {
            invariant(answer.failure ?? error == error, "a second error replaced the first")
            answer.failure = error
        }
    }
}
