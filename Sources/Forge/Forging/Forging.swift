import Crypto
import X509

extension PKI {
    /// Makes every entity's key and certificate, every CRL and every OCSP response.
    ///
    /// The result is a function of the declaration, the seed and the instant: the same bytes in any
    /// process. Entities may issue each other in any pattern, circles included.
    ///
    /// - Parameters:
    ///   - seed: the seed of keys and serial numbers.
    ///   - now: the instant that relative times count from.
    ///   - ring: keys made earlier.
    ///   - cache: certificates and signatures made earlier; nil for none.
    /// - Returns: the keys, certificates, CRLs and OCSP responses by name.
    /// - Throws: `ForgeError` for the first key, certificate, CRL or response that cannot be made.
    package func forge(
        seed: UInt64,
        at now: Instant,
        keys ring: KeyRing = .shared,
        cache: ForgeCache? = nil
    ) throws(ForgeError) -> ForgedPKI {
        let forging = try Forging(self, seed: seed, now: now, ring: ring, cache: cache)
        var members: [String: ForgedPKI.Member] = [:]
        for (name, subject) in forging.subjects.sorted(by: { $0.key < $1.key }) {
            members[name] = ForgedPKI.Member(
                certificate: try forging.certificate(of: name),
                key: subject.key.key,
                subject: subject.name,
                keyIdentifier: subject.keyIdentifier
            )
        }
        var crls: [String: [UInt8]] = [:]
        for (name, list) in lists.sorted(by: { $0.key < $1.key }) {
            crls[name] = try forging.revocationList(list, named: name)
        }
        var responses: [String: [UInt8]] = [:]
        for (name, entity) in entities.sorted(by: { $0.key < $1.key }) {
            guard let response = entity.ocsp else { continue }
            responses[name] = try forging.statusResponse(response, of: name, members)
        }
        return ForgedPKI(members: members, crls: crls, responses: responses, seed: seed)
    }
}

/// A declared PKI during forging, with the facts about each entity that other certificates need.
struct Forging {
    /// An entity with its key, name and key identifier as certificates state them.
    struct Subject {
        let entity: ResolvedEntity
        let key: ForgedKey
        let name: [UInt8]
        let keyIdentifier: [UInt8]
    }

    let seed: UInt64
    let now: Instant
    private let cache: ForgeCache?
    private(set) var subjects: [String: Subject] = [:]

    init(
        _ pki: PKI,
        seed: UInt64,
        now: Instant,
        ring: KeyRing,
        cache: ForgeCache?
    ) throws(ForgeError) {
        self.seed = seed
        self.now = now
        self.cache = cache
        for (name, recipe) in try pki.recipes(seed: seed).sorted(by: { $0.key < $1.key }) {
            let resolved = try pki.resolve(name)
            let key: ForgedKey
            do {
                key = try ring.key(recipe)
            } catch {
                throw .openSSL(entity: name, error)
            }
            subjects[name] = Subject(
                entity: resolved,
                key: key,
                name: (resolved.entity.subject ?? resolved.defaultSubject).encoded,
                keyIdentifier: resolved.entity.subjectKeyID?.bytes ?? key.identifier
            )
        }
    }

    /// Returns an entity's certificate.
    func certificate(of name: String) throws(ForgeError) -> [UInt8] {
        var (fields, _, signer) = try unsigned(name)
        let entity = try subject(name, field: .issuer, of: name).entity.entity
        if let scts = entity.scts {
            fields.extensions.append(try timestampExtension(scts, of: name))
        }
        return try CertificateForging(entity, signedBy: signer).certificate(fields)
    }

    /// Returns the fields of an entity's certificate without SCTs, as logs sign them, and the
    /// issuer and the signer of the certificate.
    func unsigned(
        _ name: String
    ) throws(ForgeError) -> (fields: CertificateFields, issuer: Subject, signer: Signer) {
        let subject = try subject(name, field: .issuer, of: name)
        let issuer: Subject
        switch subject.entity.entity.issuer {
        case .itself: issuer = subject
        case .entity(let other): issuer = try self.subject(other, field: .issuer, of: name)
        }
        let signer = try signer(of: name, declared: subject.entity, key: issuer.key.key)
        return (try fields(of: name, subject, issuer, signer.algorithm), issuer, signer)
    }

    /// Returns the signer with this key for a certificate that declares a digest and a padding.
    func signer(
        of name: String,
        declared: ResolvedEntity,
        key: PrivateKey
    ) throws(ForgeError) -> Signer {
        let algorithm = try declared.signatureAlgorithm(of: name, by: key.algorithm)
        return Signer(entity: name, algorithm: algorithm, key: key, cache: cache)
    }

    func subject(
        _ name: String,
        field: ForgeError.Reference,
        of entity: String
    ) throws(ForgeError) -> Subject {
        guard let subject = subjects[name] else {
            throw .unknownEntity(name, field: field, of: entity)
        }
        return subject
    }

