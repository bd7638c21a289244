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
        entity.mutate = texts("mutate") ?? []
        entity.raw = (value["raw"]?.elements ?? []).compactMap { surgery($0) }
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
        entity.extensions = (value["extensions"]?.elements ?? []).compactMap(addedExtension)
        entity.drop = (texts("drop") ?? []).compactMap {
            try? IdentifierWords.extensions.identifier($0)
        }
        for entry in value["critical"]?.entries ?? [] {
            if let identifier = try? IdentifierWords.extensions.identifier(entry.key) {
                entity.critical[identifier] = entry.value.text == "true"
            }
        }
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

    private func addedExtension(_ value: Value) -> Entity.AddedExtension? {
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

    private mutating func surgery(_ value: Value) -> Surgery? {
        guard value.entries.count == 1, let operation = value.entries.first else {
            let keys = [
                "drop", "duplicate", "set", "retag", "relength", "swap", "truncate", "resign",
            ]
            report(.exactlyOne(of: keys, in: "an operation"), value.place)
            return nil
        }
        let operands = operation.value
        let at = operands["at"]?.text ?? ""
        let hex = operands["hex"]?.text.flatMap { [UInt8](hex: $0) } ?? []
        switch operation.key {
        case "drop": return operands.text.map { .drop(path: $0) }
        case "duplicate": return operands.text.map { .duplicate(path: $0) }
        case "set": return .set(path: at, encoding: hex)
        case "retag":
            let tag = operands["tag"]?.text.flatMap { [UInt8](hex: $0) }?.first
            return tag.map { .retag(path: at, tag: $0) }
        case "relength": return .relength(path: at, octets: hex)
        case "swap": return operands["with"]?.text.map { .swap(path: at, with: $0) }
        case "truncate":
            return operands["to"]?.text.flatMap(wholeNumber).map { .truncate(path: at, count: $0) }
        default: return operands.text == "true" ? .resign : nil
        }
    }

    private func text(_ key: String) -> String? { value[key]?.text }

    private func texts(_ key: String) -> [String]? { value[key]?.elements.compactMap(\.text) }

    private mutating func report(_ fault: Fault, _ place: Place, _ text: String? = nil) {
        diagnostics.append(Diagnostic(fault, at: place, text: text))
    }
}
