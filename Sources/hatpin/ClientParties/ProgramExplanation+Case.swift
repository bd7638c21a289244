import ClientModels
import Crypto
import PathValidation
import Process
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

extension ProgramExplanation {
    /// Explains how a program would be run for a case on this system.
    ///
    /// - Parameters:
    ///   - program: the name of the program in reports.
    ///   - client: the definition of the program.
    ///   - scenario: the case.
    ///   - absence: why the program cannot be started; nil if it is installed.
    package init(
        of program: String,
        _ client: ClientDefinition,
        in scenario: Scenario,
        absence: String?
    ) {
        let draft = ProgramDraft(program, client, scenario, absence)
        self.init(
            of: program,
            draft.answer,
            name: draft.name,
            anchors: scenario.setup.trust + scenario.setup.userTrust,
            by: client.anchor
        )
        preparation = client.prepare.map { command in
            ProgramDraft.filled { () throws(UnfilledPlaceholder) in
                try command.words(filling: draft.values)
            }
        }
        command = ProgramDraft.filled(draft.words)
        poke = client.poke.map { command in
            ProgramDraft.filled { () throws(UnfilledPlaceholder) in
                try command.words(filling: draft.values)
            }
        }
        files = client.files.map { file in
            let content = ProgramDraft.filled { () throws(UnfilledPlaceholder) in
                [try file.content.text(filling: draft.values)]
            }
            return (file.path, content)
        }
        environment = client.environment.map { variable in
            let value = ProgramDraft.filled { () throws(UnfilledPlaceholder) in
                [try variable.value.text(filling: draft.values)]
            }
            return (variable.name, value)
        }
    }
}

/// A program and a case, and everything about their run that is known without a server.
private struct ProgramDraft {
    private let program: String
    private let client: ClientDefinition
    private let scenario: Scenario
    /// The reason why the program cannot be started, or nil if it is installed.
    private let absence: String?
    /// The reason why each unavailable way to redirect host names does not work on this system.
    private let refusals: [NameRoute: String]

    init(
        _ program: String,
        _ client: ClientDefinition,
        _ scenario: Scenario,
        _ absence: String?
    ) {
        (self.program, self.client, self.scenario) = (program, client, scenario)
        self.absence = absence
        var refusals: [NameRoute: String] = [:]
        refusals[.hosts] = RunNamespace.refusal?.description
        do {
            _ = try NameWrapper()
        } catch {
            refusals[.wrapper] = error.description
        }
        self.refusals = refusals
    }

    private var setup: Setup { scenario.setup }

    var answer: ProgramExplanation.Answer {
        if let party = scenario.party, party.name != program, !scenario.isAbout(client.nameRule) {
            return .isAbout(party.name)
        }
        let route = route ?? .command
        let obstacle = setup.obstacle { client.lack(of: $0, by: route, hasNetwork: hasNetwork) }
        if let obstacle { return .cannot(obstacle) }
        if let absence { return .notHere(absence) }
        if route == .command, !client.names.contains(.command) {
            return .notHere("no way to redirect host names")
        }
        return scenario.class == .strict && scenario.party == nil ? .yesIfStrict : .yes
    }

    // MARK: Host names

    private var hasNetwork: Bool { client.names.contains(.hosts) && refusals[.hosts] == nil }

    /// The first way to redirect host names that works on this system.
    private var route: NameRoute? { client.names.first { refusals[$0] == nil } }

    var name: ProgramExplanation.Name {
        let passedOver = client.names.prefix { $0 != route }
        return ProgramExplanation.Name(
            setup.firstIdentity.host,
            by: route,
            passedOver: passedOver.map { ($0, refusals[$0] ?? "") }
        )
    }

    // MARK: The command

    func words() throws(UnfilledPlaceholder) -> [String] {
        let options = try client.optionWords(for: setup.askedOptions, filling: values)
        var command = client.command
        if case .ip = setup.firstIdentity, let other = client.addressCommand { command = other }
        return try command.words(filling: values, options: options)
    }

    static func filled(
        _ words: () throws(UnfilledPlaceholder) -> [String]
    ) -> ProgramExplanation.Filled {
        do throws(UnfilledPlaceholder) {
            return .words(try words())
        } catch {
            return .nothing(for: error.placeholder)
        }
    }

    /// The values of placeholders.
    ///
    /// A value that differs in every run, such as a port, is given as a description in ‹ ›.
    var values: [ClientPlaceholder: String] {
        let (host, authority) = (setup.firstIdentity.host, setup.firstIdentity.authority)
        var values = client.folders
        values[.url] = client.url(of: setup, to: "\(authority):‹port›", token: "‹token›")
        values[.starttls] = setup.startTLS?.name
        values[.host] = host
        values[.port] = "‹port›"
        values[.ownPort] = "‹own port›"
        values[.path] = "/‹token›"
        values[.token] = "‹token›"
        values[.address] = IPAddress.text(setup.firstAddress.bytes)
        values[.home] = "‹home›"
        values[.anchors] = "‹PEM of the anchors›"
        values[.anchorDER] = "‹DER of the first anchor›"
        values[.anchorPKCS12] = "‹PKCS #12 of the anchors›"
        values[.anchorJKS] = "‹JKS of the anchors›"
        if !setup.identity.isEmpty {
            let names = setup.identity.joined(separator: ", ")
            values[.clientCertificate] = "‹PEM of \(names)›"
            values[.clientKey] = "‹key of \(setup.identity[0])›"
        }
        if !setup.crls.isEmpty { values[.crls] = "‹PEM of \(setup.crls.joined(separator: ", "))›" }
        let pins = pins
        for placeholder in ClientPlaceholder.pinHashes {
            values[placeholder] = pins.first?[placeholder]
        }
        values[.pins] = client.pin.text(of: pins)
        if !pins.isEmpty { values[.pinnedCertificates] = "‹PEM of the pinned certificates›" }
        return values
    }

    /// The values of the placeholders of each pin.
    private var pins: [[ClientPlaceholder: String]] {
        let steps = client.pinsByHost ? [setup] + setup.earlier : [setup]
        return steps.flatMap { step in
            hashes(of: step).map { hash in
                ClientPlaceholder.pinHashes.reduce(
                    into: [.pinnedHost: step.connect.authority.configuredHost]
                ) { $0[$1] = hash }
            }
        }
    }

    /// Returns the pins of a step: a hash each, or a description such as the entity whose key or
    /// certificate it matches.
    private func hashes(of step: Setup) -> [String] {
        guard let pins = step.pins else { return client.alwaysPins ? ["‹hash of the leaf›"] : [] }
        return pins.map { pin in
            switch pin {
            case .entity(let pin): "‹hash of \(pin.entity)›"
            case .sha256(let bytes): String(decoding: Base64.encode(bytes), as: UTF8.self)
            case .file: "‹hash of a file›"
            }
        }
    }
}
