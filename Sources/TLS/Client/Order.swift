import Crypto

/// The order of messages (RFC 8446 §4, RFC 5246 §7.3).
extension StrictClient {
    /// Handles a message during or after the handshake.
    mutating func take(message: [UInt8]) throws(Refusal) {
        guard let number = message.first else { return }
        let type = HandshakeType(rawValue: number)
        if type == .helloRequest, isOlder {
            // RFC 5246 §7.4.1.1: a client may ignore a HelloRequest, and never hashes it.
            if isDone, offer.renegotiates { try negotiateAgain() }
            return try end(ByteReader(Array(message.dropFirst(4))), of: type)
        }
        guard !isDone else { return try take(late: message, type) }
        if type == .compressedCertificate, try takeCompressed(message) { return }
        if let place = order[position...].firstIndex(where: { $0.type == type }) {
            for skipped in order[position..<place] where !skipped.isOptional {
                try require(.missing(skipped.type), false, 10)
            }
            position = place
            return try take(expected: message, as: type)
        }
        if order[..<position].contains(where: { $0.type == type }) {
            try require(.repeated(type), false, 10)
            return try take(again: message, as: type)
        }
        // A client without this check counts messages and ignores their types.
        if type == .unknown, let due, lacks(.type(due)) {
            position = order[position...].firstIndex { $0.type == due } ?? position
            return try take(expected: message, as: due)
        }
        let isOfProof = [.certificate, .certificateVerify, .certificateRequest].contains(type)
        // RFC 8446 §4.2.11: the pre-shared key authenticates the server.
        try require(
            resumed != nil && isOfProof ? .rule(.proofInResumption) : .stray(type),
            false,
            10
        )
        if type == .serverKeyExchange, suite?.keyExchange == .rsa {
            // A client without this check accepts the key of an export suite (FREAK).
            try take(ephemeralKey: ByteReader(Array(message.dropFirst(4))))
        }
        if type != .helloRequest { try hash(message) }
    }

    /// The type of the next message that must come; nil for none.
    var due: HandshakeType? { order[position...].first { !$0.isOptional }?.type }

    /// Handles the expected message.
    private mutating func take(
        expected message: [UInt8],
        as type: HandshakeType
    ) throws(Refusal) {
        let body = ByteReader(Array(message.dropFirst(4)))
        let place = position
        switch type {
        case .serverHello: try take(hello: body, message)
        case .finished: try take(finished: body, message)
        default:
            // A CertificateVerify or Finished covers all messages before it.
            if type == .certificateVerify { try take(proof: body) }
            try hash(message)
            try take(body, as: type)
        }
        // After a HelloRetryRequest the next message is again a hello; a hello determines the
        // order.
        if position == place, retry == nil || type != .serverHello || version != nil {
            position = place + 1
        }
        if type == .serverHelloDone { try answerFlight() }
        if type == .finished { try endHandshake() }
        if version == .v1_3, type == .serverHello || type == .finished {
            try require(.keyChangeBoundary, messages.isEmpty, 10)
        }
    }

    private mutating func take(
        _ body: ByteReader,
        as type: HandshakeType
    ) throws(Refusal) {
        switch type {
        case .encryptedExtensions: try take(encryptedExtensions: body)
        case .certificate: try take(certificate: body)
        case .certificateStatus: try take(status: body)
        case .certificateRequest: try take(request: body)
        case .serverKeyExchange: try take(keyExchange: body)
        case .serverHelloDone: try end(body, of: type)
        case .newSessionTicket: try take(olderTicket: body)
        default: break
        }
    }

    /// Handles a repeated message; a repeated certificate, key exchange or signature replaces the
    /// first.
    private mutating func take(again message: [UInt8], as type: HandshakeType) throws(Refusal) {
        let body = ByteReader(Array(message.dropFirst(4)))
        switch type {
        case .certificate, .serverKeyExchange:
            try hash(message)
            try take(body, as: type)
        case .certificateVerify:
            try take(proof: body)
            try hash(message)
        // The client's flight has started, so a repeated message would be hashed in another order.
        case .serverHelloDone: break
        default: try hash(message)
        }
    }

