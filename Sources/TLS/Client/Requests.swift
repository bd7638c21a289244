import Crypto

/// Requests for a client certificate; this client has no certificate.
extension StrictClient {
    /// Reads a request in the handshake (RFC 8446 §4.3.2, RFC 5246 §7.4.4).
    mutating func take(request: ByteReader) throws(Refusal) {
        // RFC 5246 §7.4.4.
        try require(.requestUnderAnonymous, suite?.isAnonymous != true, 40)
        let context = try check(request)
        try require(.requestContext, context.isEmpty, 47)
        isAskedForCertificate = order[position].type == .certificateRequest
    }

    /// Answers a request after the handshake (RFC 8446 §4.6.2).
    mutating func answer(lateRequest message: [UInt8]) throws(Refusal) {
        // RFC 8740 §3: a request after the handshake is an HTTP/2 error, without a TLS alert.
        try require(.requestUnderHTTP2, applicationProtocol != "h2", nil)
        let context = try check(ByteReader(Array(message.dropFirst(4))))
        try hash(message)
        let none = CertificateMessage(context: context, entries: [])
        try say(HandshakeType.certificate.message(none.encoded))
        let hash = try hashed()
        var finished: [UInt8] = []
        do throws(OpenSSLError) {
            finished = try secrets?.finished(.client, transcript: hash, in: .application) ?? []
        } catch {
            throw Refusal(nil, 80)
        }
        try say(HandshakeType.finished.message(finished))
    }

    /// Reads a request.
    ///
    /// - Returns: the context of the request.
    private func check(_ request: ByteReader) throws(Refusal) -> [UInt8] {
        var body = request
        guard version == .v1_3 else {
            guard body.vector(1) != nil, body.vector(2) != nil, let names = body.nested(2),
                body.isAtEnd
            else { throw .unreadable }
            try check(authorities: names)
            return []
        }
        guard let context = body.vector(1), let block = body.vector(2), body.isAtEnd else {
            throw .unreadable
        }
        let list = try extensions(ByteReader(block))
        try require(.requestSchemes, list.has(Extension.signatureAlgorithms), 109)
        if let data = list.data(of: Extension.certificateAuthorities) {
            var reader = ByteReader(data)
            guard let names = reader.nested(2), reader.isAtEnd else { throw .unreadable }
            // RFC 8446 §4.2.4: the list may be empty only before TLS 1.3.
            try require(.authorityNames, !names.isAtEnd, 50)
            try check(authorities: names)
        }
        return context
    }

    private func check(authorities: ByteReader) throws(Refusal) {
        var names = authorities
        while !names.isAtEnd {
            guard let name = names.vector(2) else { throw .unreadable }
            let isName = name.first == 0x30 && Self.isWholeElement(name)
            try require(.authorityNames, isName, 50)
        }
    }
}
