import Crypto
import X509

extension Forging {
    private typealias Extension = CertificateFields.Extension

    /// Returns a signed CRL (RFC 5280 §5.1), changed by its surgery.
    func revocationList(
        _ list: RevocationList,
        named name: String
    ) throws(ForgeError) -> [UInt8] {
        let label = "crls." + name
        let issuer = try subject(list.issuer, field: .issuer, of: label)
        let key = try subject(list.signer ?? list.issuer, field: .signer, of: label).key.key
        let signer = try signer(of: label, digest: list.digest, key: key)
        let tbs = try tbs(list, issuer, signer.algorithm.identifier, of: label)
        let signature = try signer.signature(over: tbs)
        let encoded = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(tbs)
                writer.raw(signer.algorithm.identifier)
                writer.bitString(signature)
            }
        }
        guard !list.raw.isEmpty else { return encoded }
        var tree = SignedTree(encoded, as: .revocationList)
        try signer.operate(list.raw, on: &tree)
        return tree.encoded
    }

    private func tbs(
        _ list: RevocationList,
        _ issuer: Subject,
        _ algorithm: [UInt8],
        of label: String
    ) throws(ForgeError) -> [UInt8] {
        let entries = try entries(of: list, label)
        let extensions = try extensions(of: list, issuer, label)
        let thisUpdate = try time(list.thisUpdate, of: label)
        var nextUpdate: CertificateFields.Time?
        if let stated = list.nextUpdate { nextUpdate = try time(stated, of: label) }
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                if list.version != 1 { writer.integer(list.version &- 1) }
                writer.raw(algorithm)
                writer.raw(issuer.name)
                writer.string(thisUpdate.tag, thisUpdate.text)
                if let nextUpdate { writer.string(nextUpdate.tag, nextUpdate.text) }
                // The field is absent if no certificate is listed (RFC 5280 §5.1.2.6).
                if !entries.isEmpty { writer.constructed(.sequence) { $0.raw(entries) } }
                if !extensions.isEmpty {
                    writer.constructed(.context(0, constructed: true)) { $0.extensions(extensions) }
                }
            }
        }
    }

    /// Returns the content of revokedCertificates.
    private func entries(
        of list: RevocationList,
        _ label: String
    ) throws(ForgeError) -> [UInt8] {
        let own = subjects.filter { name, subject in
            subject.entity.entity.crl != nil && issuer(of: name) == list.issuer
        }
        var entries = otherEntries(list.others, date: try time(Revocation().date, of: label))
        // An entry without certificateIssuer has the issuer of the entry before it.
        var current = list.issuer
        for name in list.revokes ?? own.keys.sorted() {
            let entity = try subject(name, field: .revokes, of: label).entity.entity
            let revocation = list.entries[name] ?? entity.crl ?? Revocation()
            let date = try time(revocation.date, of: label)
            let serial = try serial(of: name, entity)
            var extensions: [Extension] = []
            if let reason = revocation.reason {
                extensions.append(Extension(.reasonCode, value: ExtensionValue.reasonCode(reason)))
            }
            if let issuer = issuer(of: name), issuer != current {
                let names = try issuerNames(issuer, field: .issuer, of: name)
                // The extension certificateIssuer is critical (RFC 5280 §5.3.3).
                extensions.append(Extension(.certificateIssuer, critical: true, value: names))
                current = issuer
            }
            extensions += revocation.extensions.map(Extension.init)
            entries += DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.primitive(.integer, serial)
                    writer.string(date.tag, date.text)
                    if !extensions.isEmpty { writer.extensions(extensions) }
                }
            }
        }
        return entries
    }

    /// Returns this many entries, whose serial numbers of four bytes belong to no entity.
    private func otherEntries(_ count: Int, date: CertificateFields.Time) -> [UInt8] {
        guard count > 0 else { return [] }
        let entry = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.primitive(.integer, [0x40, 0, 0, 0])
                writer.string(date.tag, date.text)
            }
        }
        var entries: [UInt8] = []
        entries.reserveCapacity(count * entry.count)
        for number in 0..<count {
            let serial = UInt32(truncatingIfNeeded: number)
            entries += entry
            let place = entries.count - entry.count + 5
            entries[place] = UInt8(truncatingIfNeeded: serial >> 16)
            entries[place + 1] = UInt8(truncatingIfNeeded: serial >> 8)
            entries[place + 2] = UInt8(truncatingIfNeeded: serial)
        }
        return entries
    }

    private func extensions(
        of list: RevocationList,
        _ issuer: Subject,
        _ label: String
    ) throws(ForgeError) -> [Extension] {
        var extensions: [Extension] = []
        if let bytes = list.authorityKeyID.bytes(or: issuer.keyIdentifier) {
            let value = ExtensionValue.authorityKeyIdentifier(bytes)
            extensions.append(Extension(.authorityKeyIdentifier, value: value))
        }
        if let number = list.number {
            let value = DERWriter.bytes { $0.primitive(.integer, number) }
            extensions.append(Extension(.crlNumber, value: value))
        }
        // deltaCRLIndicator and issuingDistributionPoint are critical (RFC 5280 §5.2.4, §5.2.5).
        if let base = list.deltaOf {
            let value = DERWriter.bytes { $0.primitive(.integer, base) }
            extensions.append(Extension(.deltaCRLIndicator, critical: true, value: value))
        }
        if let scope = list.scope {
            let value = ExtensionValue.issuingDistributionPoint(scope)
            extensions.append(Extension(.issuingDistributionPoint, critical: true, value: value))
        }
        extensions += list.extensions.map(Extension.init)
        try extensions.mark(drop: list.drop, critical: list.critical, of: label)
        return extensions
    }

    /// Returns the issuer of an entity's certificate; nil for an unknown entity.
    func issuer(of name: String) -> String? {
        switch subjects[name]?.entity.entity.issuer {
        case .itself: name
        case .entity(let issuer): issuer
        case nil: nil
        }
    }

    /// Returns the value of cRLDistributionPoints.
    func distributionPoints(
        _ points: [DeclaredPoint],
        of name: String
    ) throws(ForgeError) -> [UInt8] {
        var encoded: [UInt8] = []
        for point in points {
            var issuer: [UInt8] = []
            if let entity = point.issuer {
                issuer = try issuerNames(entity, field: .issuer, of: name)
            }
            encoded += ExtensionValue.distributionPoint(point, issuer: issuer)
        }
        return DERWriter.bytes { writer in writer.constructed(.sequence) { $0.raw(encoded) } }
    }

    /// Returns GeneralNames with an entity's name.
    private func issuerNames(
        _ entity: String,
        field: ForgeError.Reference,
        of label: String
    ) throws(ForgeError) -> [UInt8] {
        let name = try subject(entity, field: field, of: label).name
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.context(4, constructed: true)) { $0.raw(name) }
            }
        }
    }

    /// Returns the signer with this key and digest for a CRL or an OCSP response.
    func signer(
        of label: String,
        digest: Digest?,
        key: PrivateKey
    ) throws(ForgeError) -> Signer {
        var entity = Entity(role: .endEntity, issuer: .itself)
        entity.digest = digest
        return try signer(of: label, declared: ResolvedEntity(entity, name: label), key: key)
    }
}
