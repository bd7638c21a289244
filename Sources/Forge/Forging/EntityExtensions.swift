import Crypto
import X509

extension Forging {
    /// Returns an entity's extensions without the SCTs: first the extensions of its role and its
    /// stated extensions, then the added extensions.
    ///
    /// Dropped extensions are removed, and explicit criticality is applied, at the end.
    func extensions(
        of name: String,
        _ subject: Subject,
        _ issuer: Subject
    ) throws(ForgeError)
        -> [CertificateFields.Extension]
    {
        let entity = subject.entity.entity
        var extensions = subject.constraints() + subject.policies() + subject.usages()
        extensions += subject.names()
        extensions += subject.keyIdentifiers(issuedBy: issuer)
        if let points = entity.crlDistributionPoints, !points.isEmpty {
            let value = try distributionPoints(points, of: name)
            extensions.append(CertificateFields.Extension(.crlDistributionPoints, value: value))
        }
        if let places = entity.issuerPlaces, !places.isEmpty {
            let value = ExtensionValue.issuersAt(places)
            let id = ObjectIdentifier.authorityInformationAccess
            extensions.append(CertificateFields.Extension(id, value: value))
        }
        if entity.mustStaple == true {
            let value = ExtensionValue.tlsFeature([ExtensionValue.statusRequest])
            extensions.append(CertificateFields.Extension(.tlsFeature, value: value))
        }
        extensions += entity.extensions.map(CertificateFields.Extension.init)
        try extensions.mark(drop: entity.drop, critical: entity.critical, of: name)
        return extensions
    }
}

extension [CertificateFields.Extension] {
    /// Removes dropped extensions and applies explicit criticality.
    mutating func mark(
        drop: [ObjectIdentifier],
        critical: [ObjectIdentifier: Bool],
        of name: String
    ) throws(ForgeError) {
        for identifier in drop {
            guard contains(where: { $0.id == identifier }) else {
                throw .noExtension(entity: name, identifier)
            }
            removeAll { $0.id == identifier }
        }
        let marks = critical.sorted { $0.key.description < $1.key.description }
        for (identifier, critical) in marks {
            guard contains(where: { $0.id == identifier }) else {
                throw .noExtension(entity: name, identifier)
            }
            for index in indices where self[index].id == identifier {
                self[index].critical = critical
            }
        }
    }
}

extension Forging.Subject {
    private typealias Extension = CertificateFields.Extension

    /// A certificate of version 1 or 2 has only the extensions that are stated.
    private var hasDefaults: Bool { entity.entity.version ?? 3 >= 3 }

    fileprivate func constraints() -> [CertificateFields.Extension] {
        let entity = entity.entity
        var extensions: [Extension] = []
        if hasDefaults || entity.isCA != nil || entity.pathLength != nil {
            let value = ExtensionValue.basicConstraints(
                isCA: entity.isCA ?? (entity.role != .endEntity),
                pathLength: entity.pathLength
            )
            extensions.append(Extension(.basicConstraints, critical: true, value: value))
        }
        if let constraints = entity.nameConstraints {
            let value = ExtensionValue.nameConstraints(constraints)
            extensions.append(Extension(.nameConstraints, critical: true, value: value))
        }
        return extensions
    }

    /// Returns the extensions on certificate policies, critical if RFC 5280 §4.2.1.4, .5, .11 and
    /// .14 require or recommend it.
    ///
    /// A list that is stated and empty omits its extension.
    fileprivate func policies() -> [CertificateFields.Extension] {
        let entity = entity.entity
        var extensions: [Extension] = []
        if let policies = entity.policies, !policies.isEmpty {
            let value = ExtensionValue.certificatePolicies(policies)
            extensions.append(Extension(.certificatePolicies, value: value))
        }
        if let mappings = entity.policyMappings, !mappings.isEmpty {
            let value = ExtensionValue.policyMappings(mappings)
            extensions.append(Extension(.policyMappings, critical: true, value: value))
        }
        if let constraints = entity.policyConstraints {
            let value = ExtensionValue.policyConstraints(constraints)
            extensions.append(Extension(.policyConstraints, critical: true, value: value))
        }
        if let count = entity.inhibitAnyPolicy {
            let value = ExtensionValue.inhibitAnyPolicy(count)
            extensions.append(Extension(.inhibitAnyPolicy, critical: true, value: value))
        }
        return extensions
    }

