import OpenSSL
import PKIX
import Synchronization

/// What a run need not work out twice: decoded certificates and keys, and which signatures verify.
///
/// All of it follows from the bytes and from the rules that they are read by, so one cache serves
/// every validator of a process, from any thread. Its size is bounded, whatever a peer presents.
package final class SignatureCache: Sendable {
    /// The cache of every validator that is given none.
    package static let shared = SignatureCache()

    /// Bytes, and what they are read by: what is lenient with one reader is nothing to another.
    private struct Encoding: Hashable {
        let octets: Octets
        let rules: DERRules
        /// Of the octets, which are hashed once, however often they are looked up.
        private let hash: Int

        init(_ octets: Octets, by rules: DERRules) {
            (self.octets, self.rules) = (octets, rules)
            hash = octets.hashValue
        }

        // The same bytes are seldom read by two rules; comparing is enough then.
        func hash(into hasher: inout Hasher) {
            hasher.combine(hash)
        }
    }

    /// One signature: who is to have made it, and all that it stands in.
    private struct Claim: Hashable {
        /// The issuer's subjectPublicKeyInfo.
        let key: Encoding
        /// All of what is signed, which says by which algorithm.
        let signed: Encoding
    }

    private let certificates: Mutex<Generations<Encoding, Result<Certificate, DERError>>>
    private let keys: Mutex<Generations<Encoding, PublicKey?>>
    private let claims: Mutex<Generations<Claim, Bool>>

    /// - Parameter capacity: octets of certificates that each of the three parts may keep alive;
    ///   the default holds a few thousand certificates.
    package init(capacity: Int = 8 << 20) {
        certificates = Mutex(Generations(capacity: capacity))
        keys = Mutex(Generations(capacity: capacity))
        claims = Mutex(Generations(capacity: capacity))
    }

    /// The certificate of these bytes, read by `rules`.
    package func certificate(
        _ der: [UInt8],
        by rules: DERRules = .strict
    ) throws(DERError) -> Certificate {
        let place = Encoding(Octets(der), by: rules)
        if let known = certificates.withLock({ $0[place] }) { return try known.get() }
        let result = Result { () throws(DERError) in try Certificate(der: der, rules: rules) }
        certificates.withLock { $0.insert(result, for: place, weight: der.count) }
        return try result.get()
    }

    /// The key of `certificate`; nil where it is of no use, be it that OpenSSL does not decode it
    /// or that nobody should ask it to.
    package func key(of certificate: Certificate) -> PublicKey? {
        let spki = Encoding(Octets(certificate.der[certificate.spki]), by: certificate.rules)
        if let known = keys.withLock({ $0[spki] }) { return known }
        let isDecodable = KeyForm(of: certificate) == .decodable
        let key = isDecodable ? try? PublicKey(of: certificate) : nil
        keys.withLock { $0.insert(key, for: spki, weight: certificate.der.count) }
        return key
    }

    /// Whether the signature on `signed` was made by the key of `issuer` in the way that its
    /// signatureAlgorithm says; false for an algorithm that is not known.
    ///
    /// `above` are the certificates above `issuer` on its path, the nearest first: a DSA key without
    /// domain parameters takes them from there.
    package func isSigned(
        _ signed: some Signed,
        by issuer: Certificate,
        above: ArraySlice<Certificate> = []
    ) -> Bool {
        guard let signer = WorkingKey(of: issuer, below: above) else { return false }
        let claim = Claim(
            key: Encoding(signer.spki, by: issuer.rules),
            signed: Encoding(Octets(signed.der), by: signed.rules)
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
        let key = signer.isSound ? try? PublicKey(spki: spki.octets.bytes) : nil
        keys.withLock { $0.insert(key, for: spki, weight: signer.certificate.der.count) }
        return key
    }
}

extension PublicKey {
    /// The subject's key, whose form is known to be good.
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

    /// The AlgorithmIdentifiers of keys that are a point and nothing else (RFC 5480 §2.1.1,
    /// RFC 8410 §3).
    private static let curves: [(identifier: [UInt8], algorithm: KeyAlgorithm)] = [
        (.ecPublicKey, .prime256v1, .p256), (.ecPublicKey, .secp384r1, .p384),
        (.ecPublicKey, .secp521r1, .p521), (.ed25519, nil, .ed25519), (.ed448, nil, .ed448),
    ].map { (identifier: ObjectIdentifier, curve: ObjectIdentifier?, algorithm: KeyAlgorithm) in
        let name = curve.map { curve in DERWriter.bytes { $0.objectIdentifier(curve) } }
        return (AlgorithmIdentifier.encoding(of: identifier, parameters: name ?? []), algorithm)
    }
}

/// A dictionary that forgets what was not used for a while: entries go into the young generation;
/// when that is full it becomes the old one, and the old one goes.
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

    /// Remembers `value`, which keeps `weight` octets alive.
    mutating func insert(_ value: Value, for key: Key, weight: Int) {
        // An entry is never weightless: keys, values and buckets have their size too.
        let weight = weight + 1_024
        guard weight <= capacity / 8 else { return }
        insert((value, weight), for: key)
    }

    private mutating func insert(_ entry: (value: Value, weight: Int), for key: Key) {
        if youngWeight + entry.weight > capacity / 2 {
            (old, young, youngWeight) = (young, [:], 0)
        }
        // Room for a chain at once, where the first one comes.
        if young.isEmpty { young.reserveCapacity(6) }
        guard young.updateValue(entry, forKey: key) == nil else { return }
        youngWeight += entry.weight
    }
}
