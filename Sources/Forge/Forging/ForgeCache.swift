import OpenSSL
import PKIX
import Synchronization

/// Signatures that were made before, for a caller who forges the same worlds again and again.
///
/// A signature is a function of key, scheme and message, and costs most of a certificate; a cache
/// changes nothing but time. Its memory is bounded.
package final class ForgeCache: Sendable {
    private struct Key: Hashable {
        let spki: Octets
        let scheme: SignatureScheme
        let message: Octets
    }

    /// When so many signatures are held, all are dropped; at about 1 KB each, 4 MB.
    private static let capacity = 4_096

    private let signatures = Mutex<[Key: [UInt8]]>([:])

    /// An empty cache.
    package init() {}

    /// The signature that `key` makes, made now or before.
    func signature(
        over message: [UInt8],
        by key: PrivateKey,
        _ scheme: SignatureScheme
    ) throws(OpenSSLError) -> [UInt8] {
        let place = Key(spki: Octets(key.spki), scheme: scheme, message: Octets(message))
        if let held = signatures.withLock({ $0[place] }) { return held }
        // Two threads may make the same signature at once; they are equal.
        let made = try key.sign(message, by: scheme)
        signatures.withLock { signatures in
            if signatures.count >= Self.capacity { signatures.removeAll(keepingCapacity: true) }
            signatures[place] = made
        }
        return made
    }
}
