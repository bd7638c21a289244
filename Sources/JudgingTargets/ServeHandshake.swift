import FuzzTargets
import OpenSSL

extension FuzzTarget {
    /// Whatever a peer sends, our server and our client wait for more or refuse it, and never take
    /// it for a handshake; where the two speak to each other over a line that damages what it
    /// carries, a client that has ended its handshake was shown what the server sent, was asked
    /// about it once, and had said yes; and what is kept of a peer is no more than it sent.
    ///
    /// Octet 0 of an input says who listens, octet 1 how a line cuts what it carries; the others are
    /// what a peer sends, or what befalls a conversation. All of it holds for whatever OpenSSL
    /// draws at random.
    public static let serveHandshake = FuzzTarget("ServeHandshake") { bytes in
        guard let script = HandshakeScript(bytes) else { return }
        do {
            switch script.listener {
            case .server: try script.speakToServer()
            case .client: try script.speakToClient()
            case .each: try script.converse()
            }
        } catch {
            invariant(false, "what is no peer's doing failed: \(error)")
        }
    }
}

extension HandshakeScript {
    /// The bytes of nobody, to a server.
    fileprivate func speakToServer() throws(OpenSSLError) {
        var server = try HandshakeParties.shared.server(as: self)
        invariant(send(spoken, to: &server) != .done, "a server shook hands with nobody")
    }

    /// The bytes of nobody, to a client.
    fileprivate func speakToClient() throws(OpenSSLError) {
        let questions = Questions()
        var client = try HandshakeParties.shared.client(as: self, questions)
        _ = client.advance()
        invariant(send(spoken, to: &client) != .done, "a client shook hands with nobody")
        for shown in questions.asked {
            let kept = shown.chain + shown.staples.compactMap(\.self)
            invariant(
                kept.reduce(0) { $0 + $1.count } <= spoken.count,
                "more is kept of a server than it sent"
            )
        }
        invariant(questions.asked.count <= 1, "a client was asked twice")
    }

    /// Sends in pieces, and whatever comes of it goes on as if nothing had.
    private func send(_ bytes: ArraySlice<UInt8>, to session: inout TLSSession) -> HandshakeEnd {
        var rest = bytes
        var end = HandshakeEnd.waits
        var answer: [UInt8] = []
        while !rest.isEmpty {
            let piece = rest.prefix(pieceSize)
            rest = rest.dropFirst(pieceSize)
            piece.withUnsafeBytes { session.receive($0) }
            let came = session.advance()
            if end == .waits { end = came }
            session.takeOutput(into: &answer)
        }
        session.close()
        session.takeOutput(into: &answer)
        // A hello, a flight of ours and an alert, or an alert for each piece.
        invariant(answer.count <= 65_536 + bytes.count, "an answer of \(answer.count) octets")
        return end
    }

    /// Our client and our server, over a line that does damage.
    fileprivate func converse() throws(OpenSSLError) {
        let questions = Questions()
        let parties = HandshakeParties.shared
        var server = try parties.server(as: self)
        var client = try parties.client(as: self, questions)
        var (toServer, toClient) = (DamagedLine(damage[0]), DamagedLine(damage[1]))
        var (isServing, isCalling) = (HandshakeEnd.waits, client.advance())
        // A handshake has two round trips at most, or three with a second hello.
        for _ in 0..<8 {
            let hasMoved = toServer.carry(from: &client, to: &server, by: pieceSize)
            if isServing == .waits { isServing = server.advance() }
            let hasAnswered = toClient.carry(from: &server, to: &client, by: pieceSize)
            if isCalling == .waits { isCalling = client.advance() }
            guard hasMoved || hasAnswered else { break }
        }
        invariant(questions.asked.count <= 1, "a client was asked twice")
        if isCalling == .done {
            invariant(!refuses && questions.asked.count == 1, "a client went on without a yes")
            invariant(
                questions.asked.first?.chain == parties.chain,
                "a client has accepted what its server did not send"
            )
            check(&client, hears: &server, over: &toClient, isServing == .done)
        }
        server.close()
        client.close()
    }

    /// What the server says arrives as it was said, or not at all.
    private func check(
        _ client: inout TLSSession,
        hears server: inout TLSSession,
        over line: inout DamagedLine,
        _ canSpeak: Bool
    ) {
        guard canSpeak else { return }
        let said = Array("hello".utf8)
        try? server.write(said)
        _ = line.carry(from: &server, to: &client, by: pieceSize)
        var heard: [UInt8] = []
        _ = try? client.read(into: &heard)
        invariant(said.starts(with: heard), "a client heard what its server did not say")
    }
}

/// How far a handshake came.
private enum HandshakeEnd {
    case waits, done, closed, failed
}

extension TLSSession {
    /// Takes the handshake as far as it goes.
    fileprivate mutating func advance() -> HandshakeEnd {
        do {
            switch try handshake() {
            case .done: return .done
            case .wantsInput: return .waits
            case .closed: return .closed
            }
        } catch {
            return .failed
        }
    }
}

/// One direction of a line; places are counted from the first octet that it carries.
private struct DamagedLine {
    private let damage: [HandshakeScript.Damage]
    private var carried = 0

    init(_ damage: [HandshakeScript.Damage]) {
        self.damage = damage
    }

    /// Takes what one end has to say to the other.
    ///
    /// - Returns: whether it had anything to say.
    mutating func carry(
        from speaker: inout TLSSession,
        to listener: inout TLSSession,
        by size: Int
    ) -> Bool {
        var said: [UInt8] = []
        speaker.takeOutput(into: &said)
        guard !said.isEmpty else { return false }
        let range = carried..<carried + said.count
        carried = range.upperBound
        // From the end, so that places in front stay what they are.
        for fault in damage.sorted(by: { $0.place > $1.place }) where range.contains(fault.place) {
            fault.apply(to: &said, at: fault.place - range.lowerBound)
        }
        var rest = said[...]
        while !rest.isEmpty {
            rest.prefix(size).withUnsafeBytes { listener.receive($0) }
            rest = rest.dropFirst(size)
        }
        return true
    }
}
