import Crypto
import Forge
import TLS
import X509

extension Setup {
    /// The setup of a scenario that states no setup: a root, an intermediate and a server
    /// certificate, served to a client that trusts the root.
    package static let standard: Setup = {
        var leaf = Entity(role: .endEntity, issuer: .entity("intermediate"))
        leaf.subjectAlternativeNames = [.dns("www.example.test")]
        let entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": leaf,
        ]
        return Setup(
            pki: PKI(entities: entities),
            serve: ["leaf", "intermediate"],
            connect: .dns("www.example.test"),
            versions: .v1_2 ... .v1_3,
            serverKeyOf: nil,
            serverFaults: [],
            proxy: nil,
            address: .ipv4,
            trust: ["root"],
            userTrust: [],
            pins: nil,
            clock: nil
        )
    }()
}

extension Setup {
    /// Assigns roles as the reader of scenario files does: an entity is a CA if it issues another
    /// entity, signs the certificates that a proxy forges, or is one of the two CAs of the baseline
    /// setup.
    package mutating func settleRoles() {
        var issuers: Set<String> = []
        for (name, entity) in pki.entities {
            if case .entity(let issuer) = entity.issuer, issuer != name { issuers.insert(issuer) }
        }
        settleRoles(issuers: issuers)
    }

    /// Assigns roles to entities as stated in a file, where an entity that names itself as its
    /// issuer is a self-issued CA.
    mutating func settleStatedRoles() {
        var issuers: Set<String> = []
        for (name, entity) in pki.entities {
            guard case .entity(let issuer) = entity.issuer else { continue }
            issuers.insert(issuer)
            if issuer == name { pki.entities[name]?.issuer = .itself }
        }
        settleRoles(issuers: issuers)
    }

    private mutating func settleRoles(issuers: Set<String>) {
        var issuers = issuers.union(BaselineSetup.authorities)
        if case .mintsUnder(let minter) = proxy { issuers.insert(minter) }
        for name in pki.entities.keys {
            let isOwn = pki.entities[name]?.issuer == .itself
            let role: Entity.Role =
                !issuers.contains(name) ? .endEntity : isOwn ? .rootCA : .intermediateCA
            pki.entities[name]?.role = role
        }
    }
}