    /// Returns keyUsage and extendedKeyUsage; a list that is stated and empty omits its extension.
    fileprivate func usages() -> [CertificateFields.Extension] {
        let entity = entity.entity
        var extensions: [Extension] = []
        if let bits = entity.keyUsage ?? (hasDefaults ? defaultKeyUsage : nil), !bits.isEmpty {
            let value = ExtensionValue.keyUsage(bits)
            extensions.append(Extension(.keyUsage, critical: true, value: value))
        }
        let isServer = hasDefaults && entity.role == .endEntity
        if let purposes = entity.extendedKeyUsage ?? (isServer ? [.serverAuth] : nil),
            !purposes.isEmpty
        {
            let value = ExtensionValue.extendedKeyUsage(purposes)
            extensions.append(Extension(.extendedKeyUsage, value: value))
        }
        return extensions
    }

    private var defaultKeyUsage: [KeyUsageBit] {
        switch entity.entity.role {
        case .rootCA, .intermediateCA: [.keyCertSign, .crlSign]
        case .endEntity:
            key.key.algorithm.family == .rsa
                ? [.digitalSignature, .keyEncipherment] : [.digitalSignature]
        }
    }

    /// Returns subjectAltName; a list that is stated and empty omits the extension.
    fileprivate func names() -> [CertificateFields.Extension] {
        let names = entity.names
        guard !names.isEmpty else { return [] }
        let entity = entity.entity
        // If the subject is empty, subjectAltName has the only names and must be critical (RFC 5280
        // §4.2.1.6).
        let critical = entity.subject?.relativeNames.isEmpty ?? false
        let value = ExtensionValue.generalNames(names)
        return [Extension(.subjectAlternativeName, critical: critical, value: value)]
    }

    /// Returns the key identifiers; by default, an entity that issues itself has no
    /// authorityKeyIdentifier (RFC 5280 §4.2.1.1).
    fileprivate func keyIdentifiers(
        issuedBy issuer: Forging.Subject
    ) -> [CertificateFields.Extension] {
        let standard: Entity.KeyID = hasDefaults ? .automatic : .none
        let ofIssuer: Entity.KeyID = entity.entity.issuer == .itself ? .none : standard
        var extensions: [Extension] = []
        if let bytes = (entity.entity.subjectKeyID ?? standard).bytes(or: key.identifier) {
            let value = ExtensionValue.subjectKeyIdentifier(bytes)
            extensions.append(Extension(.subjectKeyIdentifier, value: value))
        }
        if let bytes = (entity.entity.authorityKeyID ?? ofIssuer).bytes(or: issuer.keyIdentifier) {
            let value = ExtensionValue.authorityKeyIdentifier(bytes)
            extensions.append(Extension(.authorityKeyIdentifier, value: value))
        }
        return extensions
    }
}

extension ResolvedEntity {
    /// The names of subjectAltName, stated or by default.
    fileprivate var names: [DeclaredName] {
        let isServer = entity.version ?? 3 >= 3 && entity.role == .endEntity
        return entity.subjectAlternativeNames ?? (isServer ? [.dns("www.example.test")] : [])
    }
}

extension PKI {
    /// Returns this PKI with every entity's subjectAltName stated, so that a caller can change all
    /// names.
    ///
    /// - Throws: `ForgeError` if an entity copies an entity that does not exist, or itself.
    package func statingNames() throws(ForgeError) -> PKI {
        var stating = self
        for name in entities.keys {
            stating.entities[name]?.subjectAlternativeNames = try resolve(name).names
        }
        return stating
    }
}

extension Entity.KeyID {
    /// Returns the bytes of the identifier; nil if the extension is omitted.
    func bytes(or automatic: [UInt8]) -> [UInt8]? {
        switch self {
        case .automatic: automatic
        case .none: nil
        case .bytes(let bytes): bytes
        }
    }
}
