import TLS

// The Clients folder finds and reads client definitions, which describe programs as relying
// parties. It neither runs programs nor judges them.

/// A program as a relying party: how to run it, give it trust anchors and read its output.
package struct ClientDefinition: Hashable, Sendable {
    /// An environment variable.
    package struct Variable: Hashable, Sendable {
        package var name: String
        package var value: Template
    }

    /// A file in the home, such as a configuration.
    package struct HomeFile: Hashable, Sendable {
        /// The path below the home.
        package var path: String
        package var content: Template
    }

    /// The name of the file without its extension, or of the program for a bare command.
    package var name = ""
    package var about = ""
    /// The TLS library of the client, such as `gnutls`; nil if none is stated.
    package var library: String?
    /// The client that uses the same TLS library with the library's defaults; nil if none is
    /// stated.
    package var like: String?
    /// The client that uses the TLS library with the library's defaults, according to the library's
    /// file; nil if the file names none, or names this client.
    package internal(set) var plain: String?
    /// The name of the TLS library in reports; nil if none is stated.
    package internal(set) var libraryTitle: String?
    /// The program and its arguments.
    package var command = ClientCommand.unstated
    /// The command for a host that is an IP address; nil if `command` also handles such hosts.
    package var addressCommand: ClientCommand?
    /// The environment variables that the client gets besides the usual ones, in the order of the
    /// file.
    package var environment: [Variable] = []
    /// The files that are written into the home before the program starts, in the order of the
    /// file.
    package var files: [HomeFile] = []
    /// A command that makes a daemon connect; nil for a program that connects by itself.
    package var poke: ClientCommand?
    /// Whether the program runs in a terminal (a pseudoterminal).
    package var hasTerminal = false
    /// Standard input, which stays open until the response; nil for none.
    package var input: Template?
    var statedNames: [NameRoute] = []
    package var anchor = AnchorRoute.file
    /// The protocol that the client speaks, and how TLS starts in it; nil for HTTPS.
    package var speaks: SpokenProtocol?
    /// What shows that the client has accepted the server.
    package var witness = Witness.token
    /// Commands that run before the program, in the same home and environment; the time limit
    /// does not include them.
    package var prepare: [ClientCommand] = []
    package var ends = EndRule.byItself
    /// The words for `{options}` in cases that need them.
    package var options: [ClientOption: [Template]] = [:]
    package var pin = PinListFormat()
    /// The abilities that the definition states besides those that the command and `options` imply.
    var statedAbilities: [ClientAbility] = []
    /// The reasons why the client lacks abilities.
    package var missingAbilities: [ClientAbility: String] = [:]
    /// The patterns for the client's own messages, in the order in which they are tried.
    var reasons: [ReasonPattern] = []
    /// The patterns for unspecific messages, which are tried last.
    var otherwise: [ReasonPattern] = []
    var messages = MessageOrigin.library
    /// The patterns for messages of the TLS library; empty until `ClientLibrary` has read them.
    var libraryReasons: [ReasonPattern] = []
    /// The messages and exit codes of the program's own timeout; empty for the usual messages.
    var statedTimeouts: [ExitPattern] = []
    /// The number of runs for each case; one run that accepts makes the client accept.
    package var runs = 1
    /// The time limit for one case.
    package var deadline = Duration.seconds(5)
    package var version: VersionProbe?
    package var install = InstallNote()
    /// A program that handles many cases, with one line of JSON for each; nil for none.
    package var worker: ClientCommand?
    package var known: [KnownRuleDifference] = []
    /// The settings of a server that verifies client certificates; nil for a client.
    package var server: ServerPart?
    /// The path of the file as it was named or found; nil for a bare command.
    package var file: String?
    /// Whether Hatpin may run the program: false in a folder that the user neither named nor
    /// trusts.
    package internal(set) var isTrusted = true
    /// The absolute path of the file's folder, for `{definition}`; nil for a bare command.
    package var folder: String?
    /// The absolute path of the folder of the client's built programs, for `{built}`; nil for a
    /// bare command.
    package var built: String?

    init() {}

    /// Creates the definition of a bare command, with defaults for everything else.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments, with placeholders.
    ///   - abilities: the abilities in addition to those that the placeholders imply.
    ///   - speaks: the protocol that the client speaks; nil for HTTPS.
    ///   - witness: what shows that the client has accepted the server.
    /// - Throws: a fault if the command is malformed or has no placeholder for the server's
    ///   address.
    package init(
        command words: [String],
        abilities: [ClientAbility] = [],
        speaks: SpokenProtocol? = nil,
        witness: Witness = .token
    ) throws(Fault) {
        let command = try ClientCommand(words: words, in: .command)
        let program = words.first ?? ""
        name = program.split(separator: "/").last.map(String.init) ?? program
        self.command = command
        statedAbilities = abilities
        (self.speaks, self.witness) = (speaks, witness)
        // A program that gets no file of anchors uses the system's anchors.
        if command.placeholders.isDisjoint(with: ClientPlaceholder.anchorFiles) { anchor = .bundle }
        if let fault = faults.first { throw fault }
    }
}

extension ClientDefinition {
    /// The ways in which names can lead to the loopback interface, best first.
    package var names: [NameRoute] {
        guard statedNames.isEmpty else { return statedNames }
        return (isDialling ? [.command] : []) + [.hosts, .wrapper]
    }

    private var isDialling: Bool { placeholders.contains(.address) }

