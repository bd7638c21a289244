import Crypto
import X509

extension ForgedPKI {
    /// Returns a certificate like the certificates that an intercepting proxy issues on the fly.
    ///
    /// The names and the validity come from the origin's certificate, but the issuer is the proxy.
    ///
    /// The key is a P-256 key that one issuer uses for all its look-alikes, as proxies do. The
    /// serial number is derived from the origin's certificate, so the same origin always gives the
    /// same bytes.
    ///
    /// - Parameters:
    ///   - origin: the origin's end-entity certificate, DER.
    ///   - issuer: the name of the entity that issues the look-alike.
    ///   - ring: the ring that keeps the keys.
    /// - Returns: the look-alike and its key.
    /// - Throws: `ForgeError` if the origin does not decode or no entity has the issuer's name.
    package func lookAlike(
        of origin: [UInt8],
        issuedBy issuer: String,
        keys ring: KeyRing = .shared
    ) throws(ForgeError) -> Member {
        guard let authority = members[issuer] else {
            throw .unknownEntity(issuer, field: .issuer, of: "look-alike")
        }
        let likeness = try Likeness(of: origin)
        let key: ForgedKey
        do {
            let source = KeyRecipe.Source.derived(seed: seed, name: "look-alikes of " + issuer)
            key = try ring.key(KeyRecipe(algorithm: .p256, source: source))
        } catch {
            throw .openSSL(entity: "look-alike", error)
        }
        return try authority.issue(likeness, to: key.key)
    }
}

/// The fields that make a certificate look like another certificate, or like the certificate of any
/// server or CA.
package struct Likeness: Sendable {
    /// The subject name, as a DER `Name`.
    package var subject: [UInt8]
    /// Extensions with alternative names: at most one, except in a broken certificate.
    package var names: [CertificateFields.Extension] = []
    package var notBefore, notAfter: Instant
    /// The serial number, as big-endian two's complement content bytes.
    package var serial: [UInt8]
    /// Whether the certificate is a CA certificate, with the extensions of a CA.
    package var isAuthority: Bool
    /// The issuer name as a DER `Name`; nil for the subject of the signing authority.
    package var issuer: [UInt8]?
    /// The identifier of the certificate's own key; nil for SHA-1 of the key's bits.
    package var keyIdentifier: [UInt8]?
    /// The identifier of the signing key; nil for the authority's key identifier.
    package var authorityKeyIdentifier: [UInt8]?

    /// Makes the likeness of a CA certificate with only a name.
    package init(authority: Name, notBefore: Instant, notAfter: Instant, serial: [UInt8]) {
        subject = authority.encoded
        (self.notBefore, self.notAfter, self.serial) = (notBefore, notAfter, serial)
        isAuthority = true
    }

    /// Copies the subject, alternative names and validity of a certificate, and derives the serial
    /// number from its bytes.
    ///
    /// - Throws: `ForgeError.undecodableOrigin`.
    package init(of origin: [UInt8]) throws(ForgeError) {
        let shown: Certificate
        do {
            shown = try Certificate(der: origin)
        } catch {
            throw .undecodableOrigin(error)
        }
        subject = Array(origin[shown.subject])
        names = shown.extensions.list.filter {
            ObjectIdentifier(content: Array(origin[$0.identifier])) == .subjectAlternativeName
        }.map {
            CertificateFields.Extension(
                .subjectAlternativeName,
                critical: $0.isCritical,
                value: Array(origin[$0.value])
            )
        }
        (notBefore, notAfter) = (shown.validity.notBefore, shown.validity.notAfter)
        isAuthority = false
        do {
            var digits = try Digest.sha256.hash(origin).prefix(16)
            // The serial number is positive and in shortest form.
            digits[0] = digits[0] & 0x3f | 0x40
            serial = Array(digits)
        } catch {
            throw .openSSL(entity: "look-alike", error)
        }
    }

    /// Replaces the subject and the names.
    package mutating func rename(_ subject: Name, names: [DeclaredName]) {
        self.subject = subject.encoded
        let value = ExtensionValue.generalNames(names)
        self.names = [CertificateFields.Extension(.subjectAlternativeName, value: value)]
    }
}

