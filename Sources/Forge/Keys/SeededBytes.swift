import Crypto

/// Bytes derived from a run's seed, for keys, serial numbers and everything else that would
/// otherwise be random.
struct SeededBytes: Sendable {
    let seed: UInt64

    /// Returns bytes for a purpose and a name; different purposes or names get different bytes.
    ///
    /// The bytes come from SHA-512 in counter mode. The length of each text precedes it, so that no
    /// two pairs have the same input.
    func bytes(
        _ count: Int,
        for purpose: String,
        _ name: String
    ) throws(OpenSSLError)
        -> [UInt8]
    {
        var message = big(seed)
        for text in [purpose, name] {
            message += big(UInt64(text.utf8.count))
            message += text.utf8
        }
        var bytes: [UInt8] = []
        var counter: UInt64 = 0
        while bytes.count < count {
            bytes += try Digest.sha512.hash(message + big(counter))
            counter += 1
        }
        return Array(bytes.prefix(count))
    }

    private func big(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}
