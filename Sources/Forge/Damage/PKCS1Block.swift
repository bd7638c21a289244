import Crypto
import X509

/// The block that an RSA key signs by EMSA-PKCS1-v1_5 (RFC 8017 §9.2), in parts that mutations
/// change.
package struct PKCS1Block: Hashable, Sendable {
    /// The block's second byte; the first byte is zero.
    var type: UInt8 = 1
    /// The byte that fills the block.
    var padding: UInt8 = 0xff
    /// The number of padding bytes; nil for the number that fills the block.
    ///
    /// If the padding is shorter, bytes A5 after the digest fill the rest of the block.
    var paddingLength: Int?
    let digestAlgorithm: DigestAlgorithm
    /// The DER `AlgorithmIdentifier` of DigestInfo.
    var digest: [UInt8]
    let hash: [UInt8]

    init(_ message: [UInt8], by digest: Digest) throws(OpenSSLError) {
        digestAlgorithm = digest.algorithm
        self.digest = digestAlgorithm.encoding
        hash = try digest.hash(message)
    }

    /// Returns the block, as long as the modulus; nil if the modulus is too short.
    func encoded(_ length: Int) -> [UInt8]? {
        let info = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(digest)
                writer.primitive(.octetString, hash)
            }
        }
        let most = length - info.count - 3
        guard most >= 8 else { return nil }
        let bytes = [UInt8](repeating: padding, count: min(paddingLength ?? most, most))
        let block = [0, type] + bytes + [0] + info
        return block + [UInt8](repeating: 0xa5, count: length - block.count)
    }
}
