import Crypto

/// The end of the handshake: keys, Finished and the client's own flight.
extension StrictClient {
    mutating func makeSecrets() throws(Refusal) {
        guard let version, let suite else { throw Refusal(nil, 80) }
        let (macsCiphertext, offer, serverRandom) = (macsCiphertext, offer, serverRandom)
        secrets = try Self.primitives { () throws(OpenSSLError) in
            try HandshakeSecrets(
                version,
                suite,
                macsCiphertext: macsCiphertext,
                clientRandom: offer.draws.random,
                serverRandom: serverRandom
            )
        }
    }

    /// Returns the hash of the messages so far, except the client's own messages of some types.
    func hashed(without omitted: [HandshakeType] = []) throws(Refusal) -> [UInt8] {
        let transcript = transcript
        return try Self.primitives { () throws(OpenSSLError) in
            try transcript.hash(without: omitted.map(\.rawValue), of: .client)
        }
    }

    mutating func protection(of side: Side, in epoch: Epoch) throws(Refusal) -> RecordProtection? {
        do throws(OpenSSLError) {
            return try secrets?.protection(of: side, in: epoch, at: .client)
        } catch {
            throw Refusal(nil, 80)
        }
    }

    /// Returns the content of a Finished after the messages so far, except the client's own messages
    /// of some types.
    mutating func finished(
        _ side: Side,
        in epoch: Epoch = .handshake,
        without omitted: [HandshakeType] = []
    ) throws(Refusal) -> [UInt8] {
        let hash = try hashed(without: omitted)
        do throws(OpenSSLError) {
            return try secrets?.finished(side, transcript: hash, in: epoch) ?? []
        } catch {
            throw Refusal(nil, 80)
        }
    }

    /// Checks the server's Finished (RFC 8446 §4.4.4, RFC 5246 §7.4.9).
    mutating func take(finished body: ByteReader, _ message: [UInt8]) throws(Refusal) {
        let expected = try finished(.server)
        let stated = body.rest
        try require(.finishedLength, stated.count == expected.count, 50)
        // A client without the length check compares only as many bytes as the shorter value has.
        let isEqual = zip(expected, stated).allSatisfy { $0 == $1 }
        try require(.finished, isEqual, 51)
        verifyData.server = stated
        try hash(message)
    }

    /// Sends the client's flight after the server's Finished.
    ///
    /// In a full handshake of TLS 1.2, the client has already sent its flight.
    mutating func endHandshake() throws(Refusal) {
        isDone = true
        if let unfinished { sessions.append(unfinished) }
        guard version == .v1_3 else {
            if resumed != nil {
                try send(ClientFlight(steps: [.keyChange, .finished]))
            }
            if offer.startsRenegotiation, earlier == nil { try negotiateAgain() }
            return
        }
        let hash = try hashed()
        do throws(OpenSSLError) {
            try secrets?.deriveApplication(transcript: hash)
        } catch {
            throw Refusal(nil, 80)
        }
        opening = try protection(of: .server, in: .application)
        try endEarlyData()
        try sendFlight()
    }

    /// Sends the client's flight after ServerHelloDone (RFC 5246 §7.3).
    mutating func answerFlight() throws(Refusal) {
        if let transport { agreement = try Self.transported(to: transport) }
        guard agreement != nil else { throw Refusal(nil, 10) }
        try sendFlight()
    }

    /// Sends ClientKeyExchange, from which both ends derive the master secret.
    mutating func exchangeKeys() throws(Refusal) {
        guard let agreement else { throw Refusal(nil, 10) }
        var exchange: [UInt8] = []
        let isNumber = [.dheRSA, .dhAnonymous, .rsa, .rsaExport].contains(suite?.keyExchange)
        let lengthBytes = version == .ssl3 ? 0 : isNumber ? 2 : 1
        exchange.putVector(agreement.share, lengthBytes: lengthBytes)
        try say(HandshakeType.clientKeyExchange.message(exchange))
        try deriveMaster(premaster: agreement.secret)
    }

    /// Derives TLS 1.2's master secret (RFC 5246 §8.1, RFC 7627 §4).
    mutating func deriveMaster(premaster: [UInt8]) throws(Refusal) {
        let session = hasExtendedMasterSecret ? try hashed() : nil
        do throws(OpenSSLError) {
            try secrets?.deriveMaster(premaster: premaster, session: session)
        } catch {
            throw Refusal(nil, 80)
        }
    }
}
