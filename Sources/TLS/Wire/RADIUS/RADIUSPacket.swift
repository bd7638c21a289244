import Crypto

/// A request for access with an EAP packet (RFC 2865 §4.1, RFC 3579 §3).
struct AccessRequest: Hashable {
    let identifier: UInt8
    /// The 16 bytes that make the answer belong to this request.
    let authenticator: [UInt8]
    /// The EAP packet, joined from the attributes that carry it.
    let eap: [UInt8]

    /// Reads a datagram; nil unless it is a request for access.
    init?(_ bytes: [UInt8]) {
        guard bytes.first == 1, let length = bytes.number(at: 2, count: 2),
            let header = bytes.bytes(at: 0, count: 20), length >= 20, length <= bytes.count
        else { return nil }
        (identifier, authenticator) = (header[1], Array(header.suffix(16)))
        var attributes = Cursor(bytes[20..<length])
        var eap: [UInt8] = []
        while !attributes.isAtEnd {
            // The length counts the type and itself.
            guard let type = attributes.byte(), let length = attributes.byte(), length >= 2,
                let value = attributes.take(Int(length) - 2)
            else { return nil }
            if type == AccessAnswer.message { eap += value }
        }
        self.eap = eap
    }
}

/// The code of an answer to a request for access (RFC 2865 §3).
enum AccessAnswer: UInt8 {
    case accept = 2
    case reject = 3
    case challenge = 11

    /// The secret that both ends know, which protects their packets alone: TLS is inside.
    static let secret = Array("radius".utf8)

    /// The types of the attributes EAP-Message and Message-Authenticator (RFC 3579 §3.1, §3.2).
    fileprivate static let message: UInt8 = 79
    private static let authenticator: UInt8 = 80

    /// Returns the datagram that answers a request with an EAP packet.
    ///
    /// - Throws: if OpenSSL has no MD5, as in its FIPS mode.
    func datagram(_ eap: [UInt8], to request: AccessRequest) throws(OpenSSLError) -> [UInt8] {
        var attributes = stride(from: 0, to: eap.count, by: 253).flatMap { start in
            let part = eap[start..<min(start + 253, eap.count)]
            return [Self.message, UInt8(2 + part.count)] + part
        }
        attributes += [Self.authenticator, 18]
        let header =
            [rawValue, request.identifier]
            + [UInt8](20 + attributes.count + 16, count: 2)
        // Both sums are computed over the authenticator of the request, in the place of the answer's.
        let before = header + request.authenticator + attributes
        var code = try HMAC(.md5)
        let sum = try code.code(of: before + [UInt8](repeating: 0, count: 16), key: Self.secret)
        let authenticator = try Digest.md5.hash(before + sum + Self.secret)
        return header + authenticator + attributes + sum
    }
}
