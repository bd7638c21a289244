import Basics
import Crypto
import Forge
import ScenarioFormat
import TLS
import X509

// Campaigns/Handshakes makes scripts of servers by chance, says by the standards' rules whether a client
// may go on after them, puts them before clients, and brings what it finds down to a scenario. How a
// script is played is TLSProtocol's, how programs are asked is Campaigns'.

/// The honest server that a script is an edit of.
package struct HandshakeSetting: Hashable, Sendable {
    /// TLS 1.2 or 1.3.
    package var version = TLSVersion.v1_3
    /// That of the leaf; P-256 where nil.
    package var key: KeyAlgorithm?
    /// The only suite that the server takes; nil for any.
    package var suite: CipherSuite?
    /// Whether the server asks for the client's certificate.
    package var asksClient = false
    /// Whether it has a staple, and whether it gives tickets.
    package var staples = false
    package var givesTickets = false

    package init(version: TLSVersion = .v1_3) { self.version = version }

    /// The one that these decisions choose.
    init(_ choices: inout Choices) {
        version = choices.chance(50) ? .v1_3 : .v1_2
        key = choices.one(of: Self.keys) ?? nil
        asksClient = choices.chance(15)
        staples = choices.chance(15)
        givesTickets = choices.chance(25)
        guard version == .v1_2, choices.chance(35) else { return }
        let family: KeyAlgorithm.Family = (key ?? .p256).family
        let fitting = CipherSuite.offered.filter {
            $0.keyExchange != .unstated && $0.isProved(by: family)
        }
        suite = choices.one(of: fitting)
    }

    /// The distribution, in tenths: the keys whose signatures cost least, most often.
    private static let keys: [KeyAlgorithm?] =
        [nil, nil, nil, nil, nil, nil, .rsa2048, .rsa2048, .ed25519, .p384]

    /// The baseline setup with this server, and with edits to its script.
    package func setup(_ edits: [String] = []) -> Setup {
        var setup = Setup.standard
        setup.versions = version...version
        setup.pki.entities["leaf"]?.key = key
        setup.suites = suite.map { [$0] }
        setup.clientAuthentication = asksClient ? .request : nil
        setup.tickets = givesTickets ? .resumed : nil
        if staples {
            setup.pki.entities["leaf"]?.ocsp = StatusResponse()
            setup.staples = [.response("leaf")]
        }
        setup.handshake = edits
        setup.settleRoles()
        return setup
    }

    /// The same server with less about it, each with one thing less.
    var simpler: [HandshakeSetting] {
        let changes: [(inout HandshakeSetting) -> Void] = [
            { $0.suite = nil },
            {
                $0.key = nil
                $0.suite = nil
            },
            { $0.asksClient = false }, { $0.staples = false }, { $0.givesTickets = false },
        ]
        return changes.compactMap { change in
            var setting = self
            change(&setting)
            return setting == self ? nil : setting
        }
    }
}
