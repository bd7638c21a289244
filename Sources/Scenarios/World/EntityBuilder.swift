import FileFormat
import Forge
import OpenSSL
import PKIX

/// Makes a declared entity of the fields that a world states.
///
/// Fields whose shape is unsound were reported before and count as not stated.
struct EntityBuilder {
    private let name: String
    private let value: Value
    private let issues: Bool
    private(set) var diagnostics: [Diagnostic] = []

    /// An entity that others (or a proxy) have sign, if it `issues`.
    init(_ entry: Value.Entry, issues: Bool) {
        name = entry.key
        value = entry.value
        self.issues = issues
    }

    mutating func entity() -> Entity {
        let issuer: Entity.Issuer =
            switch text("issuer") {
            case nil, "self", name: .itself
            case let other?: .entity(other)
            }
        let role: Entity.Role =
            if !issues { .endEntity } else if issuer == .itself { .rootCA } else { .intermediateCA }
        var entity = Entity(role: role, issuer: issuer)
        setIdentity(of: &entity)
        setExtensions(of: &entity)
        setSignature(of: &entity)
        var status = StatusBuilder()
        status.setStatus(of: &entity, value)
        diagnostics += status.diagnostics
        entity.mutate = texts("mutate") ?? []
        var surgery = SurgeryReader()
        entity.raw = surgery.surgery(value["raw"])
        diagnostics += surgery.diagnostics
        return entity
    }

    private mutating func setIdentity(of entity: inout Entity) {
        entity.key = text("key").flatMap(KeyAlgorithm.init)
        entity.keyOf = text("key-of")
        if entity.key != nil, let keyOf = value.entry("key-of") {
            let help = "to change what a base states, take the other away with ~"
            report(.exclusive("key", "key-of", help: help), keyOf.place, "key-of")
        }
        entity.copy = text("copy")
        let validity = text("valid").flatMap { try? Validity($0) }
        entity.notBefore = validity?.notBefore
        entity.notAfter = validity?.notAfter
        entity.subject = text("subject").flatMap { try? distinguishedName($0) }
        entity.issuerName = text("issuer-name").flatMap { try? distinguishedName($0) }
    }

    private func setExtensions(of entity: inout Entity) {
        entity.subjectAlternativeNames = texts("san")?.compactMap { try? DeclaredName(san: $0) }
        entity.isCA = text("ca").map { $0 == "true" }
        entity.pathLength = text("path-length").flatMap(wholeNumber)
        entity.keyUsage = texts("key-usage")?.compactMap(KeyUsageBit.init)
        entity.extendedKeyUsage = texts("extended-key-usage")?.compactMap {
            try? IdentifierWords.extendedKeyUsages.identifier($0)
        }
        if let constraints = value["name-constraints"] {
            entity.nameConstraints = Entity.NameConstraints(
                permitted: subtrees(constraints["permitted"]),
                excluded: subtrees(constraints["excluded"])
            )
        }
        setPolicies(of: &entity)
        entity.subjectKeyID = text("subject-key-id").flatMap { try? Entity.KeyID($0) }
        entity.authorityKeyID = text("authority-key-id").flatMap { try? Entity.KeyID($0) }
        entity.extensions = (value["extensions"]?.elements ?? [])
            .compactMap(Self.addedExtension)
        entity.drop = Self.dropped(value["drop"])
        entity.critical = Self.marks(value["critical"])
    }

    private func setPolicies(of entity: inout Entity) {
        entity.policies = texts("policies")?.compactMap(policy)
        entity.policyMappings = value["policy-mappings"]?.entries.flatMap { entry in
            entry.value.elements.compactMap { element -> Entity.PolicyMapping? in
                guard let issuers = policy(entry.key),
                    let subjects = element.text.flatMap(policy)
                else { return nil }
                return Entity.PolicyMapping(issuers, subjects)
            }
        }
        if let constraints = value["policy-constraints"] {
            entity.policyConstraints = Entity.PolicyConstraints(
                requireExplicitPolicy: constraints["require-explicit-policy"]?.text
                    .flatMap(wholeNumber),
                inhibitPolicyMapping: constraints["inhibit-policy-mapping"]?.text
                    .flatMap(wholeNumber)
            )
        }
        entity.inhibitAnyPolicy = text("inhibit-any-policy").flatMap(wholeNumber)
    }

    private func policy(_ text: String) -> ObjectIdentifier? {
        try? IdentifierWords.policies.identifier(text)
    }

    private func setSignature(of entity: inout Entity) {
        entity.digest = text("digest").flatMap(Digest.init)
        entity.padding = text("padding").flatMap(Entity.Padding.init)
        entity.serial = text("serial").flatMap { try? serialNumber($0) }
        entity.version = text("x509-version").flatMap(wholeNumber)
    }

    // MARK: Parts

    private func subtrees(_ value: Value?) -> [DeclaredName] {
        (value?.elements ?? []).compactMap { element in
            element.text.flatMap { try? DeclaredName(subtree: $0) }
        }
    }

    /// The extensions of `drop`.
    static func dropped(_ value: Value?) -> [ObjectIdentifier] {
        (value?.elements ?? []).compactMap { element in
            element.text.flatMap { try? IdentifierWords.extensions.identifier($0) }
        }
    }

    /// The extensions of `critical`.
    static func marks(_ value: Value?) -> [ObjectIdentifier: Bool] {
        var marks: [ObjectIdentifier: Bool] = [:]
        for entry in value?.entries ?? [] {
            if let identifier = try? IdentifierWords.extensions.identifier(entry.key) {
                marks[identifier] = entry.value.text == "true"
            }
        }
        return marks
    }

    /// An element of `extensions`.
    static func addedExtension(_ value: Value) -> Entity.AddedExtension? {
        guard
            let oid = value["oid"]?.text.flatMap({ try? IdentifierWords.extensions.identifier($0) }
            ),
            let octets = value["value"]?.text.flatMap({ [UInt8](hex: $0) })
        else { return nil }
        return Entity.AddedExtension(
            oid: oid,
            critical: value["critical"]?.text == "true",
            value: octets
        )
    }

    private func text(_ key: String) -> String? { value[key]?.text }

    private func texts(_ key: String) -> [String]? { value[key]?.elements.compactMap(\.text) }

    private mutating func report(_ fault: Fault, _ place: Place, _ text: String? = nil) {
        diagnostics.append(Diagnostic(fault, at: place, text: text))
    }
}
