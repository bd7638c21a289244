import Crypto
import FuzzTargets
import TLS

extension FuzzTarget {
    /// For any bytes from a server, our own engine's client waits for more or ends with an error.
    ///
    /// With any violation of its own, the client completes no handshake after a ServerHello alone.
    /// Its messages have a limited length. The same bytes in pieces of any size get the same
    /// messages. It sends nothing after an error. It reads only application data that the server
    /// sent, in order. A probe accepts only an answer that has its token, and says a limited number
    /// of messages, whatever the size of the pieces.
    ///
    /// Byte 0 of an input chooses what its bytes are, and the settings of both ends. Byte 1 is the
    /// size of the pieces, byte 2 the client's violation, byte 3 the probe's protocol. The remaining
    /// bytes are the server's.
    public static let askServer = FuzzTarget("AskServer") { bytes in
        guard let input = ServerInput(bytes) else { return }
        do {
            try input.play()
        } catch {
            invariant(false, "a step failed that does not depend on the server: \(error)")
        }
    }
}

/// A fuzzer's bytes as the input of a client.
private struct ServerInput {
    private enum Place: Hashable {
        /// Everything that comes from the network.
        case network
        /// The body of a ServerHello, after which nothing comes.
        case hello
        /// Records of a server, after this many of its correct flights.
        case records(flights: Int)
        /// What a server says to a probe.
        case answer(isLast: Bool)
    }

    private static let places: [Place] =
        [.network, .hello] + (0...2).map { .records(flights: $0) }
        + [.answer(isLast: false), .answer(isLast: true)]
    private static let versions: [ClosedRange<TLSVersion>] = [
        .v1_2 ... .v1_3, .v1_3 ... .v1_3, .v1_2 ... .v1_2,
    ]

    private let place: Place
    private let settings: ServerSettings
    private let violations: [ClientViolation]
    private let offersEverything: Bool
    private let speaks: ProbeProtocol
    private let pieceSize: Int
    private let bytes: [UInt8]

    /// Returns nil for an input without the four control bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        let steering = Int(bytes[0])
        place = Self.places[steering % Self.places.count]
        let choice = steering / Self.places.count
        var settings = HandshakeParties.shared.engine
        settings.versions = Self.versions[choice % Self.versions.count]
        settings.requiresClientCertificate = choice / Self.versions.count & 1 != 0
        settings.chooseProtocol = { $0.last }
        // The client has no key share for this group, so that a HelloRetryRequest comes first.
        if choice / Self.versions.count & 2 != 0 { settings.groups = [.secp384r1] }
        offersEverything = choice / Self.versions.count & 4 != 0
        self.settings = settings
        pieceSize = max(1, Int(bytes[1]))
        let words = ClientViolation.catalogue
        let index = Int(bytes[2]) % (words.count + 1)
        violations = index == 0 ? [] : [words[index - 1]]
        speaks = ProbeProtocol.catalogue[Int(bytes[3]) % ProbeProtocol.catalogue.count]
        self.bytes = Array(bytes[4...])
    }

    func play() throws {
        switch place {
        case .answer(let isLast): probe(isLast: isLast)
        case .network: _ = try hear([bytes])
        case .hello:
            let answer = try hear([record(HandshakeType.serverHello.message(bytes))])
            invariant(!answer.isDone, "a handshake is complete without Finished")
        case .records(let flights): try speak(after: flights)
        }
    }

    // MARK: The probe

    private func probe(isLast: Bool) {
        let question = ProbeQuestion(
            host: "www.example.test",
            serverName: nil,
            user: "alice",
            token: Self.token
        )
        func rehearsal(_ size: Int) -> ProbeRehearsal {
            ProbeRehearsal(
                question,
                in: speaks,
                answeredBy: bytes,
                pieceSize: size,
                isLast: isLast
            )
        }
        let (whole, pieces) = (rehearsal(max(1, bytes.count)), rehearsal(pieceSize))
        for talk in [whole, pieces] {
            invariant(talk.said.count <= 16, "\(speaks.name) says \(talk.said.count) messages")
            guard talk.end == .accepts, !speaks.asksForUser else { continue }
            invariant(
                bytes.contains(Self.token.utf8),
                "\(speaks.name) accepts an answer without the token"
            )
        }
        invariant(
            whole.said.starts(with: pieces.said) || pieces.said.starts(with: whole.said),
            "\(speaks.name) says something else if the bytes come in pieces"
        )
        _ = speaks.content(bytes)
    }

    private static let token = "hatpin-1-1"

    // MARK: The client

    private func client() throws -> StrictClient {
        let draws = Draws(random: [UInt8](repeating: 7, count: 32), share: Array(100..<166))
        var offer = ClientOffer(draws: draws)
        offer.versions = settings.versions
        offer.violations = violations
        offer.answersLate = true
        offer.resumes = true
        let parties = HandshakeParties.shared
        let (chain, key) = offersEverything ? parties.ofRSA : (settings.chain, settings.key)
        offer.credential = ClientCredential(chain: chain, key: key)
        if offersEverything {
            offer.compressions = CertificateCompression.allCases.map(\.rawValue)
            offer.delegatedSchemes = offer.schemes
            offer.certificateTypes = [2, 0]
            offer.knownKeys = [settings.key.spki]
            (offer.asksForStaple, offer.asksForStaples) = (true, true)
            offer.renegotiates = true
            offer.now = settings.now ?? 0
        }
        return try StrictClient(offer)
    }

    /// Returns a plaintext record of TLS 1.2 whose length field is correct.
    private func record(_ message: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [22, 3, 3]
        bytes.putVector(Array(message.prefix(16_384)), lengthBytes: 2)
        return bytes
    }

    /// Sends bytes without keys to a client.
    ///
    /// The client's random bytes are always the same, so that a recorded flight may complete the
    /// handshake.
    private func hear(_ said: [[UInt8]]) throws -> ClientAnswer {
        let answer = try HeardServer(client(), said, pieceSize: 1 << 20).answer
        try compare(answer, said)
        return answer
    }

    /// Sends the same bytes in pieces to another client.
    private func compare(_ answer: ClientAnswer, _ said: [[UInt8]]) throws {
        let pieces = try HeardServer(client(), said, pieceSize: pieceSize).answer
        invariant(
            answer == pieces,
            "pieces of \(pieceSize) bytes get another answer: \(answer.summary), \(pieces.summary)"
        )
    }

    /// Sends the bytes as records under the keys of a server that behaved correctly so far.
    private func speak(after flights: Int) throws {
        var server = ScriptedSession(settings)
        var heard = try HeardServer(client(), [], pieceSize: 1 << 20)
        var taken = 0
        for _ in 0..<flights {
            heard.answer.output[taken...].withUnsafeBytes { server.receive($0) }
            taken = heard.answer.output.count
            _ = try? server.handshake()
            var answer: [UInt8] = []
            server.takeOutput(into: &answer)
            heard.hear(answer)
        }
        var (rest, sent): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
        while let type = rest.popFirst(), let count = rest.popFirst() {
            let content = Array(rest.prefix(Int(count)))
            rest = rest.dropFirst(Int(count))
            // Records of these types are sent without the protection of the server's keys.
            if (4..<8).contains(type) {
                heard.hear([16 + type, 3, 3, 0, count] + content.padded(to: Int(count)))
                continue
            }
            let shown = type < 4 ? 20 + type : type
            do { try server.send(raw: content, type: shown) } catch { break }
            var answer: [UInt8] = []
            server.takeOutput(into: &answer)
            heard.hear(answer)
            if shown == 23 { sent += content }
        }
        let answer = heard.answer
        invariant(sent.starts(with: answer.received), "the client reads data that was not sent")
        invariant(
            heard.hasBeenDone || answer.received.isEmpty,
            "the client reads data before the handshake is complete"
        )
        try compare(answer, heard.said)
    }
}

