import Basics
import Crypto
import Forge
import ScenarioFormat
import TLS
import X509

// Campaigns/Handshakes generates random server scripts and runs clients on them. The rules of the
// standards decide whether a client may continue after a script. Findings are minimised to
// scenarios. TLS runs the scripts, and Campaigns/Oracles runs the programs.

/// The settings of a server without faults; a case edits the script of this server.
package struct HandshakeSetting: Hashable, Sendable {
    /// The version: TLS 1.2 or 1.3.
    package var version = TLSVersion.v1_3
    /// The key type of the leaf; P-256 if nil.
    package var key: KeyAlgorithm?
    /// The only cipher suite of the server; nil for any suite.
    package var suite: CipherSuite?
    /// Whether the server requests a client certificate.
    package var asksClient = false
    /// Whether the server has a stapled response, and whether it sends tickets.
    package var staples = false
    package var givesTickets = false

    package init(version: TLSVersion = .v1_3) { self.version = version }

    /// Creates the setting that these random decisions choose.
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

    /// The key types, each drawn with a probability of one tenth; keys with fast signatures are
    /// most frequent.
    private static let keys: [KeyAlgorithm?] =
        [nil, nil, nil, nil, nil, nil, .rsa2048, .rsa2048, .ed25519, .p384]

    /// Returns the baseline setup with this server and with edits to its script.
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

    /// The settings that each lack one feature of this setting.
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
