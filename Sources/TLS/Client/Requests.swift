import Crypto

/// Requests for a client certificate.
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
        try sendLateFlight(in: context)
    }

    /// Reads a request, and keeps its schemes and the types of its extensions.
    ///
    /// - Returns: the context of the request.
    private mutating func check(_ request: ByteReader) throws(Refusal) -> [UInt8] {
        var body = request
        guard version == .v1_3 else {
            guard body.vector(1) != nil, let schemes = body.vector(2), let names = body.nested(2),
                body.isAtEnd
            else { throw .unreadable }
            requestedSchemes = Self.numbers(schemes)
            try check(authorities: names)
            return []
        }
        guard let context = body.vector(1), let block = body.vector(2), body.isAtEnd else {
            throw .unreadable
        }
        let list = try extensions(ByteReader(block))
        requestedExtensions = Set(list.map(\.type))
        try require(.requestSchemes, list.has(Extension.signatureAlgorithms), 109)
        var schemes = ByteReader(list.data(of: Extension.signatureAlgorithms) ?? [])
        requestedSchemes = Self.numbers(schemes.vector(2) ?? [])
        if let data = list.data(of: Extension.certificateAuthorities) {
            var reader = ByteReader(data)
            guard let names = reader.nested(2), reader.isAtEnd else { throw .unreadable }
            // RFC 8446 §4.2.4: the list may be empty only before TLS 1.3.
            try require(.authorityNames, !names.isAtEnd, 50)
            try check(authorities: names)
        }
        return context
    }

    private static func numbers(_ bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
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
