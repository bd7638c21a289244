import Crypto

/// Data sent before the server has answered (RFC 8446 §4.2.10).
extension StrictClient {
    /// Sends early data under the keys of the first offered session.
    mutating func sendEarlyData() throws(Refusal) {
        guard let session = offer.newestSessions.first else { return }
        let (random, hello) = (offer.draws.random, transcript.bytes())
        let secrets = try Self.primitives { () throws(OpenSSLError) in
            var secrets = try HandshakeSecrets(
                .v1_3,
                session.suite,
                macsCiphertext: false,
                clientRandom: random,
                serverRandom: []
            )
            try secrets.deriveEarly(session.secret, session.suite, hello: hello)
            return secrets
        }
        earlySecrets = secrets
        sealing = try Self.primitives { () throws(OpenSSLError) in
            var secrets = secrets
            return try secrets.protection(of: .client, in: .early, at: .client)
        }
        let isWhole = offer.earlyData.count <= session.earlyData
        let count = isWhole || lacks(.earlyDataLimit) ? offer.earlyData.count : session.earlyData
        try write(Array(offer.earlyData.prefix(count)), type: ContentType.applicationData)
        earlyDataSent = count
    }

    /// Discards early data after a HelloRetryRequest or a ServerHello of an older version; a second
    /// hello does not offer early data.
    mutating func dropEarlyData() {
        (sealing, earlySecrets) = (nil, nil)
        offer.earlyData = []
    }

    /// Reads the server's answer about early data from EncryptedExtensions.
    mutating func take(earlyDataIn list: [Extension]) throws(Refusal) {
        guard list.has(Extension.earlyData), earlySecrets != nil else {
            earlySecrets = nil
            sealing = try protection(of: .client, in: .handshake)
            return
        }
        guard let session = offer.newestSessions.first else { return }
        try require(.earlyDataSession, resumed == session, 47)
        try require(.earlyDataSuite, suite == session.suite, 47)
        let isSame = applicationProtocol == session.applicationProtocol
        try require(.earlyDataProtocol, isSame, 47)
        earlyDataTaken = earlyDataSent
    }

    /// Ends early data that the server has accepted (RFC 8446 §4.5).
    mutating func endEarlyData() throws(Refusal) {
        guard earlyDataTaken > 0 else { return }
        try say(HandshakeType.endOfEarlyData.message([]))
        sealing = try protection(of: .client, in: .handshake)
    }
}
