import ClientModels
import Forge
import ScenarioFormat

/// The certificates of a judged setup, with the data that a figure of the chain shows.
package struct ChainRecord: Hashable, Sendable {
    /// A property of a certificate that the figure shows.
    package enum Mark: String, CaseIterable, Hashable, Sendable {
        case sent, trusted
        case trustedByUser = "trusted-by-user"
        case pinned
    }

    /// A certificate, identified by the name of its entity.
    package struct Certificate: Hashable, Sendable {
        package var name: String
        /// The name of the entity that signed the certificate; its own name if it is self-signed.
        package var issuer: String
        package var marks: [Mark]
        /// The fields that differ from the baseline setup, such as `valid: -90d..-1d`.
        package var changes: [String] = []

        /// Each parameter sets the property of its name.
        package init(name: String, issuer: String, marks: [Mark], changes: [String] = []) {
            (self.name, self.issuer, self.marks) = (name, issuer, marks)
            self.changes = changes
        }
    }

    /// The received certificates and their issuers, topmost issuer first.
    package var received: [Certificate]
    /// The server's certificates if a proxy presents other certificates to the client; otherwise
    /// nil.
    package var server: [Certificate]?
    /// The fields outside certificates in which the setup differs from the baseline.
    package var changes: [String] = []

    /// Each parameter sets the property of its name.
    package init(received: [Certificate], server: [Certificate]? = nil, changes: [String] = []) {
        (self.received, self.server, self.changes) = (received, server, changes)
    }
}

extension ChainRecord {
    /// Makes the record of a scenario's setup.
    package init(_ scenario: Scenario) {
        let drawing = ChainDrawing(scenario)
        let setup = scenario.setup
        switch setup.proxy {
        case nil:
            self.init(received: drawing.certificates(of: setup.presented))
        case .serves(let entities):
            self.init(
                received: drawing.certificates(of: entities),
                server: drawing.certificates(of: setup.serve)
            )
        case .mintsUnder(let entity):
            let forged = Certificate(
                name: setup.presented.first ?? Setup.minted,
                issuer: entity,
                marks: [.sent]
            )
            self.init(
                received: drawing.certificates(of: [entity]) + [forged],
                server: drawing.certificates(of: setup.serve)
            )
        }
    }

    /// Adds the differences from the baseline setup to their certificate, or to `changes` if they
    /// are outside certificates.
    package mutating func add(_ origins: [FieldOrigin]) {
        for origin in origins {
            let keys = origin.path.split(separator: ".", maxSplits: 2).map(String.init)
            let value = origin.value ?? "(removed)"
            guard keys.count == 3, keys[0] == "pki", hasCertificate(keys[1]) else {
                changes.append("\(origin.path): \(value)")
                continue
            }
            let change = "\(keys[2]): \(value)"
            received.add(change, to: keys[1])
            server?.add(change, to: keys[1])
        }
    }

    private func hasCertificate(_ name: String) -> Bool {
        (received + (server ?? [])).contains { $0.name == name }
    }
}

extension [ChainRecord.Certificate] {
    fileprivate mutating func add(_ change: String, to name: String) {
        for index in indices where self[index].name == name { self[index].changes.append(change) }
    }
}

/// The issuers and the marks of a setup's certificates.
package struct ChainDrawing {
    private let setup: Setup
    private let pins: [EntityPin]

    /// Makes the drawing of a case's setup and pins.
    package init(_ scenario: Scenario) {
        setup = scenario.setup
        let declared = (setup.pins ?? []).compactMap { pin in
            if case .entity(let pin) = pin { pin } else { nil }
        }
        pins = declared + (scenario.party?.entityPins ?? [])
    }

    /// Returns the entity of the first sent certificate and its issuers, end entity first.
    package func path(of sent: [String]) -> [String] {
        var path: [String] = []
        var current = sent.first
        while let name = current, !path.contains(name), let entity = setup.pki.entities[name] {
            path.append(name)
            if case .entity(let issuer) = entity.issuer { current = issuer } else { current = nil }
        }
        return path
    }

    func certificates(of sent: [String]) -> [ChainRecord.Certificate] {
        let path = path(of: sent)
        return (path.reversed() + sent.filter { !path.contains($0) }).map { name in
            ChainRecord.Certificate(
                name: name,
                issuer: issuer(of: name),
                marks: marks(of: name, isSent: sent.contains(name))
            )
        }
    }

    /// Returns the properties of an entity that the figure shows.
    package func marks(of name: String, isSent: Bool) -> [ChainRecord.Mark] {
        ChainRecord.Mark.allCases.filter { mark in
            switch mark {
            case .sent: isSent
            case .trusted: setup.trust.contains(name)
            case .trustedByUser: setup.userTrust.contains(name)
            case .pinned: pins.contains { $0.fits(name, in: setup.pki) }
            }
        }
    }

    private func issuer(of name: String) -> String {
        if case .entity(let issuer)? = setup.pki.entities[name]?.issuer { issuer } else { name }
    }
}

extension EntityPin {
    /// Returns whether the pin is for this entity, or for a key that it shares with another entity.
    fileprivate func fits(_ name: String, in pki: PKI) -> Bool {
        func key(_ name: String) -> String { pki.entities[name]?.keyOf ?? name }
        return switch function {
        case .spki: key(entity) == key(name)
        case .certificate: entity == name
        }
    }
}