    /// Requires that no bytes of a message are left.
    func end(_ body: ByteReader, of type: HandshakeType) throws(Refusal) {
        try require(.bytesAfter(type), body.isAtEnd, 50)
    }

    // MARK: After the handshake

    private mutating func take(late message: [UInt8], _ type: HandshakeType) throws(Refusal) {
        let body = ByteReader(Array(message.dropFirst(4)))
        switch (version, type) {
        case (.v1_3, .newSessionTicket): try take(ticket: body)
        case (.v1_3, .keyUpdate): try take(keyUpdate: body)
        case (.v1_3, .certificateRequest) where asked.contains(Extension.postHandshakeAuth):
            try answer(lateRequest: message)
        default:
            let isOfOrder = order.contains { $0.type == type }
            try require(isOfOrder ? .repeated(type) : .stray(type), false, 10)
        }
    }

    /// Reads a ticket of TLS 1.2 (RFC 5077 §3.3).
    private mutating func take(olderTicket: ByteReader) throws(Refusal) {
        var body = olderTicket
        guard body.bytes(4) != nil, let ticket = body.vector(2) else { throw .unreadable }
        try end(body, of: .newSessionTicket)
        guard let suite, let secret = secrets?.keptMaster else { return }
        let session = ClientSession(
            ticket: ticket,
            secret: secret,
            suite: suite,
            hasExtendedMasterSecret: hasExtendedMasterSecret
        )
        // RFC 5077 §3.3: a ticket must not be used before the server's Finished was checked.
        if lacks(.ticketOfBrokenHandshake) {
            sessions.append(session)
        } else {
            unfinished = session
        }
    }

    /// Reads a ticket of TLS 1.3 (RFC 8446 §4.6.1).
    private mutating func take(ticket: ByteReader) throws(Refusal) {
        var body = ticket
        guard let lifetime = body.number(4), body.bytes(4) != nil,
            let nonce = body.vector(1), let ticket = body.vector(2), let list = body.vector(2)
        else {
            try require(.ticketForm, false, 50)
            return
        }
        try require(.emptyTicket, !ticket.isEmpty, 50)
        // Unknown extensions are ignored.
        let items = try extensions(ByteReader(list))
        try end(body, of: .newSessionTicket)
        // A lifetime of 0 means that the ticket must be discarded.
        guard let suite, lifetime > 0 || lacks(.ticketLifetime) else { return }
        let hash = try hashed()
        do throws(OpenSSLError) {
            guard let secret = try secrets?.resumption(nonce: nonce, transcript: hash) else {
                return
            }
            var session = ClientSession(ticket: ticket, secret: secret, suite: suite)
            var limit = ByteReader(items.data(of: Extension.earlyData) ?? [])
            session.earlyData = limit.number(4) ?? 0
            session.applicationProtocol = applicationProtocol
            sessions.append(session)
        } catch {
            throw Refusal(nil, 80)
        }
    }

    /// Handles a KeyUpdate (RFC 8446 §4.6.3).
    private mutating func take(keyUpdate: ByteReader) throws(Refusal) {
        var body = keyUpdate
        let value = body.number(1)
        try require(.keyUpdateForm, value != nil && body.isAtEnd, 50)
        try require(.keyUpdateValue, (0...1).contains(value ?? 0), 47)
        guard !lacks(.newKeysAfterUpdate) else { return }
        try require(.keyChangeBoundary, messages.isEmpty, 10)
        try update(.server)
        guard value == 1 else { return }
        try write(HandshakeType.keyUpdate.message([0]), type: ContentType.handshake)
        try update(.client)
    }

    private mutating func update(_ side: Side) throws(Refusal) {
        do throws(OpenSSLError) {
            try secrets?.update(side)
        } catch {
            throw Refusal(nil, 80)
        }
        let next = try protection(of: side, in: .application)
        switch side {
        case .server: opening = next
        case .client: sealing = next
        }
    }
}
