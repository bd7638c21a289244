import Crypto
import X509

/// A log of Certificate Transparency: a P-256 key (RFC 6962 §2.1.4) derived from seed and name.
package struct ForgedLog: Sendable {
    package let key: PrivateKey
    /// The SHA-256 digest of the log's SubjectPublicKeyInfo (RFC 6962 §3.2).
    package let id: [UInt8]

    /// Makes the log of this name.
    ///
    /// - Parameters:
    ///   - name: the name of the log.
    ///   - seed: the seed of its key.
    ///   - ring: keys made earlier.
    /// - Throws: `ForgeError` if OpenSSL cannot make a key.
    package init(
        _ name: String,
        seed: UInt64,
        keys ring: KeyRing = .shared
    ) throws(ForgeError) {
        do {
            // No entity has a name with a space, so no entity gets the same key.
            let source = KeyRecipe.Source.derived(seed: seed, name: "log " + name)
            key = try ring.key(KeyRecipe(algorithm: .p256, source: source)).key
            id = try Digest.sha256.hash(key.spki)
        } catch {
            throw .openSSL(entity: "logs." + name, error)
        }
    }
}

extension ForgedPKI {
    /// Returns the SCTs that a server or an OCSP response sends with a certificate: a
    /// SignedCertificateTimestampList (RFC 6962 §3.3).
    ///
    /// - Parameters:
    ///   - list: the entries, in their order.
    ///   - entity: the entity whose certificate the SCTs come with.
    ///   - now: the instant that relative times count from.
    /// - Returns: the list in its TLS encoding.
    /// - Throws: `ForgeError` if an entry names an entity that does not exist.
    package func scts(
        _ list: [DeclaredSCT],
        of entity: String,
        at now: Instant
    ) throws(ForgeError) -> [UInt8] {
        try SCTMaking(seed: seed, now: now, label: entity + ".scts")
            .list(list, of: entity) { name throws(ForgeError) in
                try members.logEntry(of: name, for: entity)
            }
    }
}

extension [String: ForgedPKI.Member] {
    /// Returns an entity's certificate as an x509_entry.
    fileprivate func logEntry(of name: String, for entity: String) throws(ForgeError) -> [UInt8] {
        guard let member = self[name] else {
            throw .unknownEntity(name, field: .of, of: entity + ".scts")
        }
        return [0, 0] + member.certificate.vector(lengthBytes: 3)
    }
}

extension Forging {
    /// Returns the extension with the SCTs in an entity's certificate.
    func timestampExtension(
        _ list: [DeclaredSCT],
        of name: String
    ) throws(ForgeError) -> CertificateFields.Extension {
        let list = try SCTMaking(seed: seed, now: now, label: name + ".scts")
            .list(list, of: name) { name throws(ForgeError) in try precertificate(of: name) }
        return CertificateFields.Extension(
            .signedCertificateTimestamps,
            value: DERWriter.bytes { $0.primitive(.octetString, list) }
        )
    }

    /// Returns the extension with the SCTs in an OCSP response's entry about an entity.
    func timestampExtension(
        _ list: [DeclaredSCT],
        answeringFor name: String,
        _ members: [String: ForgedPKI.Member]
    ) throws(ForgeError) -> CertificateFields.Extension {
        let list = try SCTMaking(seed: seed, now: now, label: name + ".ocsp.scts")
            .list(list, of: name) { other throws(ForgeError) in
                try members.logEntry(of: other, for: name + ".ocsp")
            }
        return CertificateFields.Extension(
            .ocspSCTs,
            value: DERWriter.bytes { $0.primitive(.octetString, list) }
        )
    }

    /// Returns a precert_entry: the digest of the issuer's key, and the certificate's fields without
    /// SCTs.
    private func precertificate(of name: String) throws(ForgeError) -> [UInt8] {
        let (fields, issuer, _) = try unsigned(name)
        do {
            return [0, 1] + (try Digest.sha256.hash(issuer.key.key.spki))
                + fields.tbs.vector(lengthBytes: 3)
        } catch {
            throw .openSSL(entity: name, error)
        }
    }
}

/// Makes lists of SCTs.
private struct SCTMaking {
    let seed: UInt64
    let now: Instant
    /// The name of the list in errors.
    let label: String

    /// Returns the list of these SCTs.
    ///
    /// An SCT covers the certificate of `entity` unless it states another entity; `logEntry`
    /// returns the LogEntryType and the log entry of an entity.
    func list(
        _ declared: [DeclaredSCT],
        of entity: String,
        _ logEntry: (String) throws(ForgeError) -> [UInt8]
    ) throws(ForgeError) -> [UInt8] {
        var list: [UInt8] = []
        for declared in declared {
            switch declared {
            case .bytes(let bytes): list += bytes
            case .made(let promise):
                let made = try timestamp(promise, logEntry(promise.of ?? entity))
                list += made.vector(lengthBytes: 2)
            }
        }
        return list.vector(lengthBytes: 2)
    }

    /// Returns a SignedCertificateTimestamp of version 1.
    private func timestamp(
        _ promise: LogPromise,
        _ logEntry: [UInt8]
    ) throws(ForgeError) -> [UInt8] {
        let log = try ForgedLog(promise.log, seed: seed)
        let signer = try promise.signer.map { name throws(ForgeError) in
            try ForgedLog(name, seed: seed)
        }
        let instant = promise.at.instant(at: now)
        guard let seconds = UInt64(exactly: instant.seconds), seconds < .max / 1_000 else {
            throw .timeOutOfRange(entity: label, instant)
        }
        let time = withUnsafeBytes(of: (seconds * 1_000).bigEndian, Array.init)
        let noExtensions: [UInt8] = [0, 0]
        // Version 1, and certificate_timestamp as the type of the signed data.
        let signed = [0, 0] + time + logEntry + noExtensions
        let signature: [UInt8]
        do {
            signature = try (signer ?? log).key.sign(signed, by: .ecdsa(.sha256))
        } catch {
            throw .openSSL(entity: label, error)
        }
        // SHA-256 and ECDSA (RFC 5246 §7.4.1.4.1).
        let made = [0] + log.id + time + noExtensions + [4, 3]
        return made + signature.vector(lengthBytes: 2)
    }
}
