import Crypto
import FuzzTargets

extension FuzzTarget {
    /// For any bytes from a peer, our server and our client wait for more or end with an error.
    ///
    /// Neither the server nor the client completes a handshake with the fuzzer's bytes. On a
    /// connection that damages data, a client that completes its handshake received the
    /// certificates that the server sent. Its verifier ran once and accepted. The client keeps no
    /// more certificate bytes than its peer sent.
    ///
    /// Byte 0 of an input chooses the endpoints, byte 1 the size of the pieces. The other bytes are
    /// a peer's, or the damage to a connection. The property holds for any random numbers of
    /// OpenSSL.
    public static let serveHandshake = FuzzTarget("ServeHandshake") { bytes in
        guard let script = HandshakeScript(bytes) else { return }
        do {
            switch script.listener {
            case .server: try script.speakToServer()
            case .client: try script.speakToClient()
            case .each: try script.converse()
            }
        } catch {
            invariant(false, "a step failed that does not depend on the peer: \(error)")
        }
    }
}

extension HandshakeScript {
    /// Sends the fuzzer's bytes to a server.
    fileprivate func speakToServer() throws(OpenSSLError) {
        var server = try HandshakeParties.shared.server(as: self)
        invariant(
            send(spoken, to: &server) != .done,
            "a server completed a handshake without a client"
        )
    }

    /// Sends the fuzzer's bytes to a client.
    fileprivate func speakToClient() throws(OpenSSLError) {
        let received = ReceivedCertificates()
        var client = try HandshakeParties.shared.client(as: self, received)
        _ = client.advance()
        invariant(
            send(spoken, to: &client) != .done,
            "a client completed a handshake without a server"
        )
        for shown in received.all {
            let kept = shown.chain + shown.staples.compactMap(\.self)
            invariant(
                kept.reduce(0) { $0 + $1.count } <= spoken.count,
                "the client keeps more bytes of a server than it sent"
            )
        }
        invariant(received.all.count <= 1, "a client's verifier ran twice")
    }

    /// Sends the bytes in pieces, and continues after an error.
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
        // The limit covers a hello, a flight of the server and an alert, or an alert for each
        // piece.
        invariant(answer.count <= 65_536 + bytes.count, "an answer of \(answer.count) bytes")
        return end
    }

    /// Connects our client and our server with a connection that damages data.
    fileprivate func converse() throws(OpenSSLError) {
        let received = ReceivedCertificates()
        let parties = HandshakeParties.shared
        var server = try parties.server(as: self)
        var client = try parties.client(as: self, received)
        var (toServer, toClient) = (DamagedLine(damage[0]), DamagedLine(damage[1]))
        var (isServing, isCalling) = (HandshakeEnd.waits, client.advance())
        // A handshake has at most two round trips, or three with a HelloRetryRequest.
        for _ in 0..<8 {
            let hasMoved = toServer.carry(from: &client, to: &server, by: pieceSize)
            if isServing == .waits { isServing = server.advance() }
            let hasAnswered = toClient.carry(from: &server, to: &client, by: pieceSize)
            if isCalling == .waits { isCalling = client.advance() }
            guard hasMoved || hasAnswered else { break }
        }
        invariant(received.all.count <= 1, "a client's verifier ran twice")
        if isCalling == .done {
            invariant(
                !refuses && received.all.count == 1,
                "a client continued without its verifier's consent"
            )
            invariant(
                received.all.first?.chain == parties.chain,
                "a client accepted certificates that its server did not send"
            )
            check(&client, hears: &server, over: &toClient, isServing == .done)
        }
        server.close()
        client.close()
    }

    /// Requires that data from the server arrives unchanged or not at all.
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
        invariant(said.starts(with: heard), "a client received data that its server did not send")
    }
}

/// The state of a handshake.
private enum HandshakeEnd {
    case waits, done, closed, failed
}

extension TLSSession {
    /// Advances the handshake until it needs input or ends.
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

/// One direction of a connection, with places counted from the first byte that it carries.
private struct DamagedLine {
    private let damage: [HandshakeScript.Damage]
    private var carried = 0

    init(_ damage: [HandshakeScript.Damage]) {
        self.damage = damage
    }

    /// Carries one endpoint's pending output to the other endpoint.
    ///
    /// - Returns: whether there was output.
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
        // The changes are made backwards, so that an insertion or a removal does not move the
        // places before it.
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
