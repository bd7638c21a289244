import Forge
import X509

/// The declarations of the population for the forge, and the facts that follow from them.
struct Declarations {
    private(set) var entities: [String: Entity] = [:]
    /// The facts in the order of declaration.
    private(set) var facts: [(name: String, facts: Member.Facts)] = []

    static let roots = ["a", "b", "p", "u"]
    static let hosts = ["www", "other", "*"]
    static let validities: [(name: String, days: ClosedRange<Int64>)] = [
        ("valid", -10...80), ("expired", -90 ... -1), ("future", 1...90),
    ]

    mutating func declare() {
        for root in Self.roots {
            authority(root)
            for intermediate in ["1", "2"] { authority("\(root)-\(intermediate)", below: root) }
            authority("\(root)-old", below: root, days: -200 ... -1)
        }
        authority("a-1-by-b", below: "b", withKeyOf: "a-1")
        authority("p-1-by-a", below: "a", withKeyOf: "p-1")
        authority("a-before", days: -400 ... -1, withKeyOf: "a")
        // Another CA with the name of a-1 and its own key.
        authority("namesake", below: "u", namedAs: "a-1")

        for issuer in Self.roots.flatMap({ [$0, "\($0)-1", "\($0)-2", "\($0)-old"] }) {
            endEntities(below: issuer)
        }
        for host in Self.hosts {
            for (validity, days) in Self.validities {
                endEntity("self/\(host)/\(validity)", below: nil, host: host, days: days)
            }
            endEntity("a-1/customer/\(host)", below: "a-1/customer", host: host)
            endEntity("a-1/forged/\(host)", below: "namesake", host: host)
            facts[facts.count - 1].facts.issuer = "a-1"
        }
    }

    private mutating func endEntities(below issuer: String) {
        for host in Self.hosts {
            for (validity, days) in Self.validities {
                endEntity("\(issuer)/\(host)/\(validity)", below: issuer, host: host, days: days)
            }
            let name = "\(issuer)/\(host)/renewed"
            endEntity(name, below: issuer, host: host, withKeyOf: "\(issuer)/\(host)/valid")
        }
        endEntity("\(issuer)/customer", below: issuer, host: "customer")
        let name = "\(issuer)/for-clients"
        endEntity(name, below: issuer, host: "www")
        entities[name]?.extendedKeyUsage = [.clientAuth]
        facts[facts.count - 1].facts.isForServers = false
    }

    private mutating func authority(
        _ name: String,
        below issuer: String? = nil,
        days: ClosedRange<Int64> = -400...2_000,
        withKeyOf owner: String? = nil,
        namedAs namesake: String? = nil
    ) {
        var entity = Entity(
            role: issuer == nil ? .rootCA : .intermediateCA,
            issuer: issuer.map(Entity.Issuer.entity) ?? .itself
        )
        let subject = owner ?? namesake ?? name
        entity.subject = Name((.commonName, subject))
        entity.keyOf = owner
        // Without the key identifier, only the signature distinguishes a namesake from the CA that
        // it imitates.
        if namesake != nil { entity.subjectKeyID = Entity.KeyID.none }
        add(
            name,
            entity,
            Member.Facts(
                subject: subject,
                key: owner ?? name,
                issuer: issuer ?? subject,
                signer: issuer ?? owner ?? name,
                isCA: true,
                validity: days.inSeconds
            )
        )
    }

    private mutating func endEntity(
        _ name: String,
        below issuer: String?,
        host: String,
        days: ClosedRange<Int64> = -10...80,
        withKeyOf owner: String? = nil
    ) {
        let host = "\(host).example.test"
        var entity = Entity(
            role: .endEntity,
            issuer: issuer.map(Entity.Issuer.entity) ?? .itself
        )
        entity.subjectAlternativeNames = [.dns(host)]
        entity.keyOf = owner
        // Every second certificate also has its host in the subject, so that some names are not
        // unique.
        let hasCommonName = name.utf8.count.isMultiple(of: 2)
        entity.subject = hasCommonName ? Name((.commonName, host)) : Name((.organization, name))
        if issuer == "namesake" { entity.authorityKeyID = Entity.KeyID.none }
        let subject = hasCommonName ? host : name
        add(
            name,
            entity,
            Member.Facts(
                subject: subject,
                key: owner ?? name,
                issuer: issuer.map(self.subject) ?? subject,
                signer: issuer ?? name,
                validity: days.inSeconds,
                hosts: [host],
                commonName: hasCommonName ? host : nil
            )
        )
    }

    private func subject(of name: String) -> String {
        facts.last { $0.name == name }?.facts.subject ?? name
    }

    private mutating func add(_ name: String, _ entity: Entity, _ facts: Member.Facts) {
        var entity = entity
        entity.notBefore = .relative(facts.validity.lowerBound)
        entity.notAfter = .relative(facts.validity.upperBound)
        entities[name] = entity
        self.facts.append((name, facts))
    }
}

extension ClosedRange<Int64> {
    /// Converts days to seconds.
    fileprivate var inSeconds: ClosedRange<Int64> { lowerBound * 86_400...upperBound * 86_400 }
}