    private func fields(
        of name: String,
        _ subject: Subject,
        _ issuer: Subject,
        _ algorithm: SigningMethod
    ) throws(ForgeError) -> CertificateFields {
        let entity = subject.entity.entity
        let period = entity.role.validity(at: now)
        return CertificateFields(
            version: entity.version ?? 3,
            serial: try serial(of: name, entity),
            innerSignatureAlgorithm: algorithm.identifier,
            issuer: entity.issuerName?.encoded ?? issuer.name,
            notBefore: try time(entity.notBefore ?? .relative(period.lowerBound), of: name),
            notAfter: try time(entity.notAfter ?? .relative(period.upperBound), of: name),
            subject: subject.name,
            spki: subject.key.key.spki,
            extensions: try extensions(of: name, subject, issuer),
            outerSignatureAlgorithm: algorithm.identifier
        )
    }

    func time(_ moment: Moment, of name: String) throws(ForgeError) -> CertificateFields.Time {
        CertificateFields.Time(try instant(moment, of: name))
    }

    /// Returns the instant of a moment, which must be in a year of four digits.
    func instant(_ moment: Moment, of name: String) throws(ForgeError) -> Instant {
        let instant = moment.instant(at: now)
        // From 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
        guard (-62_167_219_200...253_402_300_799).contains(instant.seconds) else {
            throw .timeOutOfRange(entity: name, instant)
        }
        return instant
    }

    /// Returns the stated serial number, or 16 derived bytes.
    ///
    /// The two highest bits of derived bytes are 01, so that the number is positive and in shortest
    /// form.
    func serial(of name: String, _ entity: Entity) throws(ForgeError) -> [UInt8] {
        if let stated = entity.serial { return stated }
        do {
            var bytes = try SeededBytes(seed: seed).bytes(16, for: "serial", name)
            bytes[0] = bytes[0] & 0x3f | 0x40
            return bytes
        } catch {
            throw .openSSL(entity: name, error)
        }
    }
}

extension Entity.KeyID {
    fileprivate var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}

extension ResolvedEntity {
    /// `CN=<name>,O=Hatpin` for a CA; `OU=<name>,O=Hatpin` for an end entity, so that nothing
    /// depends on a common name.
    fileprivate var defaultSubject: Name {
        switch entity.role {
        case .rootCA, .intermediateCA:
            Name((.organization, "Hatpin"), (.commonName, subjectName))
        case .endEntity:
            Name((.organization, "Hatpin"), (.organizationalUnit, subjectName))
        }
    }

    /// Returns the algorithm with which an issuer's key signs this entity's certificate.
    ///
    /// A copied digest or padding is ignored if the issuer's key does not support it.
    func signatureAlgorithm(
        of name: String,
        by key: KeyAlgorithm
    ) throws(ForgeError)
        -> SigningMethod
    {
        guard key.family == .rsa || !statesPadding else {
            throw .noPadding(entity: name, key)
        }
        let find: (Digest) -> SigningMethod?
        switch (key.family, entity.padding) {
        case (.rsa, .pss?): find = SigningMethod.rsaPSS
        case (.rsa, _): find = SigningMethod.rsaPKCS1
        case (.ec, _): find = SigningMethod.ecdsa
        case (.dsa, _): find = SigningMethod.dsa
        case (.edwards, _):
            guard let digest = entity.digest, statesDigest else {
                return SigningMethod.eddsa(key)
            }
            throw .noSignatureAlgorithm(entity: name, key, nil, digest, available: [])
        }
        let digest = entity.digest ?? .sha256
        guard let algorithm = find(digest) ?? (statesDigest ? nil : find(.sha256)) else {
            throw .noSignatureAlgorithm(
                entity: name,
                key,
                key.family == .rsa ? entity.padding : nil,
                digest,
                available: Digest.allCases.filter { find($0) != nil }
            )
        }
        if case .rsaPSS(let digest, _, let salt) = algorithm.scheme,
            (key.bits + 6) / 8 < digest.length + salt + 2
        {
            throw .keyTooShort(entity: name, key, digest)
        }
        return algorithm
    }
}

extension Entity.Role {
    /// Returns the default validity of a certificate made at this instant, in seconds after the
    /// instant.
    fileprivate func validity(at now: Instant) -> ClosedRange<Int64> {
        switch self {
        case .rootCA: -365 * day...3_650 * day
        case .intermediateCA: -180 * day...1_825 * day
        // The period is within the limit for its issue date (CA/B Forum BR §6.3.2): at least 100
        // days before 15 March 2029, 47 days from then on.
        case .endEntity: -1 * day...(now < .march2029 ? 89 : 44) * day
        }
    }
}

extension Instant {
    /// 2029-03-15T00:00:00Z.
    fileprivate static let march2029 = Instant(seconds: 1_868_227_200)
}

private let day: Int64 = 86_400
