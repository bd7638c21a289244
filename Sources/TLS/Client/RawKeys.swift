import Crypto

/// Raw public keys in place of certificates (RFC 7250).
extension StrictClient {
    private static let rawPublicKey: UInt8 = 2

    /// Reads the server's choice of a certificate type (RFC 7250 §4.2, RFC 8446 §4.4.2).
    mutating func take(certificateType data: [UInt8]) throws(Refusal) {
        let isOffered = data.count == 1 && data.allSatisfy(offer.certificateTypes.contains)
        try require(.certificateType, isOffered, 47)
        isOfRawKey = data == [Self.rawPublicKey]
    }

    /// Reads the server's raw public key; returns false if the server sent a certificate, which the
    /// caller then reads.
    mutating func takeRawKey(_ message: ByteReader) throws(Refusal) -> Bool {
        var keys = try rawKeys(message)
        try require(.certificateListEmpty, !keys.isEmpty, 50)
        try require(.rawKeyAlone, keys.count <= 1, 47)
        guard !keys.isEmpty else { return true }
        let first = keys.removeFirst()
        guard let key = try? PublicKey(spki: first) else {
            // Before TLS 1.3, a certificate message has a list where the key would be.
            var list = ByteReader(first)
            let certificate = version == .v1_3 ? first : list.vector(3) ?? []
            guard OpenSSLCertificate(der: certificate) != nil else { throw .unreadable }
            try require(.rawKeyForm, false, 50)
            return false
        }
        // Only the list of known keys states the owner of the key.
        try require(.rawKeyKnown, offer.knownKeys.contains(first), 46)
        try takeKey(key)
        return true
    }

    /// Returns the keys of the message.
    ///
    /// Before TLS 1.3 the message has one key, without a list (RFC 7250 §3).
    private func rawKeys(_ message: ByteReader) throws(Refusal) -> [[UInt8]] {
        var body = message
        guard version == .v1_3 else {
            guard let key = body.vector(3) else { throw .unreadable }
            try end(body, of: .certificate)
            return key.isEmpty ? [] : [key]
        }
        guard body.vector(1) == [], var list = body.nested(3) else { throw .unreadable }
        try end(body, of: .certificate)
        var keys: [[UInt8]] = []
        while !list.isAtEnd {
            guard let key = list.vector(3), let block = list.vector(2) else { throw .unreadable }
            try check(extensions(ByteReader(block)), in: .entry)
            keys.append(key)
        }
        return keys
    }

    /// Returns the key of the server's certificate.
    func certifiedKey(_ leaf: [UInt8]) throws(Refusal) -> PublicKey {
        if let key = OpenSSLCertificate(der: leaf)?.publicKey { return key }
        // A client without this check takes a raw key in place of a certificate.
        guard let key = try? PublicKey(spki: leaf) else { throw Refusal(nil, 42) }
        try require(.rawKeyUnagreed, false, 42)
        return key
    }
}
