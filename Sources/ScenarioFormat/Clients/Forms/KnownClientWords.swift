import PathValidation
import TLS

extension Vocabulary {
    static let abilities = Vocabulary(
        "ability",
        definition: "ability",
        ClientAbility.ofClients.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let abilitiesOfServers = Vocabulary(
        "ability of a server",
        ClientAbility.ofServers.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let nameRoutes = Vocabulary(
        "way to the server",
        NameRoute.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let anchorRoutes = Vocabulary(
        "way to the anchors",
        AnchorRoute.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let witnesses = Vocabulary(
        "witness",
        Witness.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let applicationProtocols = Vocabulary(
        "protocol",
        ApplicationProtocol.catalogue.map { Word(name: $0.name, about: $0.about) }
    )
    static let probes = Vocabulary(
        "probe",
        ProbeProtocol.catalogue.map { Word(name: $0.name, about: $0.about) }
    )
    static let transports = Vocabulary(
        "start of TLS",
        Transport.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let messageOrigins = Vocabulary(
        "origin of messages",
        MessageOrigin.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let endRules = Vocabulary(
        "end",
        EndRule.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let pinScopes = Vocabulary(
        "scope of pins",
        PinListFormat.Scope.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    static let rejections = Vocabulary(
        "reason",
        definition: "reason",
        names: Rejection.Code.allCases.map(\.rawValue),
        listing: "hatpin list reasons"
    )
}
