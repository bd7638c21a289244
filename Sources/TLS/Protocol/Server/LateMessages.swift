import Crypto

/// Application data, and messages after the handshake.
extension ScriptedSession {
    /// Reads records until application data has come, and continues a script that waits for it.
    mutating func readData() throws(ProtocolFailure) -> TLSSession.Progress {
        while true {
            guard try advance() == .done else { return waiting }
            guard unread.isEmpty else { return .done }
            guard !hasClosed else { return .closed }
            guard let record = try nextRecord() else { return .wantsInput }
            switch record.type {
            case ContentType.applicationData: unread += record.content
            case ContentType.alert: try take(alert: record.content)
            case ContentType.handshake:
                messages.append(record.content)
                while hasEnded, let message = try messages.next() { try take(late: message) }
            default: throw .unexpected(type: record.type)
            }
        }
    }

    /// Handles a message after the handshake.
    ///
    /// This is a KeyUpdate (RFC 8446 §4.6.3), an answer to a request for a certificate, or a
    /// ClientHello before TLS 1.3. Such a hello asks for a renegotiation, which the server declines
    /// (RFC 5246 §7.2.2).
    private mutating func take(late message: [UInt8]) throws(ProtocolFailure) {
        switch (script?.version, HandshakeType(rawValue: message[0])) {
        case (.v1_3, .keyUpdate):
            guard message.count == 5, message[4] <= 1 else {
                throw .malformed(message: HandshakeType.keyUpdate.rawValue)
            }
            try update(.client)
            guard message[4] == 1 else { return }
            try send(HandshakeType.keyUpdate.message([0]), type: ContentType.handshake)
            try update(.server)
        case (.v1_3, let type) where lateRequest != nil: try take(lateProof: message, type)
        case (let version?, .clientHello) where version < .v1_3:
            try send([1, 100], type: ContentType.alert)
        default: throw .unexpected(type: message[0])
        }
    }

    /// The script's request for a certificate after the handshake; nil for none.
    private var lateRequest: Message? {
        guard let steps = script?.steps, let end = steps.lastIndex(of: .expect(.finished)) else {
            return nil
        }
        for case .say(let message) in steps[end...] where message.type == .certificateRequest {
            return message
        }
        return nil
    }

    /// The context of the request after the handshake; nil if there is no such request of TLS 1.3.
    var lateContext: [UInt8]? {
        guard case .certificateRequest(.extensions(let context, _)) = lateRequest?.body else {
            return nil
        }
        return context
    }

    /// Reads the client's answer to a request after the handshake (RFC 8446 §4.6.2).
    private mutating func take(
        lateProof message: [UInt8],
        _ type: HandshakeType
    ) throws(ProtocolFailure) {
        switch type {
        case .certificate:
            clientCertificates = []
            try take(certificate: message, isLate: true)
            try run?.append(message)
        case .certificateVerify:
            try run?.check(proof: message, by: clientCertificates.first ?? [])
        case .finished: try run?.take(finished: message, in: .application)
        default: throw .unexpected(type: message[0])
        }
    }

    mutating func update(_ side: Side) throws(ProtocolFailure) {
        do throws(OpenSSLError) {
            try run?.update(side)
        } catch {
            throw .primitive(error)
        }
        let protection = try run?.protection(of: side, in: .application) ?? nil
        switch side {
        case .client: records.reads(under: protection)
        case .server: records.writes(under: protection)
        }
    }
}
