/// EMSA-PSS-ENCODE (RFC 8017 §9.1.1) with a salt derived from the message.
///
/// So one key always makes the same signature for the same message.
struct PSSEncoding {
    let digest, maskDigest: Digest
    /// The length of the salt, in bytes.
    let saltLength: Int

    /// Returns the block for a message: `bits` bits, right-aligned in whole bytes.
    func encode(_ message: [UInt8], bits: Int) throws(OpenSSLError) -> [UInt8] {
        let length = (bits + 7) / 8
        let hash = try digest.hash(message)
        guard saltLength >= 0, length >= hash.count + saltLength + 2 else {
            throw OpenSSLError(
                function: "EMSA-PSS-ENCODE",
                queue: ["\(bits) bits are too few for \(digest.rawValue) and its salt"]
            )
        }
        let salt = try expand(hash + Array("salt".utf8), to: saltLength, by: digest)
        let seal = try digest.hash([UInt8](repeating: 0, count: 8) + hash + salt)
        let padding = [UInt8](repeating: 0, count: length - saltLength - hash.count - 2)
        let data = padding + [1] + salt
        var masked = zip(data, try expand(seal, to: data.count, by: maskDigest)).map { $0 ^ $1 }
        masked[0] &= 0xff >> UInt8(8 * length - bits)
        return masked + seal + [0xbc]
    }
}

/// Computes MGF1 (RFC 8017 §B.2.1): `length` bytes from a seed.
private func expand(
    _ seed: [UInt8],
    to length: Int,
    by digest: Digest
) throws(OpenSSLError)
    -> [UInt8]
{
    var mask: [UInt8] = []
    var counter: UInt32 = 0
    while mask.count < length {
        mask += try digest.hash(seed + withUnsafeBytes(of: counter.bigEndian, Array.init))
        counter += 1
    }
    return Array(mask.prefix(length))
}
