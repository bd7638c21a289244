import Crypto

/// The computations of SSL 3.0 (RFC 6101), which uses MD5 and SHA-1 instead of HMAC and a PRF.
enum SSL3 {
    /// Derives the master secret or the key block (RFC 6101 §6.1, §6.2.2); the output is at most 26
    /// digests long.
    static func derived(
        from secret: [UInt8],
        seed: [UInt8],
        count: Int
    ) throws(OpenSSLError) -> [UInt8] {
        var output: [UInt8] = []
        var label: [UInt8] = []
        while output.count < count {
            // The labels are A, BB, CCC and so on.
            let letter = UInt8(truncatingIfNeeded: 0x41 + label.count)
            label = [UInt8](repeating: letter, count: label.count + 1)
            output += try Digest.md5.hash(secret + Digest.sha1.hash(label + secret + seed))
        }
        return Array(output.prefix(count))
    }

    /// Computes the MAC of a record (RFC 6101 §5.2.3.1).
    static func code(
        of bytes: [UInt8],
        key: [UInt8],
        _ digest: Digest
    ) throws(OpenSSLError) -> [UInt8] {
        let inner = try digest.hash(key + padding(0x36, digest) + bytes)
        return try digest.hash(key + padding(0x5c, digest) + inner)
    }

    /// Computes the content of a Finished that follows these messages (RFC 6101 §5.6.9).
    static func finished(
        ofClient isClient: Bool,
        after messages: [UInt8],
        master: [UInt8]
    ) throws(OpenSSLError) -> [UInt8] {
        let sender = Array((isClient ? "CLNT" : "SRVR").utf8)
        var content: [UInt8] = []
        for digest in [Digest.md5, .sha1] {
            let inner = try digest.hash(messages + sender + master + padding(0x36, digest))
            content += try digest.hash(master + padding(0x5c, digest) + inner)
        }
        return content
    }

    private static func padding(_ byte: UInt8, _ digest: Digest) -> [UInt8] {
        [UInt8](repeating: byte, count: digest == .md5 ? 48 : 40)
    }
}
