import Crypto
import X509

/// An entity with its copied fields filled in.
struct ResolvedEntity: Hashable, Sendable {
    var entity: Entity
    /// The name in the default subject: the entity's own name, or the name of the entity that it
    /// copies.
    var subjectName: String
    /// Whether the entity itself states the digest and the padding of its signature, instead of
    /// copying them.
    var statesDigest, statesPadding: Bool

    /// Creates an entity that has not copied any field yet.
    init(_ entity: Entity, name: String) {
        self.entity = entity
        subjectName = name
        statesDigest = entity.digest != nil
        statesPadding = entity.padding != nil
    }
}

extension PKI {
    /// Returns the entity of this name with every copied field in place.
    func resolve(_ name: String) throws(ForgeError) -> ResolvedEntity {
        guard let entity = entities[name] else {
            throw .unknownEntity(name, field: .copy, of: name)
        }
        var resolved = ResolvedEntity(entity, name: name)
        var visited = [name]
        var next = entity.copy
        while let source = next {
            guard let copied = entities[source] else {
                throw .unknownEntity(source, field: .copy, of: visited[visited.count - 1])
            }
            guard !visited.contains(source) else { throw .circle(.copy, visited + [source]) }
            visited.append(source)
            resolved.entity.fill(from: copied)
            // The copy of a CA is a CA, though the copy issues nothing in this setup.
            if resolved.entity.role == .endEntity { resolved.entity.role = copied.role }
            resolved.subjectName = source
            next = copied.copy
        }
        return resolved
    }

    /// Returns the algorithm of an entity's key, which may be shared; P-256 if no algorithm is
    /// stated.
    package func algorithm(of name: String) -> KeyAlgorithm {
        let owner = try? keyOwner(of: name)
        return owner.flatMap { entities[$0]?.key } ?? .p256
    }

    /// Returns the role of an entity; nil if the entity, or an entity that it copies, does not
    /// exist, or if entities copy each other in a circle.
    package func role(of name: String) -> Entity.Role? { (try? resolve(name))?.entity.role }

    /// Returns the entity whose key an entity uses: itself, or the last of its `key-of` chain.
    ///
    /// - Throws: `ForgeError` for a reference to an entity that does not exist, and for a circle.
    package func keyOwner(of name: String) throws(ForgeError) -> String {
        var visited = [name]
        var owner = name
        while let next = entities[owner]?.keyOf {
            guard entities[next] != nil else {
                throw .unknownEntity(next, field: .keyOf, of: owner)
            }
            guard !visited.contains(next) else { throw .circle(.keyOf, visited + [next]) }
            visited.append(next)
            owner = next
        }
        return owner
    }
}

extension Entity {
    /// Copies from another entity every field that this entity does not state, except the key, the
    /// issuer, the issuer name and the revocation status.
    fileprivate mutating func fill(from other: Entity) {
        notBefore = notBefore ?? other.notBefore
        notAfter = notAfter ?? other.notAfter
        subject = subject ?? other.subject
        subjectAlternativeNames = subjectAlternativeNames ?? other.subjectAlternativeNames
        isCA = isCA ?? other.isCA
        pathLength = pathLength ?? other.pathLength
        keyUsage = keyUsage ?? other.keyUsage
        extendedKeyUsage = extendedKeyUsage ?? other.extendedKeyUsage
        nameConstraints = nameConstraints ?? other.nameConstraints
        policies = policies ?? other.policies
        policyMappings = policyMappings ?? other.policyMappings
        policyConstraints = policyConstraints ?? other.policyConstraints
        inhibitAnyPolicy = inhibitAnyPolicy ?? other.inhibitAnyPolicy
        crlDistributionPoints = crlDistributionPoints ?? other.crlDistributionPoints
        issuerPlaces = issuerPlaces ?? other.issuerPlaces
        mustStaple = mustStaple ?? other.mustStaple
        scts = scts ?? other.scts
        digest = digest ?? other.digest
        padding = padding ?? other.padding
        serial = serial ?? other.serial
        version = version ?? other.version
        subjectKeyID = subjectKeyID ?? other.subjectKeyID
        authorityKeyID = authorityKeyID ?? other.authorityKeyID
        if extensions.isEmpty { extensions = other.extensions }
        if drop.isEmpty { drop = other.drop }
        critical.merge(other.critical) { own, _ in own }
        if mutate.isEmpty { mutate = other.mutate }
        if raw.isEmpty { raw = other.raw }
        flippedByte = flippedByte ?? other.flippedByte
    }
}
