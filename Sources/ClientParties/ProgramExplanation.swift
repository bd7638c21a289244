import Clients
import OpenSSL
import PKIX
import Policies
import Programs
import Reports
import Runner
import Scenarios
import Trust
import Wire

/// How a program would be put before a case, in words.
package struct ProgramExplanation {
    private let name: String
    private let client: ClientDefinition
    private let scenario: Scenario
    /// Why the system lets no name reach loopback by each way; those that work are not among them.
    private let refusals: [NameRoute: String]
    /// Why the program cannot be started; nil if it is installed.
    private let absence: String?

    /// - Parameters:
    ///   - name: what reports call the program.
    ///   - client: its definition.
    ///   - scenario: the case.
    ///   - absence: why it cannot be started; nil if it is installed.
    package init(
        of name: String,
        _ client: ClientDefinition,
        in scenario: Scenario,
        absence: String?
    ) {
        (self.name, self.client, self.scenario) = (name, client, scenario)
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

    private var world: World { scenario.world }

    /// The lines, below the program's name.
    package func text(hasColour: Bool) -> String {
        var text = TerminalText(hasColour: hasColour)
        text.value(name, .strong)
        text.newLine()
        text.list(facts)
        return text.text
    }

    private var facts: [(StaticString, String)] {
        var facts: [(StaticString, String)] = [("can be asked", answer)]
        for command in client.prepare {
            facts.append(
                (
                    "before it",
                    text { () throws(UnfilledPlaceholder) in
                        try command.words(filling: values)
                    }
                )
            )
        }
        facts.append(("is started as", text(words)))
        for variable in client.environment {
            let value = text { () throws(UnfilledPlaceholder) in
                [try variable.value.text(filling: values)]
            }
            facts.append(("environment", "\(variable.name)=\(value)"))
        }
        facts.append(("name", "\(world.connect.host) by \(way)"))
        facts.append(("anchor", anchor))
        return facts
    }

    private var answer: String {
        if let party = scenario.party, party.name != name {
            return "no: the case is about \(party.name) alone"
        }
        let route = route ?? .command
        let obstacle = client.obstacle(in: world, by: route, hasNetwork: hasNetwork)
        if let reason = obstacle { return "no: \(reason)" }
        if let absence { return "not here: \(absence)" }
        if route == .command, !client.names.contains(.command) {
            return "not here: no way of names"
        }
        return scenario.class == .strict && scenario.party == nil
            ? "yes, with --strict: no attacker gains from the case" : "yes"
    }

    // MARK: Ways

    private var hasNetwork: Bool { client.names.contains(.hosts) && refusals[.hosts] == nil }

    /// The first way that works here.
    private var route: NameRoute? { client.names.first { refusals[$0] == nil } }

    private var way: String {
        let passedOver = client.names.prefix { $0 != route }
            .map { "; not by \($0.rawValue): \(refusals[$0] ?? "")" }.joined()
        return (route.map { "\($0.rawValue): \($0.about)" } ?? "no way that works here")
            + passedOver
    }

    private var anchor: String {
        let names = (world.trust + world.userTrust).joined(separator: ", ")
        return switch client.anchor {
        case .file: "\(names), by a file"
        case .bundle: "\(names), in place of the system's bundle; needs a namespace"
        }
    }

    // MARK: The command

    private func words() throws(UnfilledPlaceholder) -> [String] {
        let options = try client.optionWords(for: world.askedOptions, filling: values)
        var command = client.command
        if case .ip = world.connect, let other = client.addressCommand { command = other }
        return try command.words(filling: values, options: options)
    }

    private func text(_ words: () throws(UnfilledPlaceholder) -> [String]) -> String {
        do throws(UnfilledPlaceholder) {
            return try words().joined(separator: " ")
        } catch {
            return "the case has nothing for {\(error.placeholder.rawValue)}"
        }
    }

    /// The values of placeholders, those that each run makes anew in words.
    private var values: [ClientPlaceholder: String] {
        let host = world.connect.host
        let authority = host.contains(":") ? "[\(host)]" : host
        var values = client.folders
        values[.url] = "https://\(authority):‹port›/‹token›"
        values[.host] = host
        values[.port] = "‹port›"
        values[.path] = "/‹token›"
        values[.token] = "‹token›"
        values[.address] = world.address == .ipv4 ? "127.0.0.1" : "::1"
        values[.home] = "‹home›"
        values[.anchors] = "‹PEM of the anchors›"
        values[.anchorDER] = "‹DER of the first anchor›"
        if !world.crls.isEmpty { values[.crls] = "‹PEM of \(world.crls.joined(separator: ", "))›" }
        let hashes = pins
        (values[.pin], values[.certificateHash]) = (hashes.first, hashes.first)
        if !hashes.isEmpty { values[.pins] = try? client.pin.text(of: hashes) }
        return values
    }

    /// Hashes, by the entities whose they are.
    private var pins: [String] {
        guard let pins = world.pins else { return client.alwaysPins ? ["‹hash of the leaf›"] : [] }
        return pins.map { pin in
            switch pin {
            case .entity(let pin): "‹hash of \(pin.entity)›"
            case .sha256(let octets): String(decoding: Base64.encode(octets), as: UTF8.self)
            case .file: "‹hash of a file›"
            }
        }
    }
}
