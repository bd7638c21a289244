import OpenSSL
import PKIX

extension ForgedPKI {
    /// The certificate that an intercepting proxy mints on the fly: the names and validity of the
    /// origin's, under an issuer of the proxy's own.
    ///
    /// Subject, subjectAltName and validity are the origin's. The key is a P-256
    /// key that one issuer uses for all its look-alikes, as proxies do; the serial number follows
    /// from the origin's certificate. The same origin gets the same bytes again.
    ///
    /// - Parameters:
    ///   - origin: the origin's end-entity certificate, DER.
    ///   - issuer: the name of the entity that issues it.
    ///   - ring: where keys that were made before are kept.
    /// - Returns: the look-alike and its key.
    /// - Throws: `ForgeError` where the origin does not decode or no entity has the issuer's name.
    package func lookAlike(
        of origin: [UInt8],
        issuedBy issuer: String,
        keys ring: KeyRing = .shared
    ) throws(ForgeError) -> Member {
        guard let authority = members[issuer] else {
            throw .unknownEntity(issuer, field: .issuer, of: "look-alike")
        }
        let shown: Certificate
        do {
            shown = try Certificate(der: origin)
        } catch {
            throw .undecodableOrigin(error)
        }
        let signing = try ResolvedEntity(
            Entity(role: .endEntity, issuer: .entity(issuer)),
            name: "look-alike"
        ).signatureAlgorithm(of: "look-alike", by: authority.key.algorithm)
        do {
            let source = KeyRecipe.Source.derived(seed: seed, name: "look-alikes of " + issuer)
            let key = try ring.key(KeyRecipe(algorithm: .p256, source: source))
            var serial = try Digest.sha256.hash(origin).prefix(16)
            serial[0] = serial[0] & 0x3f | 0x40
            let fields = CertificateFields(
                version: 3,
                serial: Array(serial),
                innerSignatureAlgorithm: signing.identifier,
                issuer: authority.subject,
                notBefore: Time(shown.validity.notBefore),
                notAfter: Time(shown.validity.notAfter),
                subject: Array(origin[shown.subject]),
                spki: key.key.spki,
                extensions: extensions(like: shown, key: key, issuer: authority),
                outerSignatureAlgorithm: signing.identifier
            )
            let tbs = fields.tbs
            let signature = try authority.key.sign(tbs, by: signing.scheme)
            return Member(
                certificate: fields.certificate(tbs: tbs, signature: signature),
                key: key.key,
                subject: fields.subject,
                keyIdentifier: key.identifier
            )
        } catch {
            throw .openSSL(entity: "look-alike", error)
        }
    }

    /// Those of every server's certificate, with the origin's names.
    private func extensions(
        like shown: Certificate,
        key: ForgedKey,
        issuer: Member
    ) -> [CertificateFields.Extension] {
        typealias Extension = CertificateFields.Extension
        let names = shown.extensions.list.filter {
            ObjectIdentifier(content: Array(shown.der[$0.identifier])) == .subjectAlternativeName
        }
        let leading = [
            Extension(
                .basicConstraints,
                critical: true,
                value: ExtensionValue.basicConstraints(isCA: false, pathLength: nil)
            ),
            Extension(
                .keyUsage,
                critical: true,
                value: ExtensionValue.keyUsage([.digitalSignature])
            ),
            Extension(
                .extendedKeyUsage,
                value: ExtensionValue.extendedKeyUsage([.serverAuth])
            ),
        ]
        let trailing = [
            Extension(
                .subjectKeyIdentifier,
                value: ExtensionValue.subjectKeyIdentifier(key.identifier)
            ),
            Extension(
                .authorityKeyIdentifier,
                value: ExtensionValue.authorityKeyIdentifier(issuer.keyIdentifier)
            ),
        ]
        let copied = names.map {
            Extension(
                .subjectAlternativeName,
                critical: $0.isCritical,
                value: Array(shown.der[$0.value])
            )
        }
        return leading + copied + trailing
    }
}

private typealias Time = CertificateFields.Time
