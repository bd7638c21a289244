import Crypto

/// The differences of TLS 1.1 and 1.0, and RSA key exchange.
extension StrictClient {
    /// Checks a signature without a scheme (RFC 4346 §7.4.3, RFC 8422 §5.4).
    func check(older proof: ByteReader, over content: [UInt8]) throws(Refusal) {
        var body = proof
        guard let signature = body.vector(2) else { throw .unreadable }
        try end(body, of: .serverKeyExchange)
        guard let key = serverKey else { return }
        guard let numbers = key.rsaNumbers else {
            let isRight = key.verifies(signature, over: content, by: .ecdsa(.sha1))
            try require(.signature, isRight, 51)
            return
        }
        let isRight = try Self.primitives { () throws(OpenSSLError) in
            let hashes = try Digest.md5AndSHA1(of: content)
            let block = try FiniteField(prime: numbers.modulus).power(signature, numbers.exponent)
            let padding = [UInt8](repeating: 0xff, count: max(0, block.count - hashes.count - 3))
            return block == [0, 1] + padding + [0] + hashes
        }
        try require(.signature, isRight, 51)
    }

    /// Reads ServerRSAParams (RFC 2246 §7.4.3), which clients of export suites accept.
    mutating func take(ephemeralKey: ByteReader) throws(Refusal) {
        var body = ephemeralKey
        let whole = body.rest
        guard let modulus = body.vector(2), let exponent = body.vector(2) else {
            throw .unreadable
        }
        let parameters = whole.prefix(whole.count - body.rest.count)
        let content = offer.draws.random + serverRandom + parameters
        try check(body, over: content, of: .serverKeyExchange)
        transport = (modulus, exponent)
    }

    /// Returns a secret and its ciphertext (RFC 5246 §7.4.7.1).
    static func transported(
        to key: (modulus: [UInt8], exponent: [UInt8])
    ) throws(Refusal) -> (secret: [UInt8], share: [UInt8]) {
        // The padding may be any bytes except zero; this client uses fixed bytes.
        let secret: [UInt8] = [3, 3] + (1...46).map { UInt8($0) }
        let count = key.modulus.count - secret.count - 3
        guard count >= 8 else { throw Refusal(nil, 80) }
        let block = [0, 2] + [UInt8](repeating: 0x5a, count: count) + [0] + secret
        return try primitives { () throws(OpenSSLError) in
            (secret, try FiniteField(prime: key.modulus).power(block, key.exponent))
        }
    }
}

/// The values of the first handshake that a renegotiation needs.
struct Earlier {
    let version: TLSVersion
    let chain: [[UInt8]]
    let hasMasterSecret: Bool
    let client, server: [UInt8]
}

extension StrictClient {
    /// Starts a second handshake under the keys of the first (RFC 5246 §7.4.1.1).
    mutating func negotiateAgain() throws(Refusal) {
        guard let version else { return }
        earlier = Earlier(
            version: version,
            chain: chain,
            hasMasterSecret: hasExtendedMasterSecret,
            client: verifyData.client,
            server: verifyData.server
        )
        (order, position, isDone) = ([Expected(.serverHello)], 0, false)
        (transcript, hasChangedKeys) = (Transcript(), false)
        (agreement, transport, serverKey, suite) = (nil, nil, nil, nil)
        try say(hello: nil)
    }
}

extension StrictClient {
    /// Whether the number in an RSA signature starts with padding of any length and the digest.
    static func begins(
        _ signature: [UInt8],
        _ key: PublicKey,
        _ scheme: SignatureScheme,
        _ content: [UInt8]
    ) -> Bool {
        guard case .rsaPKCS1(let digest) = scheme, let numbers = key.rsaNumbers,
            let block = try? FiniteField(prime: numbers.modulus)
                .power(signature, numbers.exponent),
            block.starts(with: [0, 1]), let hash = try? digest.hash(content)
        else { return false }
        let rest = block.dropFirst(2).drop { $0 == 0xff }
        // The zero byte and the start of DigestInfo, which has 19 bytes with SHA-2, come first.
        return rest.first == 0 && rest.dropFirst(20).starts(with: hash)
    }
}
