import COpenSSL

/// The deterministic nonces of RFC 6979 §3.2: an HMAC-DRBG fed with the private key and the hash
/// of the message.
struct NonceGenerator: ~Copyable {
    private var hmac: HMAC
    private var key: [UInt8]
    private var value: [UInt8]
    private let orderBits: Int
    private var isFresh = true

    /// Runs steps b to g of RFC 6979 §3.2.
    ///
    /// - Parameters:
    ///   - hmac: HMAC with the hash function of the signature.
    ///   - scalar: the private key, as wide as the order.
    ///   - reducedHash: `bits2octets` of the message's hash, as wide as the order.
    ///   - orderBits: the size of the order, in bits.
    /// - Throws: `OpenSSLError` if OpenSSL lacks the digest.
    init(
        _ hmac: consuming HMAC,
        scalar: [UInt8],
        reducedHash: [UInt8],
        orderBits: Int
    ) throws(OpenSSLError) {
        self.orderBits = orderBits
        value = [UInt8](repeating: 1, count: hmac.digest.length)
        key = [UInt8](repeating: 0, count: hmac.digest.length)
        self.hmac = hmac
        for separator: UInt8 in [0, 1] {
            key = try self.hmac.code(of: value + [separator] + scalar + reducedHash, key: key)
            value = try self.hmac.code(of: value, key: key)
        }
    }

    /// Runs step h of RFC 6979 §3.2 and returns the next candidate, big-endian; it may be zero or
    /// not below the order.
    mutating func next() throws(OpenSSLError) -> [UInt8] {
        if !isFresh {
            key = try hmac.code(of: value + [0], key: key)
            value = try hmac.code(of: value, key: key)
        }
        isFresh = false
        var candidate: [UInt8] = []
        while candidate.count * 8 < orderBits {
            value = try hmac.code(of: value, key: key)
            candidate += value
        }
        return leftmostBits(of: candidate, orderBits)
    }
}
