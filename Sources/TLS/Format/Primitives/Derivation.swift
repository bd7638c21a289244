import Crypto

/// Key derivation with one digest: HKDF (RFC 5869, RFC 8446 §7.1) and the PRF of TLS 1.2 (RFC 5246
/// §5).
package final class Derivation {
    private var hmac: HMAC
    package let digest: Digest

    package init(_ digest: Digest) throws(OpenSSLError) {
        self.digest = digest
        hmac = try HMAC(digest)
    }

    package func code(of message: [UInt8], key: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try hmac.code(of: message, key: key)
    }

    /// Computes HKDF-Extract.
    package func extract(_ input: [UInt8], salt: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try hmac.code(of: input, key: salt)
    }

    /// Computes HKDF-Expand; the output has at most 255 times the length of the digest.
    package func expand(
        _ secret: [UInt8],
        info: [UInt8],
        count: Int
    ) throws(OpenSSLError) -> [UInt8] {
        var output: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 1
        try hmac.take(key: secret)
        while output.count < count {
            block = try hmac.code(of: block + info + [number])
            output += block
            number &+= 1
        }
        output.removeLast(output.count - count)
        return output
    }

    /// Computes HKDF-Expand-Label; the output is as long as the digest if no count is given.
    package func expand(
        _ secret: [UInt8],
        label: String,
        context: [UInt8] = [],
        count: Int? = nil
    ) throws(OpenSSLError) -> [UInt8] {
        let count = count ?? digest.length
        var info: [UInt8] = []
        info.put(count, bytes: 2)
        info.putVector(Array("tls13 \(label)".utf8), lengthBytes: 1)
        info.putVector(context, lengthBytes: 1)
        return try expand(secret, info: info, count: count)
    }

    /// Computes the binder of a pre-shared key from the hash of a hello without binders (RFC 8446
    /// §4.2.11.2).
    package static func binder(
        of key: [UInt8],
        _ digest: Digest,
        over hash: [UInt8]
    ) throws(OpenSSLError) -> [UInt8] {
        let derivation = try Derivation(digest)
        let zeros = [UInt8](repeating: 0, count: digest.length)
        let early = try derivation.extract(key, salt: zeros)
        let nothing = try digest.hash([])
        let binder = try derivation.expand(early, label: "res binder", context: nothing)
        return try derivation.code(of: hash, key: derivation.expand(binder, label: "finished"))
    }

    /// Computes the PRF of TLS 1.1 and 1.0, with MD5 and SHA-1 (RFC 4346 §5).
    package static func older(
        _ secret: [UInt8],
        label: String,
        seed: [UInt8],
        count: Int
    ) throws(OpenSSLError) -> [UInt8] {
        let half = (secret.count + 1) / 2
        let (first, second) = (Array(secret.prefix(half)), Array(secret.suffix(half)))
        let ones = try Derivation(.md5)
            .pseudorandom(first, label: label, seed: seed, count: count)
        let others = try Derivation(.sha1)
            .pseudorandom(second, label: label, seed: seed, count: count)
        return zip(ones, others).map { $0 ^ $1 }
    }

    /// Computes the PRF of TLS 1.2.
    package func pseudorandom(
        _ secret: [UInt8],
        label: String,
        seed: [UInt8],
        count: Int
    ) throws(OpenSSLError) -> [UInt8] {
        let seed = Array(label.utf8) + seed
        var output: [UInt8] = []
        var chain = seed
        try hmac.take(key: secret)
        while output.count < count {
            chain = try hmac.code(of: chain)
            output += try hmac.code(of: chain + seed)
        }
        output.removeLast(output.count - count)
        return output
    }
}
