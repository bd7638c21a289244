import Crypto
import Synchronization
import X509

/// Certificates and signatures made earlier, for callers that forge similar setups many times.
///
/// A signature is a function of key, scheme and message. A certificate is a function of its fields,
/// mutations, surgery and signer. A cache therefore saves time without changing any result. The
/// memory of the cache is bounded.
package final class ForgeCache: Sendable {
    /// A key and its signature scheme.
    private struct Signatory: Hashable {
        let spki: Bytes
        let scheme: SignatureScheme

        init(_ key: PrivateKey, _ scheme: SignatureScheme) {
            (spki, self.scheme) = (Bytes(key.spki), scheme)
        }
    }

    private enum Key: Hashable {
        case signature(Bytes, Signatory)
        case certificate(CertificateFields, [String], [Surgery], Signatory)
    }

    private let capacity: Int
    private let held = Mutex<[Key: [UInt8]]>([:])

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: the number of entries at which the cache drops all entries; at about 2
    ///   KB each, the default uses 16 MB.
    package init(capacity: Int = 8_192) {
        self.capacity = capacity
    }

    /// Returns the signature by `key`, made now or earlier.
    func signature(
        over message: [UInt8],
        by key: PrivateKey,
        _ scheme: SignatureScheme
    ) throws(OpenSSLError) -> [UInt8] {
        try value(.signature(Bytes(message), Signatory(key, scheme))) { () throws(OpenSSLError) in
            try key.sign(message, by: scheme)
        }
    }

    /// Returns the certificate that `make` returns for these fields and the entity's changes, made
    /// now or earlier.
    func certificate(
        of fields: CertificateFields,
        _ entity: Entity,
        by key: PrivateKey,
        _ scheme: SignatureScheme,
        _ make: () throws(ForgeError) -> [UInt8]
    ) throws(ForgeError) -> [UInt8] {
        let key = Key.certificate(fields, entity.mutate, entity.raw, Signatory(key, scheme))
        return try value(key, make)
    }

    private func value<Fault: Error>(
        _ key: Key,
        _ make: () throws(Fault) -> [UInt8]
    ) throws(Fault) -> [UInt8] {
        if let known = held.withLock({ $0[key] }) { return known }
        // Two threads may make the same certificate or signature at once; the results are equal.
        let made = try make()
        held.withLock { held in
            if held.count >= capacity { held.removeAll(keepingCapacity: true) }
            held[key] = made
        }
        return made
    }
}