    /// All abilities: the stated abilities, and those that the command and options imply.
    package var abilities: Set<ClientAbility> {
        var abilities = Set(statedAbilities).union(options.keys.compactMap(\.ability))
        let placeholders = placeholders
        for placeholder in placeholders {
            if let ability = placeholder.ability { abilities.insert(ability) }
        }
        if addressCommand != nil { abilities.insert(.addresses) }
        // A client that writes pins as hashes of certificates takes only such hashes in `{pins}`.
        if pin.takesCertificates, placeholders.contains(.pins) {
            abilities.insert(.certificatePins)
            if !placeholders.contains(.pin) { abilities.remove(.keyPins) }
        }
        return abilities
    }

    /// All patterns for reasons, in the order in which they are tried: the client's own patterns,
    /// its TLS library's patterns, and the patterns for unspecific messages.
    package var allReasons: [ReasonPattern] {
        reasons + (messages == .library ? libraryReasons : []) + otherwise
    }

    /// Whether the exit code and output show a timeout of the program itself, which is not a
    /// refusal.
    package func hasTimedOut(exit code: Int, output: String) -> Bool {
        guard statedTimeouts.isEmpty else {
            return statedTimeouts.contains { $0.fits(exit: code, output: output) }
        }
        let output = output.withoutStackFrames
        return ExitPattern.usualTimeouts.contains { $0.fits(exit: code, output: output) }
    }

    /// The values of the placeholders that are the same in every case.
    package var folders: [ClientPlaceholder: String] {
        var values: [ClientPlaceholder: String] = [:]
        (values[.definition], values[.built]) = (folder, built)
        return values
    }

    /// Returns the words for `{options}`.
    ///
    /// - Parameters:
    ///   - asked: the features that the case needs.
    ///   - values: the values of all placeholders.
    /// - Returns: the words of all features, in the order of `ClientOption`.
    /// - Throws: the first placeholder that has no value.
    package func optionWords(
        for asked: Set<ClientOption>,
        filling values: [ClientPlaceholder: String]
    ) throws(UnfilledPlaceholder) -> [String] {
        var words: [String] = []
        // The options have a fixed order, so that a case always gives the same command.
        for option in ClientOption.allCases where asked.contains(option) {
            for word in options[option] ?? [] { words.append(try word.text(filling: values)) }
        }
        return words
    }

    /// All faults that make the definition unusable.
    var faults: [Fault] {
        guard server == nil else { return faultsOfServer }
        var faults: [Fault] = []
        if placeholders.isDisjoint(with: [.url, .port]) { faults.append(.missingTarget) }
        if !options.isEmpty, !command.placeholders.contains(.options) {
            faults.append(.missingOptions)
        }
        if statedNames.contains(.command), !isDialling { faults.append(.missingAddress) }
        if anchor == .file, worker == nil,
            placeholders.isDisjoint(with: ClientPlaceholder.anchorFiles)
        {
            faults.append(.missingAnchor)
        }
        if poke != nil, ends == .byItself { faults.append(.endlessDaemon) }
        for ability in abilities.intersection(missingAbilities.keys).map(\.rawValue).sorted() {
            faults.append(.exclusive("can: \(ability)", "cannot: \(ability)"))
        }
        if let speaks { faults += mistakes(speaking: speaks) }
        return faults
    }

    /// Whether the definition says if the client connects to IP addresses; true for a command
    /// without `{url}`.
    var saysWhetherAddresses: Bool {
        !command.placeholders.contains(.url) || abilities.contains(.addresses)
            || missingAbilities[.addresses] != nil
    }

    /// All faults of a client that does not speak HTTPS.
    private func mistakes(speaking spoken: SpokenProtocol) -> [Fault] {
        let name = spoken.application.name
        var faults: [Fault] = []
        if !spoken.application.transports.contains(spoken.transport) {
            faults.append(.impossibleTransport(spoken))
        }
        for ability in abilities.intersection(ClientAbility.ofHTTP).map(\.rawValue).sorted() {
            faults.append(.abilityOfHTTP(ability, speaking: name))
        }
        // A URL of a protocol other than HTTPS has no path.
        if witness == .token, worker == nil, placeholders.isDisjoint(with: [.token, .path]) {
            faults.append(.missingToken(speaking: name))
        }
        return faults
    }

    /// The placeholders of everything that is filled for one case.
    package var placeholders: Set<ClientPlaceholder> {
        fixedPlaceholders.union(options.values.flatMap(\.self).placeholders)
    }

    /// Whether the client always has a pin, because a pin is in a text other than `options`.
    package var alwaysPins: Bool { !fixedPlaceholders.isDisjoint(with: ClientPlaceholder.ofPins) }

    /// The commands that Hatpin runs in addition to the program.
    package var helpers: [ClientCommand] { prepare + [poke, server?.reload].compactMap(\.self) }

    /// Whether the client's pins are each for one host.
    package var pinsByHost: Bool {
        pin.each.placeholders.contains(.pinnedHost) && placeholders.contains(.pins)
    }

    /// The placeholders of everything that is filled for every case.
    private var fixedPlaceholders: Set<ClientPlaceholder> {
        let commands = [command] + helpers + [addressCommand].compactMap(\.self)
        return
            (commands.flatMap(\.words) + environment.map(\.value) + files.map(\.content)
            + (input.map { [$0] } ?? [])).placeholders
    }
}

extension [Template] {
    /// The placeholders of all templates.
    package var placeholders: Set<ClientPlaceholder> {
        reduce(into: []) { $0.formUnion($1.placeholders) }
    }
}

extension ClientOption {
    /// The ability of a client that has words for this option; nil if the client's placeholders or
    /// the key `can` decide about the ability.
    fileprivate var ability: ClientAbility? {
        switch self {
        case .pins, .starttls, .documents: nil
        case .redirects: .redirects
        case .http2: .http2
        case .dataChannel: .dataChannel
        case .clientCertificate: .clientCertificates
        case .crls: .crls
        }
    }
}