extension ForgedPKI.Member {
    /// Makes an authority from a certificate and a key that were not forged here.
    ///
    /// - Throws: `ForgeError.undecodableOrigin`.
    package init(certificate der: [UInt8], key: PrivateKey) throws(ForgeError) {
        let certificate: Certificate
        do {
            certificate = try Certificate(der: der)
        } catch {
            throw .undecodableOrigin(error)
        }
        let identifier = certificate.extensions.subjectKeyIdentifier.map { Array(der[$0]) }
        self.init(
            certificate: der,
            key: key,
            subject: Array(der[certificate.subject]),
            keyIdentifier: try Self.identifier(of: key, or: identifier)
        )
    }

    /// Returns a self-signed certificate.
    package static func selfSigned(
        _ likeness: Likeness,
        by key: PrivateKey
    ) throws(ForgeError) -> Self {
        let authority = Self(
            certificate: [],
            key: key,
            subject: likeness.subject,
            keyIdentifier: try identifier(of: key, or: likeness.keyIdentifier)
        )
        return try authority.issue(likeness, to: key)
    }

    /// Issues a certificate for a key, signed with SHA-256 if the authority's key uses a digest.
    package func issue(
        _ likeness: Likeness,
        to subjectKey: PrivateKey
    ) throws(ForgeError) -> Self {
        let signing = try ResolvedEntity(
            Entity(role: .endEntity, issuer: .itself),
            name: "look-alike"
        ).signatureAlgorithm(of: "look-alike", by: key.algorithm)
        let identifier = try Self.identifier(of: subjectKey, or: likeness.keyIdentifier)
        let fields = CertificateFields(
            version: 3,
            serial: likeness.serial,
            innerSignatureAlgorithm: signing.identifier,
            issuer: likeness.issuer ?? subject,
            notBefore: CertificateFields.Time(likeness.notBefore),
            notAfter: CertificateFields.Time(likeness.notAfter),
            subject: likeness.subject,
            spki: subjectKey.spki,
            extensions: likeness.extensions(
                for: subjectKey,
                identifier: identifier,
                issuer: likeness.authorityKeyIdentifier ?? keyIdentifier
            ),
            outerSignatureAlgorithm: signing.identifier
        )
        let tbs = fields.tbs
        do {
            let signature = try key.sign(tbs, by: signing.scheme)
            return Self(
                certificate: fields.certificate(tbs: tbs, signature: signature),
                key: subjectKey,
                subject: fields.subject,
                keyIdentifier: identifier
            )
        } catch {
            throw .openSSL(entity: "look-alike", error)
        }
    }

    /// Returns the stated identifier, or SHA-1 of the public key's bits (RFC 5280 §4.2.1.2 (1)).
    private static func identifier(
        of key: PrivateKey,
        or stated: [UInt8]?
    ) throws(ForgeError) -> [UInt8] {
        if let stated { return stated }
        do {
            return try Digest.sha1.hash(publicKeyBits(in: key.spki))
        } catch {
            throw .openSSL(entity: "look-alike", error)
        }
    }
}

extension Likeness {
    private typealias Extension = CertificateFields.Extension

    /// Returns the usual extensions of a server or CA certificate, with the names of this likeness.
    fileprivate func extensions(
        for key: PrivateKey,
        identifier: [UInt8],
        issuer: [UInt8]
    ) -> [CertificateFields.Extension] {
        let constraints = ExtensionValue.basicConstraints(isCA: isAuthority, pathLength: nil)
        let usage = ExtensionValue.keyUsage(usage(of: key))
        var extensions = [
            Extension(.basicConstraints, critical: true, value: constraints),
            Extension(.keyUsage, critical: true, value: usage),
        ]
        if !isAuthority {
            let purposes = ExtensionValue.extendedKeyUsage([.serverAuth])
            extensions.append(Extension(.extendedKeyUsage, value: purposes))
        }
        extensions += names
        let own = ExtensionValue.subjectKeyIdentifier(identifier)
        let authority = ExtensionValue.authorityKeyIdentifier(issuer)
        return extensions + [
            Extension(.subjectKeyIdentifier, value: own),
            Extension(.authorityKeyIdentifier, value: authority),
        ]
    }

    private func usage(of key: PrivateKey) -> [KeyUsageBit] {
        if isAuthority { return [.keyCertSign, .crlSign] }
        return key.algorithm.family == .rsa
            ? [.digitalSignature, .keyEncipherment] : [.digitalSignature]
    }
}
