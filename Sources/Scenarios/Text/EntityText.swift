import FileFormat
import Forge
import OpenSSL
import PKIX

/// Writes an entity's fields: the inverse of `Forms.entity`.
struct EntityText {
    let name: String
    let entity: Entity
    /// Whether a server staples its response, so that a good one need not be stated.
    let isStapled: Bool

    /// The keys that state it.
    ///
    /// - Throws: `UnwritableWorld` for what the format cannot say.
    func fields() throws(UnwritableWorld) -> Written {
        let parts = [
            identity(try validity(), try entity.subject.map(writtenName), try issuerName()),
            try extensions(), try policies(), try changes(), signature(), try status(), damage(),
        ]
        return .mapping(parts.flatMap(\.entries))
    }

    // MARK: Identity

    private func identity(
        _ validity: Written?,
        _ subject: String?,
        _ issuerName: String?
    ) -> Written {
        .fields([
            "issuer": issuer,
            "key": entity.key.map { .word($0.rawValue) },
            "key-of": entity.keyOf.map(Written.text),
            "copy": entity.copy.map(Written.text),
            "valid": validity,
            "subject": subject.map(Written.text),
            "issuer-name": issuerName.map(Written.text),
        ])
    }

    private var issuer: Written? {
        switch entity.issuer {
        case .entity(let other): .text(other)
        // An entity without the key issues itself, unless the standard world gives it an issuer.
        case .itself: ["intermediate", "leaf"].contains(name) ? .word("self") : nil
        }
    }

    private func issuerName() throws(UnwritableWorld) -> String? {
        guard let issuerName = entity.issuerName else { return nil }
        return try writtenName(issuerName)
    }

    private func validity() throws(UnwritableWorld) -> Written? {
        switch (entity.notBefore, entity.notAfter) {
        case (let notBefore?, let notAfter?):
            .text(Validity(notBefore: notBefore, notAfter: notAfter).written)
        case (nil, nil): nil
        default: throw .halfValidity(entity: name)
        }
    }

    // MARK: Extensions

    private func extensions() throws(UnwritableWorld) -> Written {
        let san = try entity.subjectAlternativeNames.map(StatusText.names)
        let constraints = try entity.nameConstraints.map(Self.constraints)
        return .fields([
            "san": san,
            "ca": entity.isCA.map(Written.flag),
            "path-length": entity.pathLength.map(Written.number),
            "key-usage": entity.keyUsage.map { .words($0.map(\.rawValue)) },
            "extended-key-usage": entity.extendedKeyUsage.map { purposes in
                .texts(purposes.map(IdentifierWords.extendedKeyUsages.written))
            },
            "name-constraints": constraints,
            "subject-key-id": entity.subjectKeyID.map { .text($0.written) },
            "authority-key-id": entity.authorityKeyID.map { .text($0.written) },
            "inhibit-any-policy": entity.inhibitAnyPolicy.map(Written.number),
            "must-staple": entity.mustStaple.map(Written.flag),
        ])
    }

    private static func constraints(
        _ constraints: Entity.NameConstraints
    ) throws(UnwritableWorld) -> Written {
        .fields([
            "permitted": try subtrees(constraints.permitted),
            "excluded": try subtrees(constraints.excluded),
        ])
    }

    private static func subtrees(_ names: [DeclaredName]) throws(UnwritableWorld) -> Written? {
        var texts: [String] = []
        for name in names { texts.append(try name.writtenAsSubtree()) }
        return Written.texts(texts).unlessEmpty
    }

    private func policies() throws(UnwritableWorld) -> Written {
        .fields([
            "policies": entity.policies.map { policies in
                Written.texts(policies.map(IdentifierWords.policies.written)).orOne
            },
            "policy-mappings": try entity.policyMappings.map(mappings),
            "policy-constraints": entity.policyConstraints.map { constraints in
                .fields([
                    "require-explicit-policy":
                        constraints.requireExplicitPolicy.map(Written.number),
                    "inhibit-policy-mapping":
                        constraints.inhibitPolicyMapping.map(Written.number),
                ])
            },
        ])
    }

    /// The subjects' policies by the issuers'; a file names each of those once.
    private func mappings(_ mappings: [Entity.PolicyMapping]) throws(UnwritableWorld) -> Written {
        var domains: [(policy: ObjectIdentifier, subjects: [String])] = []
        for mapping in mappings {
            let subject = IdentifierWords.policies.written(mapping.subjectDomainPolicy)
            if domains.last?.policy == mapping.issuerDomainPolicy {
                domains[domains.count - 1].subjects.append(subject)
            } else {
                domains.append((mapping.issuerDomainPolicy, [subject]))
            }
        }
        guard Set(domains.map(\.policy)).count == domains.count else {
            throw .scatteredMappings(entity: name)
        }
        return .mapping(
            domains.map { policy, subjects in
                Written.Entry(
                    key: IdentifierWords.policies.written(policy),
                    value: Written.texts(subjects).orOne
                )
            }
        )
    }

    // MARK: The rest

    private func changes() throws(UnwritableWorld) -> Written {
        let places = try entity.crlDistributionPoints.map(StatusText.points)
        return .fields([
            "extensions": StatusText.extensions(entity.extensions),
            "drop": StatusText.dropped(entity.drop),
            "critical": StatusText.marks(entity.critical),
            "crl-distribution-points": places,
        ])
    }

    private func signature() -> Written {
        .fields([
            "digest": entity.digest.map { .word($0.rawValue) },
            "padding": entity.padding.map { .word($0.rawValue) },
            "serial": entity.serial.map { .word(writtenSerial($0)) },
            "x509-version": entity.version.map(Written.number),
        ])
    }

    private func status() throws(UnwritableWorld) -> Written {
        let isImplied = isStapled && entity.ocsp == StatusResponse()
        return .fields([
            "crl": entity.crl.map { StatusText.revocation($0).unlessEmpty ?? .word("revoked") },
            "ocsp": isImplied ? nil : entity.ocsp.map(StatusText.response),
        ])
    }

    private func damage() -> Written {
        .fields([
            "mutate": Written.words(entity.mutate).unlessEmpty,
            "raw": StatusText.surgery(entity.raw),
        ])
    }
}
