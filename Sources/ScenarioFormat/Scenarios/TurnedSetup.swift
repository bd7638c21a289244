import Crypto
import Forge
import TLS
import X509

/// The relying party's end of a connection.
package enum RelyingEnd: String, CaseIterable, Hashable, Sendable {
    /// The party verifies a server's certificate.
    case client
    /// The party verifies a client's certificate.
    case server

    /// The prefix of the names of programs at this end, such as `client/curl`.
    package var prefix: String { rawValue + "/" }

    /// The other end, whose certificates the party verifies.
    package var peer: String {
        switch self {
        case .client: RelyingEnd.server.rawValue
        case .server: RelyingEnd.client.rawValue
        }
    }
}

extension Setup {
    /// The user that client certificates are for, unless their subject is stated.
    package static let usualUser = "alice"

    /// Returns the setup for a relying party at this end.
    package func turned(to end: RelyingEnd) -> Setup { end == self.end ? self : turned }

    /// The same certificates, presented by the other end: by a client to a server, or the reverse.
    ///
    /// serverAuth and clientAuth are swapped in all certificates, except that a setup that only
    /// servers can be tested with keeps its stated purposes. Without a stated subject, the
    /// presented certificate names a user.
    private var turned: Setup {
        var turned = self
        turned.end = end == .client ? .server : .client
        for (name, entity) in pki.entities {
            var entity = entity
            // A copy has the purposes of its original.
            let isUsual = entity.role == .endEntity && entity.copy == nil
            entity.extendedKeyUsage =
                entity.extendedKeyUsage.map { isOfServers ? $0 : $0.map(\.turned) }
                ?? (isUsual ? [.clientAuth] : nil)
            if name == serve.first, entity.subject == nil, entity.copy == nil {
                entity.subject = Self.usualSubject
            }
            turned.pki.entities[name] = entity
        }
        turned.earlier = earlier.map(\.turned)
        return turned
    }

    private static let usualSubject = Name((.organization, "Hatpin"), (.commonName, usualUser))

    /// The user that the presented certificate is for: its common name.
    package var presentedUser: String {
        let stated = serve.first.flatMap { pki.entities[$0]?.subject }
        let name = stated?.relativeNames.joined().first { $0.type == .commonName }
        return name.map { String(decoding: $0.value, as: UTF8.self) } ?? Self.usualUser
    }

    /// A feature of the setup that only a server can have, such as OCSP stapling; nil for none.
    var serversOwn: String? {
        if proxy != nil { return "an intercepting proxy" }
        if staples.contains(where: { $0 != nil })
            || pki.entities.values.contains(where: { $0.mustStaple == true })
        {
            return "OCSP stapling"
        }
        if !scts.isEmpty || pki.entities.values.contains(where: { $0.scts != nil }) {
            return "SCTs"
        }
        if versions.upperBound < .v1_2 || suites != nil { return "a server's choice of TLS" }
        return nil
    }
}

extension ObjectIdentifier {
    /// clientAuth for serverAuth, and serverAuth for clientAuth; other purposes do not change.
    fileprivate var turned: ObjectIdentifier {
        switch self {
        case .serverAuth: .clientAuth
        case .clientAuth: .serverAuth
        default: self
        }
    }
}
