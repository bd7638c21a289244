import Crypto
import Synchronization
import X509

/// Decoded certificates and keys, and results of signature verification, shared across validations.
///
/// Every entry depends only on its bytes and decoding rules, so one cache serves all validators of
/// a process, from any thread. The size of the cache is bounded, so that no peer can fill the
/// memory.
package final class SignatureCache: Sendable {
    /// The default cache of validators.
    package static let shared = SignatureCache()

    /// Bytes and the rules that decode them, since other rules may give another result.
    private struct Encoding: Hashable {
        let bytes: Bytes
        let rules: DERRules
        /// The hash of the bytes, computed once.
        private let hash: Int

        init(_ bytes: Bytes, by rules: DERRules) {
            (self.bytes, self.rules) = (bytes, rules)
            hash = bytes.hashValue
        }

        // Only the bytes are hashed, because different rules seldom decode the same bytes; `==`
        // also compares the rules.
        func hash(into hasher: inout Hasher) {
            hasher.combine(hash)
        }
    }

    /// A signature to verify: the signer's key and the signed encoding.
    private struct Claim: Hashable {
        /// The issuer's subjectPublicKeyInfo.
        let key: Encoding
        /// The whole signed encoding, which includes the algorithm and the signature.
        let signed: Encoding
    }

    private let certificates: Mutex<Generations<Encoding, Result<Certificate, DERError>>>
    private let keys: Mutex<Generations<Encoding, PublicKey?>>
    private let claims: Mutex<Generations<Claim, Bool>>

    /// - Parameter capacity: the number of bytes of certificates that each of the three tables may
    ///   keep alive; the default is enough for a few thousand certificates.
    package init(capacity: Int = 8 << 20) {
        certificates = Mutex(Generations(capacity: capacity))
        keys = Mutex(Generations(capacity: capacity))
        claims = Mutex(Generations(capacity: capacity))
    }

    /// Returns the certificate of these bytes, read by `rules`.
    package func certificate(
        _ der: [UInt8],
        by rules: DERRules = .strict
    ) throws(DERError) -> Certificate {
        let place = Encoding(Bytes(der), by: rules)
        if let known = certificates.withLock({ $0[place] }) { return try known.get() }
        let result = Result { () throws(DERError) in try Certificate(der: der, rules: rules) }
        certificates.withLock { $0.insert(result, for: place, weight: der.count) }
        return try result.get()
    }

    /// Returns the key of `certificate`; nil if its form is unsound (see `KeyForm`) or OpenSSL
    /// cannot decode it.
    package func key(of certificate: Certificate) -> PublicKey? {
        let spki = Encoding(Bytes(certificate.der[certificate.spki]), by: certificate.rules)
        if let known = keys.withLock({ $0[spki] }) { return known }
        let isDecodable = KeyForm(of: certificate) == .decodable
        let key = isDecodable ? try? PublicKey(of: certificate) : nil
        keys.withLock { $0.insert(key, for: spki, weight: certificate.der.count) }
        return key
    }

    /// Whether the key of `issuer` made the signature on `signed` by the algorithm of its
    /// signatureAlgorithm; false for an unknown algorithm.
    ///
    /// `above` holds the certificates above `issuer` on its path, the nearest first; a DSA key
    /// without domain parameters inherits the parameters from these certificates.
    package func isSigned(
        _ signed: some Signed,
        by issuer: Certificate,
        above: ArraySlice<Certificate> = []
    ) -> Bool {
        guard let signer = WorkingKey(of: issuer, below: above) else { return false }
        let claim = Claim(
            key: Encoding(signer.spki, by: issuer.rules),
            signed: Encoding(Bytes(signed.der), by: signed.rules)
        )
        if let known = claims.withLock({ $0[claim] }) { return known }
        let verifies = verify(signed, by: signer)
        let weight = signed.der.count + issuer.der.count
        claims.withLock { $0.insert(verifies, for: claim, weight: weight) }
        return verifies
    }

    private func verify(_ signed: some Signed, by signer: WorkingKey) -> Bool {
        guard let scheme = SigningAlgorithm(of: signed)?.scheme, let key = key(of: signer)
        else { return false }
        return key.verifies(
            signed.der[signed.signature],
            over: signed.der[signed.tbs],
            by: scheme
        )
    }

    private func key(of signer: WorkingKey) -> PublicKey? {
        guard signer.isInherited else { return key(of: signer.certificate) }
        let spki = Encoding(signer.spki, by: signer.certificate.rules)
        if let known = keys.withLock({ $0[spki] }) { return known }
        let key = signer.isSound ? try? PublicKey(spki: spki.bytes.bytes) : nil
        keys.withLock { $0.insert(key, for: spki, weight: signer.certificate.der.count) }
        return key
    }
}

extension PublicKey {
    /// Decodes the subject's key, whose form `KeyForm` has found valid.
    fileprivate convenience init(of certificate: Certificate) throws(OpenSSLError) {
        let key = certificate.publicKey
        let algorithm = certificate.der[key.algorithm.encoding]
        guard let curve = Self.curves.first(where: { algorithm.elementsEqual($0.identifier) })
        else {
            try self.init(spki: certificate.der[certificate.spki])
            return
        }
        try self.init(curve.algorithm, point: certificate.der[key.bits])
    }

    /// AlgorithmIdentifiers of keys that consist of a point alone (RFC 5480 §2.1.1, RFC 8410 §3).
    ///
    /// Such keys decode without OpenSSL's slow general decoder.
    private static let curves: [(identifier: [UInt8], algorithm: KeyAlgorithm)] = [
        (.ecPublicKey, .prime256v1, .p256), (.ecPublicKey, .secp384r1, .p384),
        (.ecPublicKey, .secp521r1, .p521), (.ed25519, nil, .ed25519), (.ed448, nil, .ed448),
    ].map { (identifier: ObjectIdentifier, curve: ObjectIdentifier?, algorithm: KeyAlgorithm) in
        let name = curve.map { curve in DERWriter.bytes { $0.objectIdentifier(curve) } }
        return (AlgorithmIdentifier.encoding(of: identifier, parameters: name ?? []), algorithm)
    }
}

/// A dictionary with bounded memory.
///
/// New entries go to the young generation; when the young generation is full, it replaces the old
/// generation. An entry that is used again moves back to the young generation.
private struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var young: [Key: (value: Value, weight: Int)] = [:]
    private var old: [Key: (value: Value, weight: Int)] = [:]
    private var youngWeight = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(key: Key) -> Value? {
        mutating get {
            if let entry = young[key] { return entry.value }
            guard let entry = old[key] else { return nil }
            insert(entry, for: key)
            return entry.value
        }
    }

    /// Stores `value`, which keeps `weight` bytes alive.
    mutating func insert(_ value: Value, for key: Key, weight: Int) {
        // Every entry counts 1,024 bytes more, for its key, its value and the buckets.
        let weight = weight + 1_024
        guard weight <= capacity / 8 else { return }
        insert((value, weight), for: key)
    }

    private mutating func insert(_ entry: (value: Value, weight: Int), for key: Key) {
        if youngWeight + entry.weight > capacity / 2 {
            (old, young, youngWeight) = (young, [:], 0)
        }
        // Room for the certificates of one chain, so that the table does not grow in steps.
        if young.isEmpty { young.reserveCapacity(6) }
        guard young.updateValue(entry, forKey: key) == nil else { return }
        youngWeight += entry.weight
    }
}
