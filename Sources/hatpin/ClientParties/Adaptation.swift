import Crypto
import Forge
import Runner
import ScenarioFormat
import TLS
import X509

/// A change of all setups that makes a program accept valid servers, which it otherwise rejects.
///
/// No change affects the attack of a case.
enum Adaptation: String, CaseIterable, Sendable {
    /// For programs that reject certificates without a common name, as fetchmail 6.4 does.
    case commonName = "a common name in the server's certificate"
    /// For programs that know no elliptic curves.
    case rsaKeys = "RSA keys"
    /// For programs that fail with TLS 1.3.
    case oldVersion = "TLS 1.2"
    /// For programs that read the trust anchor from the served chain.
    case servedAnchor = "the trust anchor in the served chain"

    /// Changes a setup, and the earlier steps of the setup.
    func apply(to setup: inout Setup) {
        for index in setup.earlier.indices { apply(to: &setup.earlier[index]) }
        switch self {
        case .commonName:
            for (name, entity) in setup.pki.entities where entity.role == .endEntity {
                guard entity.subject == nil, let host = entity.firstHost else { continue }
                setup.pki.entities[name]?.subject = Name(
                    (.organization, "Hatpin"),
                    (.commonName, host)
                )
            }
        case .rsaKeys:
            for name in setup.pki.entities.keys where setup.pki.entities[name]?.key == nil {
                setup.pki.entities[name]?.key = .rsa2048
            }
        case .oldVersion:
            guard setup.versions.contains(.v1_2) else { return }
            setup.versions = setup.versions.lowerBound ... .v1_2
        case .servedAnchor:
            let anchors = setup.trust.filter { !setup.serve.contains($0) }
            if setup.serve.count > 1 { setup.serve += anchors.prefix(1) }
        }
    }
}

extension Entity {
    /// The first DNS name that the certificate is for; nil if the certificate has no DNS name.
    fileprivate var firstHost: String? {
        // An end entity that states no names gets this name.
        let names = subjectAlternativeNames ?? [.dns("www.example.test")]
        return names.lazy.compactMap {
            if case .dns(let name) = $0 { name } else { nil }
        }
        .first
    }
}
