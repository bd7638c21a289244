import Crypto

/// The client's messages after the server's flight, in order, with their contents.
///
/// The flight is a value, so that it can be changed before it is sent.
package struct ClientFlight: Sendable {
    /// A part of the flight.
    package enum Step: Hashable, Sendable {
        case certificate
        /// ClientKeyExchange, only before TLS 1.3.
        case keyExchange
        case certificateVerify
        /// ChangeCipherSpec, after which this end's records are protected; only before TLS 1.3.
        case keyChange
        case finished
        /// Any other message, which both ends add to the transcript.
        case message(HandshakeType, [UInt8])
    }

    package var steps: [Step]
    /// The certificates in DER, the client's own first; a server gets any bytes.
    package var chain: [[UInt8]] = []
    /// The context of the Certificate; nil before TLS 1.3.
    package var context: [UInt8]?
    /// The key that signs CertificateVerify; nil for none.
    package var key: PrivateKey?
    /// The scheme of CertificateVerify by its number, and the algorithm that makes the signature.
    package var scheme: (number: UInt16, signature: SignatureScheme)?
    /// The words before the signed transcript, only in TLS 1.3 (RFC 8446 §4.4.3).
    package var proofContext = Proof.clientContext
    /// The types of the messages that the signature does not cover.
    package var uncovered: [HandshakeType] = []
    /// The number of bytes of the signature that are sent; nil for all.
    package var proofLength: Int?
    /// Whether one bit of the signature is flipped.
    package var flipsSignature = false
    /// Whether one bit of Finished is flipped.
    package var flipsFinished = false
}

extension StrictClient {
    /// Returns the flight that the protocol requires (RFC 8446 §4.4, RFC 5246 §7.3).
    ///
    /// Without a certificate whose key fits a scheme of the request, the client sends an empty
    /// Certificate.
    private var honestFlight: ClientFlight {
        let isNewest = version == .v1_3
        var flight = ClientFlight(steps: [])
        flight.context = isNewest ? [] : nil
        var certificate: [ClientFlight.Step] = []
        var proof: [ClientFlight.Step] = []
        if isAskedForCertificate {
            certificate = [.certificate]
            if let credential = offer.credential, let scheme = scheme(for: credential.key) {
                (flight.chain, flight.key) = (credential.chain, credential.key)
                flight.scheme = (scheme.rawValue, scheme.signature)
                proof = [.certificateVerify]
            }
        }
        flight.steps =
            isNewest
            ? certificate + proof + [.finished]
            : certificate + [.keyExchange] + proof + [.keyChange, .finished]
        return flight
    }

    /// Returns the scheme of the request with which a key signs; nil if none fits.
    private func scheme(for key: PrivateKey) -> HandshakeScheme? {
        HandshakeScheme.usual.first {
            requestedSchemes.contains($0.rawValue) && $0.fits(key.algorithm, in: version ?? .v1_2)
        }
    }

    /// Sends the client's flight in the handshake.
    mutating func sendFlight() throws(Refusal) {
        var flight = honestFlight
        offer.edit?(&flight)
        try send(flight, in: .handshake)
    }

    /// Answers a request after the handshake (RFC 8446 §4.6.2).
    mutating func sendLateFlight(in context: [UInt8]) throws(Refusal) {
        isAskedForCertificate = true
        var flight = honestFlight
        flight.context = context
        offer.edit?(&flight)
        // Once the handshake is over, the keys of the application data prove the answer.
        try send(flight, in: .application)
    }

    /// Sends a flight.
    ///
    /// - Parameters:
    ///   - flight: the flight.
    ///   - epoch: the epoch whose keys make its Finished in TLS 1.3.
    /// - Throws: `Refusal` if a message cannot be made.
    mutating func send(_ flight: ClientFlight, in epoch: Epoch) throws(Refusal) {
        for step in flight.steps { try send(step, of: flight, in: epoch) }
        if flight.steps.contains(.certificate), !flight.chain.isEmpty { hasShownCertificate = true }
    }

    private mutating func send(
        _ step: ClientFlight.Step,
        of flight: ClientFlight,
        in epoch: Epoch
    ) throws(Refusal) {
        switch step {
        case .certificate:
            let entries = flight.chain.map { CertificateMessage.Entry($0) }
            let message = CertificateMessage(context: flight.context, entries: entries)
            try say(HandshakeType.certificate.message(message.encoded))
        case .keyExchange: try exchangeKeys()
        case .certificateVerify:
            guard let proof = try proof(of: flight) else { return }
            try say(HandshakeType.certificateVerify.message(proof))
        case .keyChange:
            try write([1], type: ContentType.changeCipherSpec)
            sealing = try protection(of: .client, in: .application)
        case .finished:
            var content = try finished(.client, in: epoch)
            if flight.flipsFinished, !content.isEmpty { content[0] ^= 1 }
            verifyData.client = content
            try say(HandshakeType.finished.message(content))
        case .message(let type, let content): try say(type.message(content))
        }
    }

    /// Returns the content of CertificateVerify; nil if no key or scheme fits.
    private func proof(of flight: ClientFlight) throws(Refusal) -> [UInt8]? {
        guard let key = flight.key, let scheme = flight.scheme else { return nil }
        let transcript = transcript
        let isNewest = version == .v1_3
        var signature = try Self.primitives { () throws(OpenSSLError) in
            let omitted = flight.uncovered.map(\.rawValue)
            guard isNewest else {
                return try key.sign(transcript.bytes(without: omitted), by: scheme.signature)
            }
            let content =
                [UInt8](repeating: 0x20, count: 64) + Array(flight.proofContext.utf8) + [0]
                + (try transcript.hash(without: omitted))
            return try key.sign(content, by: scheme.signature)
        }
        if flight.flipsSignature, !signature.isEmpty { signature[signature.count - 1] ^= 1 }
        if let length = flight.proofLength { signature = Array(signature.prefix(length)) }
        var content = [UInt8](scheme.number)
        content.putVector(signature, lengthBytes: 2)
        return content
    }
}
