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
        /// A Finished under the keys of application data, which ends an authentication after the
        /// handshake; only in TLS 1.3.
        case lateFinished
        /// Any other message; both ends add it to the transcript, unless it is a HelloRequest before
        /// TLS 1.3.
        case message(HandshakeType, [UInt8])
        /// A record of any type, with or without the current protection.
        case record(type: UInt8, [UInt8], inPlaintext: Bool)
        /// The change to the keys of application data; only in TLS 1.3.
        case applicationKeys
    }

    /// The messages that the signature of CertificateVerify covers.
    package enum Coverage: Sendable {
        /// All messages so far, except one end's messages of these types.
        case messages(without: [HandshakeType], of: Side = .client)
        /// All messages so far, and these bytes after them.
        case messagesBefore([UInt8])
        case nothing
    }

    /// The form of the content that CertificateVerify signs.
    package enum ProofForm: Sendable {
        /// The form of the connection's version.
        case own
        /// The form of TLS 1.2 in TLS 1.3, and the reverse.
        case ofOtherVersion
        /// The transcript's hash without anything before it; only in TLS 1.3.
        case bare
    }

    package var steps: [Step]
    /// The signature schemes of the server's request, by number.
    package var requestedSchemes: [UInt16] = []
    /// The types of the extensions of the server's request; empty before TLS 1.3.
    package var requestedExtensions: Set<UInt16> = []
    /// Whether the flight answers a request after the handshake (RFC 8446 §4.6.2).
    package var isLate = false
    /// Whether the flight is of a renegotiation.
    package var isOfRenegotiation = false
    /// The certificates in DER, the client's own first; a violation may replace them by other
    /// bytes.
    package var chain: [[UInt8]] = []
    /// The extensions of the first certificate; only in TLS 1.3.
    package var certificateExtensions: [Extension] = []
    /// The context of the Certificate; nil before TLS 1.3.
    package var context: [UInt8]?
    /// The algorithm that compresses the Certificate; nil for none.
    package var compression: CertificateCompression?
    /// A record in the middle of the Certificate; nil for none.
    package var interlude: (type: UInt8, content: [UInt8])?
    /// The key that signs CertificateVerify; nil for none.
    package var key: PrivateKey?
    /// The scheme of CertificateVerify by its number, and the algorithm that makes the signature.
    package var scheme: (number: UInt16, signature: SignatureScheme)?
    /// Whether CertificateVerify names its scheme, as in TLS 1.2 and later.
    package var namesScheme = true
    /// The words before the signed transcript, only in TLS 1.3 (RFC 8446 §4.4.3).
    package var proofContext = Proof.clientContext
    package var coverage = Coverage.messages(without: [])
    package var proofForm = ProofForm.own
    /// The damage to the signature of CertificateVerify; nil for none.
    package var signatureDamage: Damage?
    /// The side whose Finished the client sends.
    package var finishedSide = Side.client
    /// The types of the client's own messages that Finished does not cover.
    package var uncoveredByFinished: [HandshakeType] = []
    /// The damage to contents of messages, by the type of the message.
    package var damage: [HandshakeType: Damage] = [:]
    /// The content of ChangeCipherSpec; only before TLS 1.3.
    package var keyChange: [UInt8] = [1]
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
        flight.isOfRenegotiation = earlier != nil
        flight.requestedSchemes = requestedSchemes
        flight.requestedExtensions = requestedExtensions
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
        if version == .v1_3 { flight.steps.append(.applicationKeys) }
        violate(&flight)
        try send(flight)
    }

    /// Answers a request after the handshake (RFC 8446 §4.6.2).
    mutating func sendLateFlight(in context: [UInt8]) throws(Refusal) {
        isAskedForCertificate = true
        var flight = honestFlight
        (flight.context, flight.isLate) = (context, true)
        violate(&flight)
        try send(flight)
    }

    /// Changes a flight by the violations that are possible in it.
    private mutating func violate(_ flight: inout ClientFlight) {
        for violation in offer.violations where violation.change(&flight) {
            missedViolations.remove(violation.name)
        }
    }

    /// Sends a flight.
    ///
    /// - Throws: `Refusal` if a message cannot be made.
    mutating func send(_ flight: ClientFlight) throws(Refusal) {
        for step in flight.steps { try send(step, of: flight) }
        if flight.steps.contains(.certificate), !flight.chain.isEmpty { hasShownCertificate = true }
    }

    private mutating func send(
        _ step: ClientFlight.Step,
        of flight: ClientFlight
    ) throws(Refusal) {
        switch step {
        case .certificate: try sendCertificate(of: flight)
        case .keyExchange: try exchangeKeys()
        case .certificateVerify:
            guard let proof = try proof(of: flight) else { return }
            try say(.certificateVerify, proof, of: flight)
        case .keyChange:
            // A client that leaves out ClientKeyExchange has an empty secret.
            if secrets?.isReady == false { try deriveMaster(premaster: []) }
            try write(flight.keyChange, type: ContentType.changeCipherSpec)
            sealing = try protection(of: .client, in: .application)
        // After the handshake, the keys of application data make Finished (RFC 8446 §4.4.4).
        case .finished: try sendFinished(of: flight, in: flight.isLate ? .application : .handshake)
        case .lateFinished: try sendFinished(of: flight, in: .application)
        case .message(let type, let content) where type == .helloRequest && isOlder:
            // RFC 5246 §7.4.1.1: no end hashes a HelloRequest.
            try write(type.message(content), type: ContentType.handshake)
        case .message(let type, let content): try say(type, content, of: flight)
        case .record(let type, let content, let inPlaintext):
            let current = sealing
            if inPlaintext { sealing = nil }
            try write(content, type: type)
            sealing = current
        case .applicationKeys: sealing = try protection(of: .client, in: .application)
        }
    }

    private mutating func say(
        _ type: HandshakeType,
        _ content: [UInt8],
        of flight: ClientFlight
    ) throws(Refusal) {
        var content = content
        flight.damage[type]?.apply(to: &content)
        try say(type.message(content))
    }

    private mutating func sendFinished(
        of flight: ClientFlight,
        in epoch: Epoch
    ) throws(Refusal) {
        let content = try finished(
            flight.finishedSide,
            in: epoch,
            without: flight.uncoveredByFinished
        )
        verifyData.client = content
        try say(.finished, content, of: flight)
    }

    private mutating func sendCertificate(of flight: ClientFlight) throws(Refusal) {
        var entries = flight.chain.map { CertificateMessage.Entry($0) }
        if !entries.isEmpty { entries[0].extensions = flight.certificateExtensions }
        let content = CertificateMessage(context: flight.context, entries: entries).encoded
        if let compression = flight.compression {
            let compressed = CompressedCertificate(
                algorithm: compression.rawValue,
                length: content.count,
                stream: compression.stream(of: content)
            )
            return try say(.compressedCertificate, compressed.encoded, of: flight)
        }
        guard let interlude = flight.interlude else {
            return try say(.certificate, content, of: flight)
        }
        let message = HandshakeType.certificate.message(content)
        try hash(message, from: .client)
        let middle = message.count / 2
        try write(Array(message[..<middle]), type: ContentType.handshake)
        try write(interlude.content, type: interlude.type)
        try write(Array(message[middle...]), type: ContentType.handshake)
    }

    /// Returns the content of CertificateVerify; nil if no key or scheme fits.
    private func proof(of flight: ClientFlight) throws(Refusal) -> [UInt8]? {
        guard let key = flight.key, let scheme = flight.scheme else { return nil }
        let client = self
        var signature = try Self.primitives { () throws(OpenSSLError) in
            try key.sign(client.signed(by: flight), by: scheme.signature)
        }
        flight.signatureDamage?.apply(to: &signature)
        var content = flight.namesScheme ? [UInt8](scheme.number) : []
        content.putVector(signature, lengthBytes: 2)
        return content
    }

    /// Returns the content that CertificateVerify signs (RFC 8446 §4.4.3, RFC 5246 §7.4.8).
    private func signed(by flight: ClientFlight) throws(OpenSSLError) -> [UInt8] {
        let isNewest = version == .v1_3
        switch flight.proofForm {
        case .own where isNewest, .ofOtherVersion where !isNewest:
            return [UInt8](repeating: 0x20, count: 64) + Array(flight.proofContext.utf8) + [0]
                + (try hash(of: flight.coverage))
        case .bare: return try hash(of: flight.coverage)
        case .own, .ofOtherVersion: return bytes(of: flight.coverage)
        }
    }

    private func bytes(of coverage: ClientFlight.Coverage) -> [UInt8] {
        switch coverage {
        case .messages(let omitted, let sender):
            transcript.bytes(without: omitted.map(\.rawValue), of: sender)
        case .messagesBefore(let more): transcript.bytes() + more
        case .nothing: []
        }
    }

    private func hash(of coverage: ClientFlight.Coverage) throws(OpenSSLError) -> [UInt8] {
        if case .messages(let omitted, let sender) = coverage {
            return try transcript.hash(without: omitted.map(\.rawValue), of: sender)
        }
        return try (suite?.digest ?? .sha256).hash(bytes(of: coverage))
    }
}