extension [UInt8] {
    fileprivate func padded(to count: Int) -> [UInt8] {
        self + [UInt8](repeating: 0, count: Swift.max(0, count - self.count))
    }
}

/// Everything that a client did.
private struct ClientAnswer: Equatable {
    var output: [UInt8] = []
    var received: [UInt8] = []
    var refusal: Refusal?
    var isDone = false
    var applicationProtocol: String?
    var sessions: [ClientSession] = []
    var serverAlert: UInt8?
    var chain: [[UInt8]] = []
    var missed: Set<String> = []

    var summary: String {
        "\(output.count) bytes, \(received.count) read, \(refusal.map { "\($0)" } ?? "no error")"
    }
}

/// A client of our engine that receives bytes in pieces.
private struct HeardServer {
    private var client: StrictClient
    private(set) var answer = ClientAnswer()
    /// The bytes that each call received.
    private(set) var said: [[UInt8]] = []
    private let pieceSize: Int
    private var heard = 0
    /// Whether a handshake was complete after any of the calls.
    private(set) var hasBeenDone = false

    init(_ client: StrictClient, _ said: [[UInt8]], pieceSize: Int) {
        (self.client, self.pieceSize) = (client, pieceSize)
        answer.output = self.client.takeOutput()
        for bytes in said { hear(bytes) }
    }

    mutating func hear(_ bytes: [UInt8]) {
        said.append(bytes)
        heard += bytes.count
        var rest = bytes[...]
        while !rest.isEmpty {
            client.receive(Array(rest.prefix(pieceSize)))
            rest = rest.dropFirst(pieceSize)
            let wasBroken = answer.refusal != nil
            do throws(Refusal) {
                _ = try client.advance(into: &answer.received)
            } catch {
                invariant(answer.refusal ?? error == error, "a second error replaced the first")
                answer.refusal = error
            }
            if client.isDone { hasBeenDone = true }
            let output = client.takeOutput()
            invariant(!wasBroken || output.isEmpty, "the client sends bytes after its error")
            answer.output += output
        }
        (answer.isDone, answer.applicationProtocol) = (client.isDone, client.applicationProtocol)
        (answer.sessions, answer.chain) = (client.sessions, client.chain)
        (answer.serverAlert, answer.missed) = (client.serverAlert, client.missedViolations)
        // The limit: a flight with a chain for each request after the handshake, which has at least
        // 20 bytes, and an answer to each KeyUpdate.
        invariant(
            answer.output.count <= 65_536 + 512 * heard,
            "\(answer.output.count) bytes to \(heard) bytes"
        )
    }
}
